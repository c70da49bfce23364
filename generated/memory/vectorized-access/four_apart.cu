// kbc: fence of memory/vectorized-access.md:115
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 116 "memory/vectorized-access.md"
__global__ void copy_four_apart(const float* __restrict__ x,
                                float* __restrict__ y)
{
    int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    #pragma unroll
    for (int k = 0; k < 4; k++)
        y[i + k * blockDim.x] = x[i + k * blockDim.x];
}

__global__ void copy_four_beside(const float* __restrict__ x,
                                 float* __restrict__ y)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    #pragma unroll
    for (int k = 0; k < 4; k++)
        y[i + k] = x[i + k];
}
