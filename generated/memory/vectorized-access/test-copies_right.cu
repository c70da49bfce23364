// kbc: test of memory/vectorized-access.md:66
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
#line 28 "memory/vectorized-access/test-copies_right.cu"
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
#line 71 "memory/vectorized-access.md"
static auto kbc_kernel0 = copy_floats; static_assert(kbc_passes<float *, float *>::fit(copy_floats), "the kernel does not take what is passed");
static auto kbc_kernel1 = copy_pairs; static_assert(kbc_passes<float2 *, float2 *>::fit(copy_pairs), "the kernel does not take what is passed");
static auto kbc_kernel2 = copy_quads; static_assert(kbc_passes<float4 *, float4 *>::fit(copy_quads), "the kernel does not take what is passed");
static auto kbc_kernel3 = copy_bytes; static_assert(kbc_passes<unsigned char *, unsigned char *>::fit(copy_bytes), "the kernel does not take what is passed");
