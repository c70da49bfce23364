// kbc: test of compute/half-pitfalls.md:446
#include <cstdint>
#include <cuda_fp16.h>
#line 428 "compute/half-pitfalls.md"
__global__ void relu_max(const __half2* x, __half2* y, __half2 a, __half2 b)
{
    int i = threadIdx.x;
    y[i] = __hmax2(__hfma2(x[i], a, b), __float2half2_rn(0.0f));
}

__global__ void relu_fused(const __half2* x, __half2* y, __half2 a, __half2 b)
{
    int i = threadIdx.x;
    y[i] = __hfma2_relu(x[i], a, b);
}
#line 17 "compute/half-pitfalls/test-hides.cu"
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
#line 448 "compute/half-pitfalls.md"
static auto kbc_kernel0 = relu_max; static_assert(kbc_passes<__half2 *, __half2 *, __half2, __half2>::fit(relu_max), "the kernel does not take what is passed");
