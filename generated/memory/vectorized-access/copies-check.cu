// kbc: fence of memory/vectorized-access.md:41
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 42 "memory/vectorized-access.md"
__global__ void copy_floats(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
}

__global__ void copy_pairs(const float2* x, float2* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
}

__global__ void copy_quads(const float4* x, float4* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
}

__global__ void copy_bytes(const unsigned char* x, unsigned char* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
}
