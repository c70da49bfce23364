// kbc: test of memory/vectorized-access.md:331
#include <cstdint>
#line 304 "memory/vectorized-access.md"
__global__ void sum_rows(const float* x, float* y, int rounds)
{
    int i = threadIdx.x;
    float s = 0.0f;
    for (int r = 0; r < rounds; r++)
        for (int k = 0; k < 4; k++)
            s += x[i + ((r * 4 + k) & 15) * blockDim.x];
    y[blockIdx.x * blockDim.x + i] = s;
}

__global__ void sum_rows_quads(const float4* x, float* y, int rounds)
{
    int i = threadIdx.x;
    float s = 0.0f;
    for (int r = 0; r < rounds; r++) {
        float4 v = x[i + (r & 3) * blockDim.x];
        s += (v.x + v.y) + (v.z + v.w);
    }
    y[blockIdx.x * blockDim.x + i] = s;
}
#line 25 "memory/vectorized-access/test-sums_rows_quads.cu"
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
#line 334 "memory/vectorized-access.md"
static auto kbc_kernel0 = sum_rows_quads; static_assert(kbc_passes<float4 *, float *, double>::fit(sum_rows_quads), "the kernel does not take what is passed");
