// kbc: names of memory/elementwise.md
#include <cstdint>
#include <cuda_fp16.h>
#ifndef __hfma2
#line 2 "names"
namespace kbc_names { using ::__hfma2; }
#endif
#ifndef __hfma
#line 3 "names"
namespace kbc_names { using ::__hfma; }
#endif
#ifndef __floats2half2_rn
#line 4 "names"
namespace kbc_names { using ::__floats2half2_rn; }
#endif
