// kbc: names of compute/half-precision.md
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#ifndef __hfma
#line 2 "names"
namespace kbc_names { using ::__hfma; }
#endif
#ifndef __hfma2
#line 3 "names"
namespace kbc_names { using ::__hfma2; }
#endif
#ifndef __hfma2_relu
#line 4 "names"
namespace kbc_names { using ::__hfma2_relu; }
#endif
#ifndef __hmax2
#line 5 "names"
namespace kbc_names { using ::__hmax2; }
#endif
#ifndef __half2float
#line 6 "names"
namespace kbc_names { using ::__half2float; }
#endif
#ifndef __float2half_rn
#line 7 "names"
namespace kbc_names { using ::__float2half_rn; }
#endif
#ifndef __floats2half2_rn
#line 8 "names"
namespace kbc_names { using ::__floats2half2_rn; }
#endif
#ifndef __low2half
#line 9 "names"
namespace kbc_names { using ::__low2half; }
#endif
#ifndef h2exp
#line 10 "names"
namespace kbc_names { using ::h2exp; }
#endif
#ifndef h2log
#line 11 "names"
namespace kbc_names { using ::h2log; }
#endif
#ifndef h2rsqrt
#line 12 "names"
namespace kbc_names { using ::h2rsqrt; }
#endif
#ifndef h2tanh_approx
#line 13 "names"
namespace kbc_names { using ::h2tanh_approx; }
#endif
#ifndef __half
#line 14 "names"
namespace kbc_names { using ::__half; }
#endif
#ifndef __nv_bfloat16
#line 15 "names"
namespace kbc_names { using ::__nv_bfloat16; }
#endif
#ifndef __half2
#line 16 "names"
namespace kbc_names { using ::__half2; }
#endif
#ifndef __nv_bfloat162
#line 17 "names"
namespace kbc_names { using ::__nv_bfloat162; }
#endif
#ifndef __hadd
#line 18 "names"
namespace kbc_names { using ::__hadd; }
#endif
