// kbc: test of compute/half-pitfalls.md:414
#include <cstdint>
#include <cuda_fp16.h>
extern "C" __global__ void
two_apart(
#line 410 "compute/half-pitfalls.md"
const __half* x, __half* y
#line 9 "compute/half-pitfalls/test-adds_apart.cu"
)
{
#line 412 "compute/half-pitfalls.md"
y[0] = __hadd_rn(__hmul_rn(x[0], x[1]), x[2]);
#line 14 "compute/half-pitfalls/test-adds_apart.cu"
}
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
#line 416 "compute/half-pitfalls.md"
static auto kbc_kernel0 = two_apart; static_assert(kbc_passes<__half *, __half *>::fit(two_apart), "the kernel does not take what is passed");
