// kbc: fence of compute/half-pitfalls.md:373
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 374 "compute/half-pitfalls.md"
__global__ void guarded_fp32(const __half* x, __half* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = __half2float(x[i]);
        y[i] = __float2half(v / (fabsf(v) + 1e-8f));
    }
}
