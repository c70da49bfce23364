// kbc: fence of compute/half-pitfalls.md:465
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 466 "compute/half-pitfalls.md"
__global__ void scale_rounded_up(__half* x, __half2 by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (n + 1) / 2) {
        __half2* pairs = reinterpret_cast<__half2*>(x);
        pairs[i] = __hmul2(pairs[i], by);
    }
}

__global__ void scale_rounded_down(__half* x, __half2 by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        __half2* pairs = reinterpret_cast<__half2*>(x);
        pairs[i] = __hmul2(pairs[i], by);
    }
}

__global__ void scale(__half* x, __half2 by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        __half2* pairs = reinterpret_cast<__half2*>(x);
        pairs[i] = __hmul2(pairs[i], by);
    } else if (2 * i < n) {
        x[2 * i] = __hmul(x[2 * i], __low2half(by));
    }
}
