// kbc: fence of compute/half-pitfalls.md:187
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 188 "compute/half-pitfalls.md"
__global__ void softmax_fp16(const __half* x, __half* y, int n)
{
    __half sum = __float2half(0.0f);
    for (int i = 0; i < n; i++)
        sum = __hadd(sum, hexp(x[i]));
    for (int i = 0; i < n; i++)
        y[i] = __hdiv(hexp(x[i]), sum);
}
