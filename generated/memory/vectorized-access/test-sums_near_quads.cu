// kbc: test of memory/vectorized-access.md:350
#include <cstdint>
#line 314 "memory/vectorized-access.md"
__global__ void sum_near(const float* x, float* y, int mask, int rounds)
{
    int at = threadIdx.x;
    float s = 0.0f;
    #pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 4; k++) {
            s += x[at];
            at = (at + blockDim.x) & mask;
        }
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

__global__ void sum_near_quads(const float4* x, float* y, int mask, int rounds)
{
    int at = threadIdx.x;
    float s = 0.0f;
    #pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 4; k++) {
            float4 v = x[at];
            s += (v.x + v.y) + (v.z + v.w);
            at = (at + blockDim.x) & mask;
        }
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
#line 35 "memory/vectorized-access/test-sums_near_quads.cu"
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
#line 353 "memory/vectorized-access.md"
static auto kbc_kernel0 = sum_near_quads; static_assert(kbc_passes<float4 *, float *, double, double>::fit(sum_near_quads), "the kernel does not take what is passed");
