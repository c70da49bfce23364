// kbc: test of memory/vectorized-access.md:228
#include <cstdint>
#line 196 "memory/vectorized-access.md"
struct loose {
    float x, y, z, w;
};

struct __align__(16) firm {
    float x, y, z, w;
};

__global__ void sum_loose(const float* x, float* y)
{
    const loose* p = (const loose*)x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    loose v = p[i];
    y[i] = (v.x + v.y) + (v.z + v.w);
}

__global__ void sum_firm(const float* x, float* y)
{
    const firm* p = (const firm*)x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    firm v = p[i];
    y[i] = (v.x + v.y) + (v.z + v.w);
}

__global__ void sum_assumed(const float* x, float* y)
{
    const loose* p = (const loose*)__builtin_assume_aligned(x, 16);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    loose v = p[i];
    y[i] = (v.x + v.y) + (v.z + v.w);
}
#line 36 "memory/vectorized-access/test-promises_right.cu"
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
#line 230 "memory/vectorized-access.md"
static auto kbc_kernel0 = sum_loose; static_assert(kbc_passes<float *, float *>::fit(sum_loose), "the kernel does not take what is passed");
static auto kbc_kernel1 = sum_firm; static_assert(kbc_passes<float *, float *>::fit(sum_firm), "the kernel does not take what is passed");
static auto kbc_kernel2 = sum_assumed; static_assert(kbc_passes<float *, float *>::fit(sum_assumed), "the kernel does not take what is passed");
