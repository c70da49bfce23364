// kbc: fence of compute/warp-primitives.md:429
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 430 "compute/warp-primitives.md"
__global__ void keep_odd(const int* x, int* y, int n)
{
    int lane = threadIdx.x, kept = 0;
    #pragma unroll 1
    for (int first = 0; first < n; first += 32) {
        int v = first + lane < n ? x[first + lane] : 0;
        unsigned mine = __ballot_sync(0xffffffffu, v % 2 != 0);
        if (v % 2 != 0)
            y[kept + __popc(mine & (1u << lane) - 1)] = v;
        kept += __popc(mine);
    }
}
