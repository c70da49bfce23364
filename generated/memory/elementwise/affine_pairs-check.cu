// kbc: fragment of memory/elementwise.md:160
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
extern "C" __global__ void
affine_pairs(
#line 159 "memory/elementwise.md"
const __half2* __restrict__ x, __half2* __restrict__ y, __half2 a, __half2 b
#line 11 "memory/elementwise/affine_pairs-check.cu"
)
{
#line 161 "memory/elementwise.md"
int step = gridDim.x * blockDim.x;
int i = blockIdx.x * blockDim.x + threadIdx.x;
__half2 p = x[i], q = x[i + step], r = x[i + 2 * step], s = x[i + 3 * step];
y[i] = __hfma2(a, p, b);
y[i + step] = __hfma2(a, q, b);
y[i + 2 * step] = __hfma2(a, r, b);
y[i + 3 * step] = __hfma2(a, s, b);
#line 22 "memory/elementwise/affine_pairs-check.cu"
}
