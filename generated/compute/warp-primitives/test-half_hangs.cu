// kbc: test of compute/warp-primitives.md:470
#include <cstdint>
#include <cuda_fp16.h>
#line 462 "compute/warp-primitives.md"
__global__ void half_a_warp(int* y)
{
    int lane = threadIdx.x, v = lane;
    if (lane < 16)
        v += __shfl_xor_sync(0xffffffffu, v, 8);
    y[lane] = v;
}
#line 13 "compute/warp-primitives/test-half_hangs.cu"
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
#line 472 "compute/warp-primitives.md"
static auto kbc_kernel0 = half_a_warp; static_assert(kbc_passes<int *>::fit(half_a_warp), "the kernel does not take what is passed");
