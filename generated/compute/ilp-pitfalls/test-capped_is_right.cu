// kbc: test of compute/ilp-pitfalls.md:134
#include <cstdint>
#line 99 "compute/ilp-pitfalls.md"
__global__ void wide_free(float* x, float a, float b, int n)
{
    float s[160];
    #pragma unroll
    for (int k = 0; k < 160; k++)
        s[k] = x[k * 32 + threadIdx.x];
    for (int i = 0; i < n; i++) {
        #pragma unroll
        for (int k = 0; k < 160; k++)
            s[k] = fmaf(s[k], a, b);
    }
    #pragma unroll
    for (int k = 0; k < 160; k++)
        x[k * 32 + threadIdx.x] = s[k];
}
#line 117 "compute/ilp-pitfalls.md"
__global__ void __launch_bounds__(128, 4)
wide_capped(float* x, float a, float b, int n)
{
    float s[160];
    #pragma unroll
    for (int k = 0; k < 160; k++)
        s[k] = x[k * 32 + threadIdx.x];
    for (int i = 0; i < n; i++) {
        #pragma unroll
        for (int k = 0; k < 160; k++)
            s[k] = fmaf(s[k], a, b);
    }
    #pragma unroll
    for (int k = 0; k < 160; k++)
        x[k * 32 + threadIdx.x] = s[k];
}
#line 37 "compute/ilp-pitfalls/test-capped_is_right.cu"
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
#line 137 "compute/ilp-pitfalls.md"
static auto kbc_kernel0 = wide_capped; static_assert(kbc_passes<float *, double, double, int>::fit(wide_capped), "the kernel does not take what is passed");
static auto kbc_kernel1 = wide_free; static_assert(kbc_passes<float *, double, double, int>::fit(wide_free), "the kernel does not take what is passed");
