// kbc: test of compute/ilp-pitfalls.md:183
#include <cstdint>
#line 176 "compute/ilp-pitfalls.md"
__global__ void torn_apart(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n)
        y[i] = y[i - 1] + x[i];
}
#line 11 "compute/ilp-pitfalls/test-runs_apart.cu"
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
#line 186 "compute/ilp-pitfalls.md"
static auto kbc_kernel0 = torn_apart; static_assert(kbc_passes<float *, float *, int>::fit(torn_apart), "the kernel does not take what is passed");
