// kbc: test of compute/half-pitfalls.md:383
#include <cstdint>
#include <cuda_fp16.h>
#line 374 "compute/half-pitfalls.md"
__global__ void guarded_fp32(const __half* x, __half* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = __half2float(x[i]);
        y[i] = __float2half(v / (fabsf(v) + 1e-8f));
    }
}
#line 14 "compute/half-pitfalls/test-guards.cu"
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
#line 386 "compute/half-pitfalls.md"
static auto kbc_kernel0 = guarded_fp32; static_assert(kbc_passes<__half *, __half *, int>::fit(guarded_fp32), "the kernel does not take what is passed");
