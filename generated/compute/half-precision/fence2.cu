// kbc: fence of compute/half-precision.md:292
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 293 "compute/half-precision.md"
__global__ void one_chain(__half* x, __half a, __half b)
{
    __half u = x[0];
    #pragma unroll
    for (int i = 0; i < 64; i++)
        u = __hfma(u, a, b);
    x[0] = u;
}

__global__ void two_chains(__half* x, __half a, __half b)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 64; i++) {
        u = __hfma(u, a, b);
        v = __hfma(v, a, b);
    }
    x[0] = u;
    x[1] = v;
}
