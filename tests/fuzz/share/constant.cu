// kbc: fence of a.md:3
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 4 "a.md"
__constant__ float table[4];
__global__ void k(float *x) { x[0] = table[threadIdx.x]; }
