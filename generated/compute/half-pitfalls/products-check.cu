// kbc: fence of compute/half-pitfalls.md:275
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 276 "compute/half-pitfalls.md"
__device__ unsigned short product(unsigned short a, unsigned short b)
{
    asm("mul.f16 %0, %0, %1;" : "+h"(a) : "h"(b));
    return a;
}

__device__ unsigned short product_ftz(unsigned short a, unsigned short b)
{
    asm("mul.ftz.f16 %0, %0, %1;" : "+h"(a) : "h"(b));
    return a;
}
