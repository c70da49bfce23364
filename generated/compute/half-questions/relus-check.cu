// kbc: fence of compute/half-questions.md:41
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 42 "compute/half-questions.md"
__global__ void relus_fused(const __half2* x, __half2* y, __half2 a, __half2 b,
                            int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 u[8];
    #pragma unroll
    for (int k = 0; k < 8; k++)
        u[k] = x[i + k];
    for (int s = 0; s < steps; s++) {
        #pragma unroll
        for (int k = 0; k < 8; k++)
            u[k] = __hfma2_relu(u[k], a, b);
    }
    #pragma unroll
    for (int k = 1; k < 8; k++)
        u[0] = __hadd2(u[0], u[k]);
    y[i] = u[0];
}

__global__ void relus_split(const __half2* x, __half2* y, __half2 a, __half2 b,
                            int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 u[8], zero = __float2half2_rn(0.0f);
    #pragma unroll
    for (int k = 0; k < 8; k++)
        u[k] = x[i + k];
    for (int s = 0; s < steps; s++) {
        #pragma unroll
        for (int k = 0; k < 8; k++)
            u[k] = __hmax2(__hfma2(u[k], a, b), zero);
    }
    #pragma unroll
    for (int k = 1; k < 8; k++)
        u[0] = __hadd2(u[0], u[k]);
    y[i] = u[0];
}
