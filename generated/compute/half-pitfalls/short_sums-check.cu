// kbc: fence of compute/half-pitfalls.md:37
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 38 "compute/half-pitfalls.md"
__global__ void sum_fp16(const __half* x, __half* total, int n)
{
    __half sum = __float2half(0.0f);
    for (int i = 0; i < n; i++)
        sum = __hadd(sum, x[i]);
    *total = sum;
}

__global__ void sum_bf16(const __nv_bfloat16* x, __nv_bfloat16* total, int n)
{
    __nv_bfloat16 sum = __float2bfloat16(0.0f);
    for (int i = 0; i < n; i++)
        sum = __hadd(sum, x[i]);
    *total = sum;
}
