// kbc: fence of memory/shared-banks.md:142
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 143 "memory/shared-banks.md"
__global__ void read_pairs(float* y, int rounds)
{
    __shared__ float2 s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = make_float2(2 * i, 2 * i + 1);
    __syncthreads();
    int at = threadIdx.x % 32;
    float sum = 0.0f;
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 8; k++) {
            float2 v = s[at + 32 * k];
            sum += v.x + v.y;
        }
        at = (at + 32) & 511;
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void read_quads(float* y, int rounds)
{
    __shared__ float4 s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = make_float4(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
    __syncthreads();
    int at = threadIdx.x % 32;
    float sum = 0.0f;
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 8; k++) {
            float4 v = s[at + 32 * k];
            sum += (v.x + v.y) + (v.z + v.w);
        }
        at = (at + 32) & 511;
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
