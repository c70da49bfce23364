// kbc: probe of memory/coalescing.md:313
#include <cstdint>
#line 267 "memory/coalescing.md"
__global__ void sum_own(const float* x, float* y)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    for (int k = 0; k < 64; k++)
        s += x[t * 64 + k];
    y[t] = s;
}

__global__ void sum_own_quads(const float4* x, float* y)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    for (int k = 0; k < 16; k++) {
        float4 v = x[t * 16 + k];
        s += (v.x + v.y) + (v.z + v.w);
    }
    y[t] = s;
}

__global__ void sum_across(const float* x, float* y)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    float s = 0.0f;
    for (int k = 0; k < 64; k++)
        s += x[t + k * threads];
    y[t] = s;
}
#line 34 "memory/coalescing/probe-own.cu"
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
#line 315 "memory/coalescing.md"
static auto kbc_kernel0 = sum_own; static_assert(kbc_passes<float *, float *>::fit(sum_own), "the kernel does not take what is passed");
