// kbc: test of memory/hierarchy.md:295
#include <cstdint>
#line 271 "memory/hierarchy.md"
__global__ void mix_known(const float* x, float* y)
{
    float v[16];
    #pragma unroll
    for (int k = 0; k < 16; k++)
        v[k] = x[threadIdx.x + 32 * k];
    #pragma unroll
    for (int k = 0; k < 64; k++)
        v[k & 15] += v[(k + 5) & 15];
    y[threadIdx.x] = v[0] + v[1];
}

__global__ void mix_any(const float* x, float* y, int a, int b)
{
    float v[16];
    #pragma unroll
    for (int k = 0; k < 16; k++)
        v[k] = x[threadIdx.x + 32 * k];
    #pragma unroll
    for (int k = 0; k < 64; k++)
        v[(k + a) & 15] += v[(k + b) & 15];
    y[threadIdx.x] = v[0] + v[1];
}
#line 28 "memory/hierarchy/test-mixes.cu"
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
#line 297 "memory/hierarchy.md"
static auto kbc_kernel0 = mix_any; static_assert(kbc_passes<float *, float *, double, double>::fit(mix_any), "the kernel does not take what is passed");
static auto kbc_kernel1 = mix_known; static_assert(kbc_passes<float *, float *>::fit(mix_known), "the kernel does not take what is passed");
