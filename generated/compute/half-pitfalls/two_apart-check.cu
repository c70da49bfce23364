// kbc: fragment of compute/half-pitfalls.md:411
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
extern "C" __global__ void
two_apart(
#line 410 "compute/half-pitfalls.md"
const __half* x, __half* y
#line 11 "compute/half-pitfalls/two_apart-check.cu"
)
{
#line 412 "compute/half-pitfalls.md"
y[0] = __hadd_rn(__hmul_rn(x[0], x[1]), x[2]);
#line 16 "compute/half-pitfalls/two_apart-check.cu"
}
