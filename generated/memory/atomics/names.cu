// kbc: names of memory/atomics.md
#include <cstdint>
#ifndef atomicAdd
#line 2 "names"
namespace kbc_names { using ::atomicAdd; }
#endif
#ifndef __shfl_xor_sync
#line 3 "names"
namespace kbc_names { using ::__shfl_xor_sync; }
#endif
#ifndef atomicAdd_block
#line 4 "names"
namespace kbc_names { using ::atomicAdd_block; }
#endif
