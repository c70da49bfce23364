// kbc: test of memory/elementwise.md:103
#include <cstdint>
#include <cuda_fp16.h>
#line 95 "memory/elementwise.md"
__global__ void affine_one(const __half* __restrict__ x,
                           __half* __restrict__ y, __half a, __half b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = __hfma(a, x[i], b);
}
#line 13 "memory/elementwise/test-one_each.cu"
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
#line 106 "memory/elementwise.md"
static auto kbc_kernel0 = affine_one; static_assert(kbc_passes<__half *, __half *, __half, __half, int>::fit(affine_one), "the kernel does not take what is passed");
