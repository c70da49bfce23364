// kbc: test of compute/half-pitfalls.md:326
#include <cstdint>
#include <cuda_fp16.h>
#line 319 "compute/half-pitfalls.md"
__global__ void guarded(const __half* x, __half* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = __hdiv(x[i], __hadd(__habs(x[i]), __float2half(1e-8f)));
}
#line 12 "compute/half-pitfalls/test-guards_nothing.cu"
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
#line 329 "compute/half-pitfalls.md"
static auto kbc_kernel0 = guarded; static_assert(kbc_passes<__half *, __half *, int>::fit(guarded), "the kernel does not take what is passed");
