// kbc: fence of compute/fast-math.md:454
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 455 "compute/fast-math.md"
__global__ void scale_double(float* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int r = 0; r < rounds; r++)
        v = v * 0.9 + 0.1;
    x[i] = v;
}

__global__ void scale_float(float* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int r = 0; r < rounds; r++)
        v = v * 0.9f + 0.1f;
    x[i] = v;
}
