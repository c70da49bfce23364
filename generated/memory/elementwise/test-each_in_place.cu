// kbc: test of memory/elementwise.md:139
#include <cstdint>
#include <cuda_fp16.h>
#line 117 "memory/elementwise.md"
__global__ void affine_eight(const uint4* __restrict__ x,
                             uint4* __restrict__ y,
                             __half2 a, __half2 b, int groups)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= groups)
        return;
    uint4 words = x[i];
    __half2* pairs = reinterpret_cast<__half2*>(&words);
    #pragma unroll
    for (int k = 0; k < 4; k++)
        pairs[k] = __hfma2(a, pairs[k], b);
    y[i] = words;
}
#line 20 "memory/elementwise/test-each_in_place.cu"
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
#line 143 "memory/elementwise.md"
static auto kbc_kernel0 = affine_eight; static_assert(kbc_passes<uint4 *, uint4 *, __half2, __half2, int>::fit(affine_eight), "the kernel does not take what is passed");
