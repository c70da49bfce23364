// kbc: fragment of compute/half-precision.md:450
#include <cstdint>
#include <cuda_fp16.h>
extern "C" __global__ void
fused_relu(
#line 449 "compute/half-precision.md"
__half2* y, __half2 a, __half2 b
#line 9 "compute/half-precision/fused_relu.cu"
)
{
#line 451 "compute/half-precision.md"
int i = threadIdx.x;
y[i] = __hfma2_relu(y[i], a, b);
#line 15 "compute/half-precision/fused_relu.cu"
}
