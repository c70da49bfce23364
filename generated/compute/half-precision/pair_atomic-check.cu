// kbc: fragment of compute/half-precision.md:510
#include <cstdint>
#include <cuda_fp16.h>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
extern "C" __global__ void
pair_atomic(
#line 509 "compute/half-precision.md"
__half2* total, __half2 mine
#line 11 "compute/half-precision/pair_atomic-check.cu"
)
{
#line 511 "compute/half-precision.md"
if (threadIdx.x == 0)
    atomicAdd(total, mine);
#line 17 "compute/half-precision/pair_atomic-check.cu"
}
