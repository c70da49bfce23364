// kbc: probe of compute/half-questions.md:146
#include <cstdint>
#include <cuda_fp16.h>
#line 110 "compute/half-questions.md"
__global__ void add_halves(__half* total, int rounds)
{
    for (int i = 0; i < rounds; i++)
        atomicAdd(total, __float2half(1.0f));
}

__global__ void add_pairs(__half2* total, int rounds)
{
    for (int i = 0; i < rounds; i++)
        atomicAdd(total, __float2half2_rn(1.0f));
}

__global__ void add_floats(float* total, int rounds)
{
    for (int i = 0; i < rounds; i++)
        atomicAdd(total, 1.0f);
}
#line 23 "compute/half-questions/probe-halves.cu"
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
#line 149 "compute/half-questions.md"
static auto kbc_kernel0 = add_halves; static_assert(kbc_passes<__half *, int>::fit(add_halves), "the kernel does not take what is passed");
