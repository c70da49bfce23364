// kbc: test of memory/atomics.md:542
#include <cstdint>
#line 532 "memory/atomics.md"
__global__ void add_quads(float4* total, float4 mine)
{
    atomicAdd(total, mine);
}

__global__ void add_within_block(int* total)
{
    atomicAdd_block(total + blockIdx.x, 1);
}
#line 14 "memory/atomics/test-vectors_right.cu"
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
#line 546 "memory/atomics.md"
static auto kbc_kernel0 = add_quads; static_assert(kbc_passes<float4 *, float4>::fit(add_quads), "the kernel does not take what is passed");
static auto kbc_kernel1 = add_within_block; static_assert(kbc_passes<int *>::fit(add_within_block), "the kernel does not take what is passed");
