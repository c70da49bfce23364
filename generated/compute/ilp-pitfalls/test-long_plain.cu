// kbc: test of compute/ilp-pitfalls.md:415
#include <cstdint>
#line 392 "compute/ilp-pitfalls.md"
__global__ void plain(const float* x, float* total, int n)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += x[i];
    *total = sum;
}

__global__ void split(const float* x, float* total, int n)
{
    float sum[4] = { 0.0f, 0.0f, 0.0f, 0.0f };
    int i = 0;
    for (; i + 3 < n; i += 4) {
        #pragma unroll
        for (int k = 0; k < 4; k++)
            sum[k] += x[i + k];
    }
    for (; i < n; i++)
        sum[0] += x[i];
    *total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
}
#line 26 "compute/ilp-pitfalls/test-long_plain.cu"
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
#line 417 "compute/ilp-pitfalls.md"
static auto kbc_kernel0 = plain; static_assert(kbc_passes<float *, float *, double>::fit(plain), "the kernel does not take what is passed");
