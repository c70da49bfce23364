// kbc: fence of compute/half-pitfalls.md:226
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 227 "compute/half-pitfalls.md"
__global__ void norm_fp32(const __half* x, __half* y, int n)
{
    float squares = 0.0f;
    for (int i = 0; i < n; i++) {
        float v = __half2float(x[i]);
        squares = fmaf(v, v, squares);
    }
    float scale = rsqrtf(squares / n);
    for (int i = 0; i < n; i++)
        y[i] = __float2half(__half2float(x[i]) * scale);
}

__global__ void softmax_fp32(const __half* x, __half* y, int n)
{
    float top = __half2float(x[0]), sum = 0.0f;
    for (int i = 1; i < n; i++)
        top = fmaxf(top, __half2float(x[i]));
    for (int i = 0; i < n; i++)
        sum += expf(__half2float(x[i]) - top);
    for (int i = 0; i < n; i++)
        y[i] = __float2half(expf(__half2float(x[i]) - top) / sum);
}
