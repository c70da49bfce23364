// kbc: fragment of compute/ilp.md:247
#include <cstdint>
extern "C" __global__ void
unrolled_affine(
#line 246 "compute/ilp.md"
const float* x, float* y, float a, float b, int n
#line 8 "compute/ilp/unrolled_affine.cu"
)
{
#line 248 "compute/ilp.md"
int step = gridDim.x * blockDim.x;
#pragma unroll 4
for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
    y[i] = __fmaf_rn(x[i], a, b);
#line 16 "compute/ilp/unrolled_affine.cu"
}
