// kbc: probe of memory/coalescing.md:218
#include <cstdint>
#line 175 "memory/coalescing.md"
__global__ void copy_mirrored(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i ^ 31];
}

__device__ int turned(int i)
{
    return (i & ~1023) | (i & 31) << 5 | (i >> 5 & 31);
}

__global__ void copy_gathered(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[turned(i)];
}

__global__ void copy_scattered(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[turned(i)] = x[i];
}
#line 27 "memory/coalescing/probe-mirrored.cu"
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
#line 220 "memory/coalescing.md"
static auto kbc_kernel0 = copy_mirrored; static_assert(kbc_passes<float *, float *>::fit(copy_mirrored), "the kernel does not take what is passed");
