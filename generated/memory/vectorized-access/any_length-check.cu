// kbc: fence of memory/vectorized-access.md:270
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 271 "memory/vectorized-access.md"
__global__ void scale_row(float* x, float a, int first, int n)
{
    float* row = x + first;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int head = min((int)(-(size_t)row / 4 & 3), n);
    int quads = (n - head) / 4;
    float4* q = (float4*)(row + head);
    for (int i = t; i < quads; i += threads) {
        float4 v = q[i];
        q[i] = make_float4(a * v.x, a * v.y, a * v.z, a * v.w);
    }
    int rest = n - 4 * quads;
    if (t < rest)
        row[t < head ? t : 4 * quads + t] *= a;
}
