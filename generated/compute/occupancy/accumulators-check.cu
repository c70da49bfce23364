// kbc: fence of compute/occupancy.md:350
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 351 "compute/occupancy.md"
template <int count>
static __device__ void accumulate(float* x, float a, float b, int n)
{
    float* own = x + blockIdx.x * 256 * count + threadIdx.x;
    float s[count];
    #pragma unroll
    for (int k = 0; k < count; k++)
        s[k] = own[k * 256];
    #pragma unroll 1
    for (int i = 0; i < n; i++) {
        #pragma unroll
        for (int k = 0; k < count; k++)
            s[k] = fmaf(s[k], a, b);
    }
    #pragma unroll
    for (int k = 0; k < count; k++)
        own[k * 256] = s[k];
}

__global__ void __launch_bounds__(256) hold_64(float* x, float a, float b,
                                               int n)
{
    accumulate<64>(x, a, b, n);
}

__global__ void __launch_bounds__(256, 3) squeeze_64(float* x, float a,
                                                     float b, int n)
{
    accumulate<64>(x, a, b, n);
}

__global__ void __launch_bounds__(256, 4) spill_64(float* x, float a, float b,
                                                   int n)
{
    accumulate<64>(x, a, b, n);
}

__global__ void __launch_bounds__(256, 8) spill_more_64(float* x, float a,
                                                        float b, int n)
{
    accumulate<64>(x, a, b, n);
}
