// kbc: test of memory/vectorized-access.md:134
#include <cstdint>
#line 116 "memory/vectorized-access.md"
__global__ void copy_four_apart(const float* __restrict__ x,
                                float* __restrict__ y)
{
    int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    #pragma unroll
    for (int k = 0; k < 4; k++)
        y[i + k * blockDim.x] = x[i + k * blockDim.x];
}

__global__ void copy_four_beside(const float* __restrict__ x,
                                 float* __restrict__ y)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    #pragma unroll
    for (int k = 0; k < 4; k++)
        y[i + k] = x[i + k];
}
#line 22 "memory/vectorized-access/test-fours_right.cu"
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
#line 136 "memory/vectorized-access.md"
static auto kbc_kernel0 = copy_four_apart; static_assert(kbc_passes<float *, float *>::fit(copy_four_apart), "the kernel does not take what is passed");
static auto kbc_kernel1 = copy_four_beside; static_assert(kbc_passes<float *, float *>::fit(copy_four_beside), "the kernel does not take what is passed");
