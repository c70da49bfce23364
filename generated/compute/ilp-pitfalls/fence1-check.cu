// kbc: fence of compute/ilp-pitfalls.md:98
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 99 "compute/ilp-pitfalls.md"
__global__ void wide_free(float* x, float a, float b, int n)
{
    float s[160];
    #pragma unroll
    for (int k = 0; k < 160; k++)
        s[k] = x[k * 32 + threadIdx.x];
    for (int i = 0; i < n; i++) {
        #pragma unroll
        for (int k = 0; k < 160; k++)
            s[k] = fmaf(s[k], a, b);
    }
    #pragma unroll
    for (int k = 0; k < 160; k++)
        x[k * 32 + threadIdx.x] = s[k];
}
