// kbc: fence of compute/warp-primitives.md:65
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 66 "compute/warp-primitives.md"
__global__ void as_it_was(float* x)
{
    x[threadIdx.x] += __shfl_down(x[threadIdx.x], 16);
}
