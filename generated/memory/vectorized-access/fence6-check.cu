// kbc: fence of memory/vectorized-access.md:295
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 296 "memory/vectorized-access.md"
__global__ void scale_serially(float* x, float a, int first, int n)
{
    for (int i = 0; i < n; i++)
        x[first + i] *= a;
}
