// kbc: test of compute/counters.md:92
#include <cstdint>
#line 76 "compute/counters.md"
__global__ void columns(float *out, int stride)
{
    __shared__ float t[1024];
    int i = threadIdx.x;

    for (int k = i; k < 1024; k += 32)
        t[k] = k;
    __syncwarp();
    out[i] = t[i * stride % 1024];
}
#line 15 "compute/counters/test-column.cu"
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
#line 94 "compute/counters.md"
static auto kbc_kernel0 = columns; static_assert(kbc_passes<float *, double>::fit(columns), "the kernel does not take what is passed");
