// kbc: test of compute/half-precision.md:366
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#line 341 "compute/half-precision.md"
__global__ void packed_chain(__half2* x, __half2 a, __half2 b)
{
    __half2 u = x[0];
    #pragma unroll
    for (int i = 0; i < 64; i++)
        u = __hfma2(u, a, b);
    x[0] = u;
}

__global__ void packed_chain_bf16(__nv_bfloat162* x, __nv_bfloat162 a,
                                  __nv_bfloat162 b)
{
    __nv_bfloat162 u = x[0];
    #pragma unroll
    for (int i = 0; i < 64; i++)
        u = __hfma2(u, a, b);
    x[0] = u;
}
#line 25 "compute/half-precision/test-packed_steps_bf16.cu"
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
#line 368 "compute/half-precision.md"
static auto kbc_kernel0 = packed_chain_bf16; static_assert(kbc_passes<__nv_bfloat162 *, __nv_bfloat162, __nv_bfloat162>::fit(packed_chain_bf16), "the kernel does not take what is passed");
