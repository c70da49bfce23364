// kbc: test of compute/counters.md:48
#include <cstdint>
#line 41 "compute/counters.md"
__global__ void loads(float *out, const float *in, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    out[i] = in[i * stride];
}
#line 11 "compute/counters/test-near.cu"
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
#line 51 "compute/counters.md"
static auto kbc_kernel0 = loads; static_assert(kbc_passes<float *, float *, double>::fit(loads), "the kernel does not take what is passed");
