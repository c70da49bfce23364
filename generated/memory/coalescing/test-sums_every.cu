// kbc: test of memory/coalescing.md:70
#include <cstdint>
#line 59 "memory/coalescing.md"
__global__ void sum_every(const float* x, float* y, int stride)
{
    int threads = gridDim.x * blockDim.x;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    #pragma unroll
    for (int k = 0; k < 16; k++)
        s += x[(size_t)(t + k * threads) * stride];
    y[t] = s;
}
#line 15 "memory/coalescing/test-sums_every.cu"
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
#line 73 "memory/coalescing.md"
static auto kbc_kernel0 = sum_every; static_assert(kbc_passes<float *, float *, int>::fit(sum_every), "the kernel does not take what is passed");
