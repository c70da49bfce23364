// kbc: probe of memory/transpose.md:106
#include <cstdint>
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
#line 24 "memory/transpose/probe-tile.cu"
#include <type_traits>
template <class... A> struct kbc_passes {
	template <class... P> static constexpr bool
	fit(void (*)(P...))
	{
		if constexpr (sizeof...(A) != sizeof...(P))
			return false;
		else
			return (std::is_convertible_v<A, P> && ...);
	}
};
#line 109 "memory/transpose.md"
static auto kbc_kernel0 = transpose_tile; static_assert(kbc_passes<float *, float *, int, int, int>::fit(transpose_tile), "the kernel does not take what is passed");
