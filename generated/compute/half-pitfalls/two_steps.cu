// kbc: fragment of compute/half-pitfalls.md:397
#include <cstdint>
#include <cuda_fp16.h>
extern "C" __global__ void
two_steps(
#line 396 "compute/half-pitfalls.md"
const __half* x, __half* y
#line 9 "compute/half-pitfalls/two_steps.cu"
)
{
#line 398 "compute/half-pitfalls.md"
y[0] = __hadd(__hmul(x[0], x[1]), x[2]);
#line 14 "compute/half-pitfalls/two_steps.cu"
}
