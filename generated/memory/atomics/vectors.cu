// kbc: fence of memory/atomics.md:531
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 532 "memory/atomics.md"
__global__ void add_quads(float4* total, float4 mine)
{
    atomicAdd(total, mine);
}

__global__ void add_within_block(int* total)
{
    atomicAdd_block(total + blockIdx.x, 1);
}
