// kbc: test of compute/half-pitfalls.md:209
#include <cstdint>
#include <cuda_fp16.h>
#line 188 "compute/half-pitfalls.md"
__global__ void softmax_fp16(const __half* x, __half* y, int n)
{
    __half sum = __float2half(0.0f);
    for (int i = 0; i < n; i++)
        sum = __hadd(sum, hexp(x[i]));
    for (int i = 0; i < n; i++)
        y[i] = __hdiv(hexp(x[i]), sum);
}
#line 14 "compute/half-pitfalls/test-softmax_of_12.cu"
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
#line 212 "compute/half-pitfalls.md"
static auto kbc_kernel0 = softmax_fp16; static_assert(kbc_passes<__half *, __half *, int>::fit(softmax_fp16), "the kernel does not take what is passed");
