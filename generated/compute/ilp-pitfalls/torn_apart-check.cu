// kbc: fence of compute/ilp-pitfalls.md:175
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 176 "compute/ilp-pitfalls.md"
__global__ void torn_apart(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n)
        y[i] = y[i - 1] + x[i];
}
