// kbc: fence of compute/fast-math.md:512
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 513 "compute/fast-math.md"
__global__ void divide_by_any(unsigned* x, unsigned d, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = x[i];
    for (int r = 0; r < rounds; r++)
        v = v / d + 0x70000000u;
    x[i] = v;
}

__global__ void divide_by_7(unsigned* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = x[i];
    for (int r = 0; r < rounds; r++)
        v = v / 7 + 0x70000000u;
    x[i] = v;
}

__global__ void divide_by_8(unsigned* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = x[i];
    for (int r = 0; r < rounds; r++)
        v = v / 8 + 0x70000000u;
    x[i] = v;
}
