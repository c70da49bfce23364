// kbc: fragment of compute/half-pitfalls.md:411
#include <cstdint>
#include <cuda_fp16.h>
extern "C" __global__ void
two_apart(
#line 410 "compute/half-pitfalls.md"
const __half* x, __half* y
#line 9 "compute/half-pitfalls/two_apart.cu"
)
{
#line 412 "compute/half-pitfalls.md"
y[0] = __hadd_rn(__hmul_rn(x[0], x[1]), x[2]);
#line 14 "compute/half-pitfalls/two_apart.cu"
}
