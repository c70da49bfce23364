// kbc: fragment of compute/half-precision.md:450
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
extern "C" __global__ void
fused_relu(
#line 449 "compute/half-precision.md"
__half2* y, __half2 a, __half2 b
#line 11 "compute/half-precision/fused_relu-check.cu"
)
{
#line 451 "compute/half-precision.md"
int i = threadIdx.x;
y[i] = __hfma2_relu(y[i], a, b);
#line 17 "compute/half-precision/fused_relu-check.cu"
}
