// kbc: fence of compute/ilp.md:270
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 271 "compute/ilp.md"
__global__ void unroll_plain(float* x, float a)
{
    for (int i = 0; i < 32; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_all(float* x, float a)
{
    #pragma unroll
    for (int i = 0; i < 32; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_8(float* x, float a)
{
    #pragma unroll 8
    for (int i = 0; i < 32; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_1(float* x, float a)
{
    #pragma unroll 1
    for (int i = 0; i < 32; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_0(float* x, float a)
{
    #pragma unroll 0
    for (int i = 0; i < 32; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_less(float* x, float a)
{
    #pragma unroll -1
    for (int i = 0; i < 32; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_open(float* x, float a, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_open_all(float* x, float a, int n)
{
    #pragma unroll
    for (int i = 0; i < n; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_open_1(float* x, float a, int n)
{
    #pragma unroll 1
    for (int i = 0; i < n; i++)
        x[i] = x[i] * a + 1.0f;
}
