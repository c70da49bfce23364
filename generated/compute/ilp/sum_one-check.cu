// kbc: fence of compute/ilp.md:173
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 174 "compute/ilp.md"
__global__ void sum_one(const float* __restrict__ x, float* total, int n)
{
    int step = gridDim.x * blockDim.x;
    float s = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        s += x[i];
    atomicAdd(total, s);
}
