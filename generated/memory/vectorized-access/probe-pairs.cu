// kbc: probe of memory/vectorized-access.md:85
#include <cstdint>
#line 42 "memory/vectorized-access.md"
__global__ void copy_floats(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
}

__global__ void copy_pairs(const float2* x, float2* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
}

__global__ void copy_quads(const float4* x, float4* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
}

__global__ void copy_bytes(const unsigned char* x, unsigned char* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
}
#line 28 "memory/vectorized-access/probe-pairs.cu"
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
#line 87 "memory/vectorized-access.md"
static auto kbc_kernel0 = copy_pairs; static_assert(kbc_passes<float2 *, float2 *>::fit(copy_pairs), "the kernel does not take what is passed");
