// kbc: fence of compute/half-pitfalls.md:318
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 319 "compute/half-pitfalls.md"
__global__ void guarded(const __half* x, __half* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = __hdiv(x[i], __hadd(__habs(x[i]), __float2half(1e-8f)));
}
