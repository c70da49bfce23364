// kbc: fragment of compute/ilp-pitfalls.md:435
#include <cstdint>
extern "C" __global__ void
compensated(
#line 434 "compute/ilp-pitfalls.md"
const float* __restrict__ x, float* total, int n
#line 8 "compute/ilp-pitfalls/compensated.cu"
)
{
#line 436 "compute/ilp-pitfalls.md"
float sum = 0.0f, lost = 0.0f;
for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float term = x[i] - lost;
    float next = sum + term;
    lost = (next - sum) - term;
    sum = next;
}
atomicAdd(total, sum);
#line 20 "compute/ilp-pitfalls/compensated.cu"
}
