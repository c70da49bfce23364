// kbc: fence of compute/half-precision.md:540
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 541 "compute/half-precision.md"
__global__ void mixed(__half* y, __half h, __nv_bfloat16 b)
{
    y[0] = __hadd(h, b);
}
