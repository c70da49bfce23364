// kbc: fence of memory/atomics.md:370
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 371 "memory/atomics.md"
__global__ void bins_global(const int* x, int* bins, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&bins[x[i]], 1);
}

__global__ void bins_shared(const int* x, int* bins, int n)
{
    __shared__ int own[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&own[x[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        atomicAdd(&bins[b], own[b]);
}
