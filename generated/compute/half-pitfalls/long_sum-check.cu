// kbc: fence of compute/half-pitfalls.md:116
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 117 "compute/half-pitfalls.md"
__global__ void sum_fp32(const __half* x, __half* total, int n)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += __half2float(x[i]);
    *total = __float2half(sum);
}
