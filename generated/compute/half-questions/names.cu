// kbc: names of compute/half-questions.md
#include <cstdint>
#include <cuda_fp16.h>
#ifndef __hfma2_relu
#line 2 "names"
namespace kbc_names { using ::__hfma2_relu; }
#endif
