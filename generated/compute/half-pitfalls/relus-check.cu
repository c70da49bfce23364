// kbc: fence of compute/half-pitfalls.md:427
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 428 "compute/half-pitfalls.md"
__global__ void relu_max(const __half2* x, __half2* y, __half2 a, __half2 b)
{
    int i = threadIdx.x;
    y[i] = __hmax2(__hfma2(x[i], a, b), __float2half2_rn(0.0f));
}

__global__ void relu_fused(const __half2* x, __half2* y, __half2 a, __half2 b)
{
    int i = threadIdx.x;
    y[i] = __hfma2_relu(x[i], a, b);
}
