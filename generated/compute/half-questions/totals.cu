// kbc: fence of compute/half-questions.md:109
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 110 "compute/half-questions.md"
__global__ void add_halves(__half* total, int rounds)
{
    for (int i = 0; i < rounds; i++)
        atomicAdd(total, __float2half(1.0f));
}

__global__ void add_pairs(__half2* total, int rounds)
{
    for (int i = 0; i < rounds; i++)
        atomicAdd(total, __float2half2_rn(1.0f));
}

__global__ void add_floats(float* total, int rounds)
{
    for (int i = 0; i < rounds; i++)
        atomicAdd(total, 1.0f);
}
