// kbc: fence of memory/vectorized-access.md:247
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 248 "memory/vectorized-access.md"
__global__ void first_of_three(const float3* p, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 v = p[i];
    y[i] = v.x + v.y + v.z;
}
