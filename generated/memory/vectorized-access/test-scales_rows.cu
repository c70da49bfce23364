// kbc: test of memory/vectorized-access.md:288
#include <cstdint>
#line 271 "memory/vectorized-access.md"
__global__ void scale_row(float* x, float a, int first, int n)
{
    float* row = x + first;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int head = min((int)(-(size_t)row / 4 & 3), n);
    int quads = (n - head) / 4;
    float4* q = (float4*)(row + head);
    for (int i = t; i < quads; i += threads) {
        float4 v = q[i];
        q[i] = make_float4(a * v.x, a * v.y, a * v.z, a * v.w);
    }
    int rest = n - 4 * quads;
    if (t < rest)
        row[t < head ? t : 4 * quads + t] *= a;
}
#line 296 "memory/vectorized-access.md"
__global__ void scale_serially(float* x, float a, int first, int n)
{
    for (int i = 0; i < n; i++)
        x[first + i] *= a;
}
#line 27 "memory/vectorized-access/test-scales_rows.cu"
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
#line 291 "memory/vectorized-access.md"
static auto kbc_kernel0 = scale_row; static_assert(kbc_passes<float *, double, int, int>::fit(scale_row), "the kernel does not take what is passed");
static auto kbc_kernel1 = scale_serially; static_assert(kbc_passes<float *, double, int, int>::fit(scale_serially), "the kernel does not take what is passed");
