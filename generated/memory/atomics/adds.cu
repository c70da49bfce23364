// kbc: fence of memory/atomics.md:40
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 41 "memory/atomics.md"
__global__ void add_ones(int* total)
{
    atomicAdd(total, 1);
}

__global__ void add_ints(const int* x, int* total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(total, x[i]);
}

__global__ void add_floats(const float* x, float* total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(total, x[i]);
}

__global__ void add_doubles(const float* x, double* total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(total, (double)x[i]);
}

__global__ void take_numbers(int* counter, int* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = atomicAdd(counter, 1);
}
