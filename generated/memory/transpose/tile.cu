// kbc: fence of memory/transpose.md:79
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
#line 80 "memory/transpose.md"
__global__ void transpose_tile(const float *x, float *y, int rows,
                               int columns, int pitch)
{
    extern __shared__ float tile[]; /* 32 * pitch */
    int column = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y;

    for (int k = 0; k < 32; k += 8)
        if (column < columns && row + k < rows)
            tile[(threadIdx.y + k) * pitch + threadIdx.x] =
                x[(size_t)(row + k) * columns + column];
    __syncthreads();
    column = blockIdx.y * 32 + threadIdx.x;
    row = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (column < rows && row + k < columns)
            y[(size_t)(row + k) * rows + column] =
                tile[threadIdx.x * pitch + threadIdx.y + k];
}
