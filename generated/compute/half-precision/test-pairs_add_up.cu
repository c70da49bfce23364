// kbc: test of compute/half-precision.md:514
#include <cstdint>
#include <cuda_fp16.h>
extern "C" __global__ void
pair_atomic(
#line 509 "compute/half-precision.md"
__half2* total, __half2 mine
#line 9 "compute/half-precision/test-pairs_add_up.cu"
)
{
#line 511 "compute/half-precision.md"
if (threadIdx.x == 0)
    atomicAdd(total, mine);
#line 15 "compute/half-precision/test-pairs_add_up.cu"
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
#line 516 "compute/half-precision.md"
static auto kbc_kernel0 = pair_atomic; static_assert(kbc_passes<__half2 *, __half2>::fit(pair_atomic), "the kernel does not take what is passed");
