// kbc: test of compute/half-pitfalls.md:131
#include <cstdint>
#include <cuda_fp16.h>
#line 117 "compute/half-pitfalls.md"
__global__ void sum_fp32(const __half* x, __half* total, int n)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += __half2float(x[i]);
    *total = __float2half(sum);
}
#line 13 "compute/half-pitfalls/test-sums_ones.cu"
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
#line 134 "compute/half-pitfalls.md"
static auto kbc_kernel0 = sum_fp32; static_assert(kbc_passes<__half *, __half *, int>::fit(sum_fp32), "the kernel does not take what is passed");
