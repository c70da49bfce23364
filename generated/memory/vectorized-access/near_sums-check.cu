// kbc: fence of memory/vectorized-access.md:313
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 314 "memory/vectorized-access.md"
__global__ void sum_near(const float* x, float* y, int mask, int rounds)
{
    int at = threadIdx.x;
    float s = 0.0f;
    #pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 4; k++) {
            s += x[at];
            at = (at + blockDim.x) & mask;
        }
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

__global__ void sum_near_quads(const float4* x, float* y, int mask, int rounds)
{
    int at = threadIdx.x;
    float s = 0.0f;
    #pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 4; k++) {
            float4 v = x[at];
            s += (v.x + v.y) + (v.z + v.w);
            at = (at + blockDim.x) & mask;
        }
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
