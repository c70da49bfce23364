// kbc: test of compute/warp-primitives.md:490
#include <cstdint>
#line 482 "compute/warp-primitives.md"
__global__ void down(const int* x, int* y)
{
    int v = x[threadIdx.x];
    for (int apart = 16; apart > 0; apart /= 2)
        v += __shfl_down_sync(0xffffffffu, v, apart);
    y[threadIdx.x] = v;
}
#line 12 "compute/warp-primitives/test-down_first.cu"
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
#line 492 "compute/warp-primitives.md"
static auto kbc_kernel0 = down; static_assert(kbc_passes<int *, int *>::fit(down), "the kernel does not take what is passed");
