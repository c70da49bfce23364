// kbc: fence of compute/ilp-pitfalls.md:407
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 408 "compute/ilp-pitfalls.md"
__global__ void plain(const float* x, float* total, int n)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += x[i];
    *total = sum;
}
