// kbc: names of compute/fast-math.md
#include <cstdint>
#ifndef __expf
#line 2 "names"
namespace kbc_names { using ::__expf; }
#endif
#ifndef __logf
#line 3 "names"
namespace kbc_names { using ::__logf; }
#endif
#ifndef __cosf
#line 4 "names"
namespace kbc_names { using ::__cosf; }
#endif
#ifndef __powf
#line 5 "names"
namespace kbc_names { using ::__powf; }
#endif
#ifndef __fdividef
#line 6 "names"
namespace kbc_names { using ::__fdividef; }
#endif
#ifndef __frcp_rn
#line 7 "names"
namespace kbc_names { using ::__frcp_rn; }
#endif
