// kbc: names of compute/warp-primitives.md
#include <cstdint>
#ifndef __shfl_sync
#line 2 "names"
namespace kbc_names { using ::__shfl_sync; }
#endif
#ifndef __shfl_xor_sync
#line 3 "names"
namespace kbc_names { using ::__shfl_xor_sync; }
#endif
#ifndef __shfl_down_sync
#line 4 "names"
namespace kbc_names { using ::__shfl_down_sync; }
#endif
#ifndef __ballot_sync
#line 5 "names"
namespace kbc_names { using ::__ballot_sync; }
#endif
#ifndef __match_any_sync
#line 6 "names"
namespace kbc_names { using ::__match_any_sync; }
#endif
#ifndef __reduce_add_sync
#line 7 "names"
namespace kbc_names { using ::__reduce_add_sync; }
#endif
#ifndef __all_sync
#line 8 "names"
namespace kbc_names { using ::__all_sync; }
#endif
