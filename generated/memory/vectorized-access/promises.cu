// kbc: fence of memory/vectorized-access.md:195
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 196 "memory/vectorized-access.md"
struct loose {
    float x, y, z, w;
};

struct __align__(16) firm {
    float x, y, z, w;
};

__global__ void sum_loose(const float* x, float* y)
{
    const loose* p = (const loose*)x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    loose v = p[i];
    y[i] = (v.x + v.y) + (v.z + v.w);
}

__global__ void sum_firm(const float* x, float* y)
{
    const firm* p = (const firm*)x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    firm v = p[i];
    y[i] = (v.x + v.y) + (v.z + v.w);
}

__global__ void sum_assumed(const float* x, float* y)
{
    const loose* p = (const loose*)__builtin_assume_aligned(x, 16);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    loose v = p[i];
    y[i] = (v.x + v.y) + (v.z + v.w);
}
