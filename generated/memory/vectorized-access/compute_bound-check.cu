// kbc: fence of memory/vectorized-access.md:303
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 304 "memory/vectorized-access.md"
__global__ void sum_rows(const float* x, float* y, int rounds)
{
    int i = threadIdx.x;
    float s = 0.0f;
    for (int r = 0; r < rounds; r++)
        for (int k = 0; k < 4; k++)
            s += x[i + ((r * 4 + k) & 15) * blockDim.x];
    y[blockIdx.x * blockDim.x + i] = s;
}

__global__ void sum_rows_quads(const float4* x, float* y, int rounds)
{
    int i = threadIdx.x;
    float s = 0.0f;
    for (int r = 0; r < rounds; r++) {
        float4 v = x[i + (r & 3) * blockDim.x];
        s += (v.x + v.y) + (v.z + v.w);
    }
    y[blockIdx.x * blockDim.x + i] = s;
}
