// kbc: test of compute/half-pitfalls.md:256
#include <cstdint>
#include <cuda_fp16.h>
#line 227 "compute/half-pitfalls.md"
__global__ void norm_fp32(const __half* x, __half* y, int n)
{
    float squares = 0.0f;
    for (int i = 0; i < n; i++) {
        float v = __half2float(x[i]);
        squares = fmaf(v, v, squares);
    }
    float scale = rsqrtf(squares / n);
    for (int i = 0; i < n; i++)
        y[i] = __float2half(__half2float(x[i]) * scale);
}

__global__ void softmax_fp32(const __half* x, __half* y, int n)
{
    float top = __half2float(x[0]), sum = 0.0f;
    for (int i = 1; i < n; i++)
        top = fmaxf(top, __half2float(x[i]));
    for (int i = 0; i < n; i++)
        sum += expf(__half2float(x[i]) - top);
    for (int i = 0; i < n; i++)
        y[i] = __float2half(expf(__half2float(x[i]) - top) / sum);
}
#line 28 "compute/half-pitfalls/test-softmax_of_any.cu"
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
#line 259 "compute/half-pitfalls.md"
static auto kbc_kernel0 = softmax_fp32; static_assert(kbc_passes<__half *, __half *, int>::fit(softmax_fp32), "the kernel does not take what is passed");
