// kbc: fence of compute/ilp-pitfalls.md:258
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 259 "compute/ilp-pitfalls.md"
__global__ void mindful(const float* x, float* total, int n)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    for (int i = tid; i < n - 3 * step; i += 4 * step) {
        s0 += x[i];
        s1 += x[i + step];
        s2 += x[i + 2 * step];
        s3 += x[i + 3 * step];
    }
    atomicAdd(total, (s0 + s1) + (s2 + s3));
}
