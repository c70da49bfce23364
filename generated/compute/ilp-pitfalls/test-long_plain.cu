// kbc: test of compute/ilp-pitfalls.md:417
#include <cstdint>
#line 408 "compute/ilp-pitfalls.md"
__global__ void plain(const float* x, float* total, int n)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += x[i];
    *total = sum;
}
#line 12 "compute/ilp-pitfalls/test-long_plain.cu"
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
#line 419 "compute/ilp-pitfalls.md"
static auto kbc_kernel0 = plain; static_assert(kbc_passes<float *, float *, double>::fit(plain), "the kernel does not take what is passed");
