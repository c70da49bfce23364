// kbc: fence of compute/half-precision.md:530
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 531 "compute/half-precision.md"
__global__ void ambiguous(float* y, __half h)
{
    y[0] = h + 1.0f;
}
