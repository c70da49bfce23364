// kbc: fence of compute/warp-primitives.md:481
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 482 "compute/warp-primitives.md"
__global__ void down(const int* x, int* y)
{
    int v = x[threadIdx.x];
    for (int apart = 16; apart > 0; apart /= 2)
        v += __shfl_down_sync(0xffffffffu, v, apart);
    y[threadIdx.x] = v;
}
