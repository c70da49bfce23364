// kbc: fence of memory/atomics.md:168
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 169 "memory/atomics.md"
__global__ void add_spread(float* totals, int mask, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; r++)
        atomicAdd(&totals[(i + r * 32) & mask], 1.0f);
}

__global__ void add_strided(float* totals, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; r++)
        atomicAdd(&totals[(i * 32 + r * 1024) & 0xfffff], 1.0f);
}
