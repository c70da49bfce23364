// kbc: probe of compute/fast-math.md:562
#include <cstdint>
#line 513 "compute/fast-math.md"
__global__ void divide_by_any(unsigned* x, unsigned d, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = x[i];
    for (int r = 0; r < rounds; r++)
        v = v / d + 0x70000000u;
    x[i] = v;
}

__global__ void divide_by_7(unsigned* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = x[i];
    for (int r = 0; r < rounds; r++)
        v = v / 7 + 0x70000000u;
    x[i] = v;
}

__global__ void divide_by_8(unsigned* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = x[i];
    for (int r = 0; r < rounds; r++)
        v = v / 8 + 0x70000000u;
    x[i] = v;
}
#line 31 "compute/fast-math/probe-by_8.cu"
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
#line 565 "compute/fast-math.md"
static auto kbc_kernel0 = divide_by_8; static_assert(kbc_passes<unsigned *, int>::fit(divide_by_8), "the kernel does not take what is passed");
