// kbc: test of compute/ilp-pitfalls.md:487
#include <cstdint>
#line 478 "compute/ilp-pitfalls.md"
__global__ void doubled_volatile(float* x)
{
    volatile float a = x[0];
    for (int i = 0; i < 8; i++)
        a = a * 2.0f;
    x[1] = a;
}
#line 12 "compute/ilp-pitfalls/test-doubles.cu"
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
#line 489 "compute/ilp-pitfalls.md"
static auto kbc_kernel0 = doubled_volatile; static_assert(kbc_passes<float *>::fit(doubled_volatile), "the kernel does not take what is passed");
