// kbc: fence of memory/shared-banks.md:233
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 234 "memory/shared-banks.md"
template <int pitch, bool swizzle>
static __device__ void turn(float* x, int rounds)
{
    __shared__ float tiles[4][32 * pitch];
    float* tile = tiles[threadIdx.x / 32];
    int lane = threadIdx.x % 32;
    float* own = x + (blockIdx.x * 4 + threadIdx.x / 32) * 1024 + lane;
    float v[32];
    #pragma unroll
    for (int k = 0; k < 32; k++)
        v[k] = own[32 * k];
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 32; k++)
            tile[k * pitch + (swizzle ? lane ^ k : lane)] = v[k];
        __syncwarp();
        #pragma unroll
        for (int k = 0; k < 32; k++)
            v[k] = tile[lane * pitch + (swizzle ? k ^ lane : k)];
        __syncwarp();
    }
    #pragma unroll
    for (int k = 0; k < 32; k++)
        own[32 * k] = v[k];
}

__global__ void turn_plain(float* x, int rounds)
{
    turn<32, false>(x, rounds);
}

__global__ void turn_padded(float* x, int rounds)
{
    turn<33, false>(x, rounds);
}

__global__ void turn_swizzled(float* x, int rounds)
{
    turn<32, true>(x, rounds);
}
