// kbc: fence of compute/control-flow.md:93
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 94 "compute/control-flow.md"
__global__ void choose(float* x, float a, float b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    if (v > 0.0f)
        v = v * a;
    else
        v = v + b;
    x[i] = v;
}

__global__ void uneven(float* x, float a, int by_warp)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int rounds = 64 * (by_warp ? i / 32 % 32 : i % 32);
    float v = x[i];
    #pragma unroll 1
    for (int r = 0; r < rounds; r += 8) {
        #pragma unroll
        for (int k = 0; k < 8; k++)
            v = fmaf(v, a, v);
    }
    x[i] = v;
}
