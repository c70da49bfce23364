// kbc: test of compute/half-pitfalls.md:174
#include <cstdint>
#include <cuda_fp16.h>
#line 158 "compute/half-pitfalls.md"
__global__ void norm_fp16(const __half* x, __half* y, int n)
{
    __half squares = __float2half(0.0f);
    for (int i = 0; i < n; i++)
        squares = __hfma(x[i], x[i], squares);
    __half scale = hrsqrt(__hdiv(squares, __int2half_rn(n)));
    for (int i = 0; i < n; i++)
        y[i] = __hmul(x[i], scale);
}
#line 15 "compute/half-pitfalls/test-norm_of_large.cu"
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
#line 177 "compute/half-pitfalls.md"
static auto kbc_kernel0 = norm_fp16; static_assert(kbc_passes<__half *, __half *, int>::fit(norm_fp16), "the kernel does not take what is passed");
