// kbc: fragment of compute/ilp-pitfalls.md:231
#include <cstdint>
extern "C" __global__ void
forgetful(
#line 225 "compute/ilp-pitfalls.md"
const float* x, float* total, int n
#line 8 "compute/ilp-pitfalls/forgetful.cu"
)
{
#line 226 "compute/ilp-pitfalls.md"
int tid = blockIdx.x * blockDim.x + threadIdx.x;
int step = gridDim.x * blockDim.x;
#line 232 "compute/ilp-pitfalls.md"
float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
for (int i = tid; i < n - 3 * step; i += 4 * step) {
    s0 += x[i];
    s1 += x[i + step];
    s2 += x[i + 2 * step];
    s3 += x[i + 3 * step];
}
float sum = s0;  // s1, s2 and s3 are lost
#line 229 "compute/ilp-pitfalls.md"
atomicAdd(total, sum);
#line 25 "compute/ilp-pitfalls/forgetful.cu"
}
