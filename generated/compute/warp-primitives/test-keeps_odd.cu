// kbc: test of compute/warp-primitives.md:443
#include <cstdint>
#line 430 "compute/warp-primitives.md"
__global__ void keep_odd(const int* x, int* y, int n)
{
    int lane = threadIdx.x, kept = 0;
    #pragma unroll 1
    for (int first = 0; first < n; first += 32) {
        int v = first + lane < n ? x[first + lane] : 0;
        unsigned mine = __ballot_sync(0xffffffffu, v % 2 != 0);
        if (v % 2 != 0)
            y[kept + __popc(mine & (1u << lane) - 1)] = v;
        kept += __popc(mine);
    }
}
#line 17 "compute/warp-primitives/test-keeps_odd.cu"
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
#line 446 "compute/warp-primitives.md"
static auto kbc_kernel0 = keep_odd; static_assert(kbc_passes<int *, int *, int>::fit(keep_odd), "the kernel does not take what is passed");
