// kbc: probe of memory/atomics.md:194
#include <cstdint>
#line 169 "memory/atomics.md"
__global__ void add_spread(float* totals, int mask, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; r++)
        atomicAdd(&totals[(i + r * 32) & mask], 1.0f);
}

__global__ void add_strided(float* totals, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; r++)
        atomicAdd(&totals[(i * 32 + r * 1024) & 0xfffff], 1.0f);
}
#line 18 "memory/atomics/probe-few.cu"
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
#line 198 "memory/atomics.md"
static auto kbc_kernel0 = add_spread; static_assert(kbc_passes<float *, int, int>::fit(add_spread), "the kernel does not take what is passed");
