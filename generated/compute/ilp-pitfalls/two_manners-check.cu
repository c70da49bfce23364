// kbc: fragment of compute/ilp-pitfalls.md:340
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
extern "C" __global__ void
two_manners(
#line 334 "compute/ilp-pitfalls.md"
const float* x, float* total, int n
#line 10 "compute/ilp-pitfalls/two_manners-check.cu"
)
{
#line 335 "compute/ilp-pitfalls.md"
int tid = blockIdx.x * blockDim.x + threadIdx.x;
int step = gridDim.x * blockDim.x;
#line 341 "compute/ilp-pitfalls.md"
float sum = 0.0f;
int i = 4 * tid;
for (; i + 3 < n; i += 4 * step)
    sum += (x[i] + x[i + 1]) + (x[i + 2] + x[i + 3]);
for (; i < n; i += step)
    sum += x[i];
#line 338 "compute/ilp-pitfalls.md"
atomicAdd(total, sum);
#line 25 "compute/ilp-pitfalls/two_manners-check.cu"
}
