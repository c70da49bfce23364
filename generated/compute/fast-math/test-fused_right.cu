// kbc: test of compute/fast-math.md:441
#include <cstdint>
#line 431 "compute/fast-math.md"
__global__ void fused(float* y, float a, float b)
{
    y[threadIdx.x] = y[threadIdx.x] * a + b;
}

__global__ void apart(float* y, float a, float b)
{
    y[threadIdx.x] = __fadd_rn(__fmul_rn(y[threadIdx.x], a), b);
}
#line 14 "compute/fast-math/test-fused_right.cu"
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
#line 443 "compute/fast-math.md"
static auto kbc_kernel0 = fused; static_assert(kbc_passes<float *, float, float>::fit(fused), "the kernel does not take what is passed");
static auto kbc_kernel1 = apart; static_assert(kbc_passes<float *, float, float>::fit(apart), "the kernel does not take what is passed");
