// kbc: fragment of compute/half-precision.md:399
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
extern "C" __global__ void
packed_affine(
#line 398 "compute/half-precision.md"
const __half2* x, __half2* y, float slope, float offset, int pairs
#line 11 "compute/half-precision/packed_affine-check.cu"
)
{
#line 400 "compute/half-precision.md"
__half2 s = __floats2half2_rn(slope, slope);
__half2 t = __floats2half2_rn(offset, offset);
int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i < pairs)
    y[i] = __hfma2(x[i], s, t);
#line 20 "compute/half-precision/packed_affine-check.cu"
}
