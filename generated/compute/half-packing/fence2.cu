// kbc: fence of compute/half-packing.md:75
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 76 "compute/half-packing.md"
__global__ void one_after_other(__half* x, __half a, __half b)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++)
        u = __hfma(u, a, b);
    #pragma unroll
    for (int i = 0; i < 16; i++)
        v = __hfma(v, a, b);
    x[0] = u;
    x[1] = v;
}

__global__ void other_factors(__half* x, __half a, __half b, __half c)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++) {
        u = __hfma(u, a, b);
        v = __hfma(v, c, b);
    }
    x[0] = u;
    x[1] = v;
}

__global__ void all_other(__half* x, __half a, __half b, __half c, __half d)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++) {
        u = __hfma(u, a, b);
        v = __hfma(v, c, d);
    }
    x[0] = u;
    x[1] = v;
}

__global__ void store_between(const __half* __restrict__ x,
                              __half* __restrict__ y, __half a, __half b)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++)
        u = __hfma(u, a, b);
    y[0] = u;
    #pragma unroll
    for (int i = 0; i < 16; i++)
        v = __hfma(v, a, b);
    y[1] = v;
}

__global__ void barrier_between(__half* x, __half a, __half b)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++)
        u = __hfma(u, a, b);
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < 16; i++)
        v = __hfma(v, a, b);
    x[0] = u;
    x[1] = v;
}

__global__ void bf16_in_turn(__nv_bfloat16* x, __nv_bfloat16 a,
                             __nv_bfloat16 b)
{
    __nv_bfloat16 u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++) {
        u = __hfma(u, a, b);
        v = __hfma(v, a, b);
    }
    x[0] = u;
    x[1] = v;
}

__global__ void relus(__half* x, __half a, __half b)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++) {
        u = __hfma_relu(u, a, b);
        v = __hfma_relu(v, a, b);
    }
    x[0] = u;
    x[1] = v;
}

__global__ void one_relu(__half* x, __half a, __half b)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++) {
        u = __hfma(u, a, b);
        v = __hfma_relu(v, a, b);
    }
    x[0] = u;
    x[1] = v;
}

__global__ void one_minus(__half* x, __half a, __half b)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++) {
        u = __hfma(u, a, b);
        v = __hfma(v, a, __hneg(b));
    }
    x[0] = u;
    x[1] = v;
}

__global__ void one_flushed(unsigned short* x, unsigned short a,
                            unsigned short b)
{
    unsigned short u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++) {
        asm("fma.rn.f16 %0, %0, %1, %2;" : "+h"(u) : "h"(a), "h"(b));
        asm("fma.rn.ftz.f16 %0, %0, %1, %2;" : "+h"(v) : "h"(a), "h"(b));
    }
    x[0] = u;
    x[1] = v;
}

__global__ void two_formats(__half* x, __nv_bfloat16* y, __half a,
                            __nv_bfloat16 b)
{
    __half u = x[0];
    __nv_bfloat16 v = y[0];
    #pragma unroll
    for (int i = 0; i < 16; i++) {
        u = __hfma(u, a, u);
        v = __hfma(v, b, v);
    }
    x[0] = u;
    y[0] = v;
}

__global__ void one_guarded(__half* x, __half a, __half b, int n)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++) {
        u = __hfma(u, a, b);
        if (i < n)
            v = __hfma(v, a, b);
    }
    x[0] = u;
    x[1] = v;
}

__global__ void leaning(__half* x, __half a, __half b)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++) {
        u = __hfma(u, a, b);
        v = __hfma(v, a, u);
    }
    x[0] = u;
    x[1] = v;
}
