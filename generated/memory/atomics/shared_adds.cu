// kbc: fence of memory/atomics.md:457
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 458 "memory/atomics.md"
__global__ void shared_floats(float* y, int rounds)
{
    __shared__ float total;
    if (threadIdx.x == 0)
        total = 0.0f;
    __syncthreads();
    for (int r = 0; r < rounds; r++)
        atomicAdd(&total, 1.0f);
    __syncthreads();
    if (threadIdx.x == 0)
        y[blockIdx.x] = total;
}

__global__ void shared_ints(int* y, int rounds)
{
    __shared__ int totals[2];
    if (threadIdx.x < 2)
        totals[threadIdx.x] = 0;
    __syncthreads();
    for (int r = 0; r < rounds; r++)
        atomicAdd(&totals[threadIdx.x / 32 % 2 == r], (int)threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0)
        y[blockIdx.x] = totals[0] + totals[1];
}
