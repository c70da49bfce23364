// kbc: fence of memory/coalescing.md:174
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 175 "memory/coalescing.md"
__global__ void copy_mirrored(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i ^ 31];
}

__device__ int turned(int i)
{
    return (i & ~1023) | (i & 31) << 5 | (i >> 5 & 31);
}

__global__ void copy_gathered(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[turned(i)];
}

__global__ void copy_scattered(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[turned(i)] = x[i];
}
