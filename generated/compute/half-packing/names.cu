// kbc: names of compute/half-packing.md
#include <cstdint>
#include <cuda_fp16.h>
#ifndef __half2
#line 2 "names"
namespace kbc_names { using ::__half2; }
#endif
