// kbc: fence of compute/warp-primitives.md:318
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 319 "compute/warp-primitives.md"
__global__ void sums_each(const float* x, float* y, int rounds)
{
    const float* own = x + (blockIdx.x * blockDim.x / 32 + threadIdx.x / 32) * 1024;
    int lane = threadIdx.x % 32;
    float v[32], sum = 0.0f;
    #pragma unroll
    for (int k = 0; k < 32; k++)
        v[k] = own[k * 32 + lane];
    for (int r = 0; r < rounds; r++) {
        float w[32];
        #pragma unroll
        for (int k = 0; k < 32; k++) {
            w[k] = v[k];
            #pragma unroll
            for (int apart = 16; apart > 0; apart /= 2)
                w[k] += __shfl_xor_sync(0xffffffffu, w[k], apart);
        }
        float mine = w[0];
        #pragma unroll
        for (int k = 1; k < 32; k++)
            mine = lane == k ? w[k] : mine;
        sum += mine;
        v[0] = sum;
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <int half>
static __device__ void halve(float* w, int lane)
{
    bool upper = lane & half;
    #pragma unroll
    for (int k = 0; k < half; k++) {
        float send = upper ? w[k] : w[k + half];
        float keep = upper ? w[k + half] : w[k];
        w[k] = keep + __shfl_xor_sync(0xffffffffu, send, half);
    }
}

__global__ void sums_halving(const float* x, float* y, int rounds)
{
    const float* own = x + (blockIdx.x * blockDim.x / 32 + threadIdx.x / 32) * 1024;
    int lane = threadIdx.x % 32;
    float v[32], sum = 0.0f;
    #pragma unroll
    for (int k = 0; k < 32; k++)
        v[k] = own[k * 32 + lane];
    for (int r = 0; r < rounds; r++) {
        float w[32];
        #pragma unroll
        for (int k = 0; k < 32; k++)
            w[k] = v[k];
        halve<16>(w, lane);
        halve<8>(w, lane);
        halve<4>(w, lane);
        halve<2>(w, lane);
        halve<1>(w, lane);
        sum += w[0];
        v[0] = sum;
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
