// kbc: fence of compute/warp-primitives.md:461
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 462 "compute/warp-primitives.md"
__global__ void half_a_warp(int* y)
{
    int lane = threadIdx.x, v = lane;
    if (lane < 16)
        v += __shfl_xor_sync(0xffffffffu, v, 8);
    y[lane] = v;
}
