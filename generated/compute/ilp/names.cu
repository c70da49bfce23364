// kbc: names of compute/ilp.md
#include <cstdint>
#ifndef __fmaf_rn
#line 2 "names"
namespace kbc_names { using ::__fmaf_rn; }
#endif
