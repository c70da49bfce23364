// kbc: test of memory/elementwise.md:169
#include <cstdint>
#include <cuda_fp16.h>
extern "C" __global__ void
affine_pairs(
#line 159 "memory/elementwise.md"
const __half2* __restrict__ x, __half2* __restrict__ y, __half2 a, __half2 b
#line 9 "memory/elementwise/test-pairs_each.cu"
)
{
#line 161 "memory/elementwise.md"
int step = gridDim.x * blockDim.x;
int i = blockIdx.x * blockDim.x + threadIdx.x;
__half2 p = x[i], q = x[i + step], r = x[i + 2 * step], s = x[i + 3 * step];
y[i] = __hfma2(a, p, b);
y[i + step] = __hfma2(a, q, b);
y[i + 2 * step] = __hfma2(a, r, b);
y[i + 3 * step] = __hfma2(a, s, b);
#line 20 "memory/elementwise/test-pairs_each.cu"
}
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
#line 171 "memory/elementwise.md"
static auto kbc_kernel0 = affine_pairs; static_assert(kbc_passes<__half2 *, __half2 *, __half2, __half2>::fit(affine_pairs), "the kernel does not take what is passed");
