// kbc: probe of compute/counters.md:123
#include <cstdint>
#include <cuda_fp16.h>
#line 107 "compute/counters.md"
__global__ void packed(__half2 *out, const __half2 *in)
{
    __half2 a = in[threadIdx.x], b = in[128], c = in[129];

#pragma unroll
    for (int k = 0; k < 64; k++)
        a = __hfma2(a, b, c);
    out[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
#line 15 "compute/counters/probe-packs.cu"
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
#line 126 "compute/counters.md"
static auto kbc_kernel0 = packed; static_assert(kbc_passes<__half2 *, __half2 *>::fit(packed), "the kernel does not take what is passed");
