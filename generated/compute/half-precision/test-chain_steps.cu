// kbc: test of compute/half-precision.md:314
#include <cstdint>
#include <cuda_fp16.h>
#line 293 "compute/half-precision.md"
__global__ void one_chain(__half* x, __half a, __half b)
{
    __half u = x[0];
    #pragma unroll
    for (int i = 0; i < 64; i++)
        u = __hfma(u, a, b);
    x[0] = u;
}

__global__ void two_chains(__half* x, __half a, __half b)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 64; i++) {
        u = __hfma(u, a, b);
        v = __hfma(v, a, b);
    }
    x[0] = u;
    x[1] = v;
}
#line 26 "compute/half-precision/test-chain_steps.cu"
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
#line 316 "compute/half-precision.md"
static auto kbc_kernel0 = one_chain; static_assert(kbc_passes<__half *, __half, __half>::fit(one_chain), "the kernel does not take what is passed");
static auto kbc_kernel1 = two_chains; static_assert(kbc_passes<__half *, __half, __half>::fit(two_chains), "the kernel does not take what is passed");
