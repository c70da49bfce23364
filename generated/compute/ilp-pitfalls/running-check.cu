// kbc: fragment of compute/ilp-pitfalls.md:150
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
extern "C" __global__ void
running(
#line 149 "compute/ilp-pitfalls.md"
const float* __restrict__ x, float* __restrict__ y, int n
#line 10 "compute/ilp-pitfalls/running-check.cu"
)
{
#line 151 "compute/ilp-pitfalls.md"
float sum = 0.0f;
#pragma unroll 4
for (int i = 0; i < n; i++) {
    sum += x[i];
    y[i] = sum;
}
#line 20 "compute/ilp-pitfalls/running-check.cu"
}
