// kbc: fence of compute/half-pitfalls.md:345
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 346 "compute/half-pitfalls.md"
__global__ void add_global(float* total, float x)
{
    atomicAdd(total, x);
}

__global__ void add_shared(float* total, float x)
{
    __shared__ float sum;
    sum = 0.0f;
    atomicAdd(&sum, x);
    *total = sum;
}
