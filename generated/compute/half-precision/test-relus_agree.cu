// kbc: test of compute/half-precision.md:468
#include <cstdint>
#include <cuda_fp16.h>
extern "C" __global__ void
fused_relu(
#line 449 "compute/half-precision.md"
__half2* y, __half2 a, __half2 b
#line 9 "compute/half-precision/test-relus_agree.cu"
)
{
#line 451 "compute/half-precision.md"
int i = threadIdx.x;
y[i] = __hfma2_relu(y[i], a, b);
#line 15 "compute/half-precision/test-relus_agree.cu"
}
#line 461 "compute/half-precision.md"
__global__ void split_relu(__half2* y, __half2 a, __half2 b)
{
    int i = threadIdx.x;
    y[i] = __hmax2(__hfma2(y[i], a, b), __float2half2_rn(0.0f));
}
#line 23 "compute/half-precision/test-relus_agree.cu"
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
#line 470 "compute/half-precision.md"
static auto kbc_kernel0 = split_relu; static_assert(kbc_passes<__half2 *, __half2, __half2>::fit(split_relu), "the kernel does not take what is passed");
static auto kbc_kernel1 = fused_relu; static_assert(kbc_passes<__half2 *, __half2, __half2>::fit(fused_relu), "the kernel does not take what is passed");
