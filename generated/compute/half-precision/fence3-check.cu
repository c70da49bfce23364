// kbc: fence of compute/half-precision.md:340
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 341 "compute/half-precision.md"
__global__ void packed_chain(__half2* x, __half2 a, __half2 b)
{
    __half2 u = x[0];
    #pragma unroll
    for (int i = 0; i < 64; i++)
        u = __hfma2(u, a, b);
    x[0] = u;
}

__global__ void packed_chain_bf16(__nv_bfloat162* x, __nv_bfloat162 a,
                                  __nv_bfloat162 b)
{
    __nv_bfloat162 u = x[0];
    #pragma unroll
    for (int i = 0; i < 64; i++)
        u = __hfma2(u, a, b);
    x[0] = u;
}
