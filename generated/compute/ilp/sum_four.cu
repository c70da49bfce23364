// kbc: fence of compute/ilp.md:192
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 193 "compute/ilp.md"
__global__ void sum_four(const float* __restrict__ x, float* total, int n)
{
    int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    for (; i < n - 3 * step; i += 4 * step) {
        s0 += x[i];
        s1 += x[i + step];
        s2 += x[i + 2 * step];
        s3 += x[i + 3 * step];
    }
    for (; i < n; i += step)
        s0 += x[i];
    atomicAdd(total, (s0 + s1) + (s2 + s3));
}
