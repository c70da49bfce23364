// kbc: fence of compute/fast-math.md:430
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 431 "compute/fast-math.md"
__global__ void fused(float* y, float a, float b)
{
    y[threadIdx.x] = y[threadIdx.x] * a + b;
}

__global__ void apart(float* y, float a, float b)
{
    y[threadIdx.x] = __fadd_rn(__fmul_rn(y[threadIdx.x], a), b);
}
