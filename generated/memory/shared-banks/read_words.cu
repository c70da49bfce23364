// kbc: fence of memory/shared-banks.md:65
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 66 "memory/shared-banks.md"
__global__ void read_words(float* y, int stride, int rounds)
{
    __shared__ float s[1024 + 256];
    for (int i = threadIdx.x; i < 1024 + 256; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    int at = threadIdx.x % 32 * stride;
    float sum = 0.0f;
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 8; k++)
            sum += s[at + 32 * k];
        at = (at + 32) & 1023;
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
