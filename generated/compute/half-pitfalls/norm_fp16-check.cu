// kbc: fence of compute/half-pitfalls.md:157
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 158 "compute/half-pitfalls.md"
__global__ void norm_fp16(const __half* x, __half* y, int n)
{
    __half squares = __float2half(0.0f);
    for (int i = 0; i < n; i++)
        squares = __hfma(x[i], x[i], squares);
    __half scale = hrsqrt(__hdiv(squares, __int2half_rn(n)));
    for (int i = 0; i < n; i++)
        y[i] = __hmul(x[i], scale);
}
