// kbc: probe of memory/transpose.md:60
#include <cstdint>
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
#line 16 "memory/transpose/probe-naive.cu"
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
#line 63 "memory/transpose.md"
static auto kbc_kernel0 = transpose_naive; static_assert(kbc_passes<float *, float *, int, int>::fit(transpose_naive), "the kernel does not take what is passed");
