// kbc: test of memory/coalescing.md:133
#include <cstdint>
#line 127 "memory/coalescing.md"
__global__ void copy_from(const float* x, float* y, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i + offset];
}
#line 10 "memory/coalescing/test-copies_from.cu"
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
#line 136 "memory/coalescing.md"
static auto kbc_kernel0 = copy_from; static_assert(kbc_passes<float *, float *, int>::fit(copy_from), "the kernel does not take what is passed");
