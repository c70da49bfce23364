// kbc: fence of memory/elementwise.md:116
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 117 "memory/elementwise.md"
__global__ void affine_eight(const uint4* __restrict__ x,
                             uint4* __restrict__ y,
                             __half2 a, __half2 b, int groups)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= groups)
        return;
    uint4 words = x[i];
    __half2* pairs = reinterpret_cast<__half2*>(&words);
    #pragma unroll
    for (int k = 0; k < 4; k++)
        pairs[k] = __hfma2(a, pairs[k], b);
    y[i] = words;
}
