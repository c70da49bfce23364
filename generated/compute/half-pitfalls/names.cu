// kbc: names of compute/half-pitfalls.md
#include <cstdint>
#include <cuda_fp16.h>
#ifndef __hmax
#line 2 "names"
namespace kbc_names { using ::__hmax; }
#endif
#ifndef __hmax2_nan
#line 3 "names"
namespace kbc_names { using ::__hmax2_nan; }
#endif
