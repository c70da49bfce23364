// kbc: test of compute/half-precision.md:454
#include <cstdint>
#include <cuda_fp16.h>
extern "C" __global__ void
fused_relu(
#line 449 "compute/half-precision.md"
__half2* y, __half2 a, __half2 b
#line 9 "compute/half-precision/test-relu_clamps.cu"
)
{
#line 451 "compute/half-precision.md"
int i = threadIdx.x;
y[i] = __hfma2_relu(y[i], a, b);
#line 15 "compute/half-precision/test-relu_clamps.cu"
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
#line 456 "compute/half-precision.md"
static auto kbc_kernel0 = fused_relu; static_assert(kbc_passes<__half2 *, __half2, __half2>::fit(fused_relu), "the kernel does not take what is passed");
