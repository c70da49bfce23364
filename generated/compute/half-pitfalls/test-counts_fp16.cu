// kbc: test of compute/half-pitfalls.md:68
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#line 38 "compute/half-pitfalls.md"
__global__ void sum_fp16(const __half* x, __half* total, int n)
{
    __half sum = __float2half(0.0f);
    for (int i = 0; i < n; i++)
        sum = __hadd(sum, x[i]);
    *total = sum;
}

__global__ void sum_bf16(const __nv_bfloat16* x, __nv_bfloat16* total, int n)
{
    __nv_bfloat16 sum = __float2bfloat16(0.0f);
    for (int i = 0; i < n; i++)
        sum = __hadd(sum, x[i]);
    *total = sum;
}
#line 22 "compute/half-pitfalls/test-counts_fp16.cu"
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
#line 71 "compute/half-pitfalls.md"
static auto kbc_kernel0 = sum_fp16; static_assert(kbc_passes<__half *, __half *, int>::fit(sum_fp16), "the kernel does not take what is passed");
