// kbc: fence of compute/ilp-pitfalls.md:477
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 478 "compute/ilp-pitfalls.md"
__global__ void doubled_volatile(float* x)
{
    volatile float a = x[0];
    for (int i = 0; i < 8; i++)
        a = a * 2.0f;
    x[1] = a;
}
