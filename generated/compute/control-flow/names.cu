// kbc: names of compute/control-flow.md
#include <cstdint>
#ifndef __syncwarp
#line 2 "names"
namespace kbc_names { using ::__syncwarp; }
#endif
