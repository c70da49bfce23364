// kbc: fragment of compute/ilp-pitfalls.md:150
#include <cstdint>
extern "C" __global__ void
running(
#line 149 "compute/ilp-pitfalls.md"
const float* __restrict__ x, float* __restrict__ y, int n
#line 8 "compute/ilp-pitfalls/running.cu"
)
{
#line 151 "compute/ilp-pitfalls.md"
float sum = 0.0f;
#pragma unroll 4
for (int i = 0; i < n; i++) {
    sum += x[i];
    y[i] = sum;
}
#line 18 "compute/ilp-pitfalls/running.cu"
}
