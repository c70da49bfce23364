// kbc: fragment of compute/ilp-pitfalls.md:292
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
extern "C" __global__ void
unguarded(
#line 286 "compute/ilp-pitfalls.md"
const float* x, float* total, int n
#line 10 "compute/ilp-pitfalls/unguarded-check.cu"
)
{
#line 287 "compute/ilp-pitfalls.md"
int tid = blockIdx.x * blockDim.x + threadIdx.x;
int step = gridDim.x * blockDim.x;
#line 293 "compute/ilp-pitfalls.md"
float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
for (int i = tid; i < n; i += 4 * step) {
    s0 += x[i];
    s1 += x[i + step];      // may be past the end
    s2 += x[i + 2 * step];
    s3 += x[i + 3 * step];
}
float sum = (s0 + s1) + (s2 + s3);
#line 290 "compute/ilp-pitfalls.md"
atomicAdd(total, sum);
#line 27 "compute/ilp-pitfalls/unguarded-check.cu"
}
