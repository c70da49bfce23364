// kbc: fence of memory/coalescing.md:266
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 267 "memory/coalescing.md"
__global__ void sum_own(const float* x, float* y)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    for (int k = 0; k < 64; k++)
        s += x[t * 64 + k];
    y[t] = s;
}

__global__ void sum_own_quads(const float4* x, float* y)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    for (int k = 0; k < 16; k++) {
        float4 v = x[t * 16 + k];
        s += (v.x + v.y) + (v.z + v.w);
    }
    y[t] = s;
}

__global__ void sum_across(const float* x, float* y)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    float s = 0.0f;
    for (int k = 0; k < 64; k++)
        s += x[t + k * threads];
    y[t] = s;
}
