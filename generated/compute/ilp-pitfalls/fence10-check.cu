// kbc: fence of compute/ilp-pitfalls.md:391
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 392 "compute/ilp-pitfalls.md"
__global__ void plain(const float* x, float* total, int n)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += x[i];
    *total = sum;
}

__global__ void split(const float* x, float* total, int n)
{
    float sum[4] = { 0.0f, 0.0f, 0.0f, 0.0f };
    int i = 0;
    for (; i + 3 < n; i += 4) {
        #pragma unroll
        for (int k = 0; k < 4; k++)
            sum[k] += x[i + k];
    }
    for (; i < n; i++)
        sum[0] += x[i];
    *total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
}
