// kbc: fence of compute/half-precision.md:214
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 215 "compute/half-precision.md"
__global__ void dot_fp16(const __half* __restrict__ a,
                         const __half* __restrict__ b,
                         float* __restrict__ result, int n)
{
    float part = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        part = fmaf(__half2float(a[i]), __half2float(b[i]), part);
    for (int apart = warpSize / 2; apart > 0; apart /= 2)
        part += __shfl_down_sync(0xffffffffu, part, apart);
    if (threadIdx.x % warpSize == 0)
        atomicAdd(result, part);
}
