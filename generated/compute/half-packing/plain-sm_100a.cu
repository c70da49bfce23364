// kbc: fence of compute/half-packing.md:40
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 41 "compute/half-packing.md"
__global__ void in_turn(__half* x, __half a, __half b)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++) {
        u = __hfma(u, a, b);
        v = __hfma(v, a, b);
    }
    x[0] = u;
    x[1] = v;
}

__global__ void late_load(const __half* __restrict__ x, __half* __restrict__ y,
                          __half a, __half b)
{
    __half u = x[0];
    #pragma unroll
    for (int i = 0; i < 16; i++)
        u = __hfma(u, a, b);
    y[0] = u;
    __half v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++)
        v = __hfma(v, a, b);
    y[1] = v;
}
