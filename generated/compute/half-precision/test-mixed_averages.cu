// kbc: test of compute/half-precision.md:546
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#line 541 "compute/half-precision.md"
__global__ void mixed(__half* y, __half h, __nv_bfloat16 b)
{
    y[0] = __hadd(h, b);
}
#line 11 "compute/half-precision/test-mixed_averages.cu"
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
#line 549 "compute/half-precision.md"
static auto kbc_kernel0 = mixed; static_assert(kbc_passes<__half *, __half, __nv_bfloat16>::fit(mixed), "the kernel does not take what is passed");
