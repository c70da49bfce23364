// kbc: test of compute/half-packing.md:68
#include <cstdint>
#include <cuda_fp16.h>
#line 41 "compute/half-packing.md"
__global__ void in_turn(__half* x, __half a, __half b)
{
    __half u = x[0], v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++) {
        u = __hfma(u, a, b);
        v = __hfma(v, a, b);
    }
    x[0] = u;
    x[1] = v;
}

__global__ void late_load(const __half* __restrict__ x, __half* __restrict__ y,
                          __half a, __half b)
{
    __half u = x[0];
    #pragma unroll
    for (int i = 0; i < 16; i++)
        u = __hfma(u, a, b);
    y[0] = u;
    __half v = x[1];
    #pragma unroll
    for (int i = 0; i < 16; i++)
        v = __hfma(v, a, b);
    y[1] = v;
}
#line 32 "compute/half-packing/test-both_count.cu"
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
#line 70 "compute/half-packing.md"
static auto kbc_kernel0 = late_load; static_assert(kbc_passes<__half *, __half *, __half, __half>::fit(late_load), "the kernel does not take what is passed");
static auto kbc_kernel1 = in_turn; static_assert(kbc_passes<__half *, __half, __half>::fit(in_turn), "the kernel does not take what is passed");
