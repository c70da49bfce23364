// kbc: fence of memory/transpose.md:41
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 42 "memory/transpose.md"
__global__ void transpose_naive(const float *x, float *y, int rows,
                                int columns)
{
    int column = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y;

    for (int k = 0; k < 32; k += 8)
        if (column < columns && row + k < rows)
            y[(size_t)column * rows + row + k] =
                x[(size_t)(row + k) * columns + column];
}
