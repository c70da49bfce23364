// kbc: fence of compute/ilp-pitfalls.md:194
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 195 "compute/ilp-pitfalls.md"
__global__ void stretches(const float* x, float* y, int n)
{
    int lane = threadIdx.x, length = (n + 31) / 32;
    int from = lane * length, to = min(from + length, n);
    float sum = 0.0f;
    for (int i = from; i < to; i++)
        sum += x[i];
    for (int apart = 1; apart < 32; apart *= 2) {
        float other = __shfl_up_sync(0xffffffffu, sum, apart);
        if (lane >= apart)
            sum += other;
    }
    float running = __shfl_up_sync(0xffffffffu, sum, 1);
    if (lane == 0)
        running = 0.0f;
    for (int i = from; i < to; i++) {
        running += x[i];
        y[i] = running;
    }
}
