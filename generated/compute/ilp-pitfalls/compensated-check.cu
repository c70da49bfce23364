// kbc: fragment of compute/ilp-pitfalls.md:435
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
extern "C" __global__ void
compensated(
#line 434 "compute/ilp-pitfalls.md"
const float* __restrict__ x, float* total, int n
#line 10 "compute/ilp-pitfalls/compensated-check.cu"
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
#line 22 "compute/ilp-pitfalls/compensated-check.cu"
}
