// kbc: test of compute/ilp.md:209
#include <cstdint>
#line 193 "compute/ilp.md"
__global__ void sum_four(const float* __restrict__ x, float* total, int n)
{
    int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    for (; i < n - 3 * step; i += 4 * step) {
        s0 += x[i];
        s1 += x[i + step];
        s2 += x[i + 2 * step];
        s3 += x[i + 3 * step];
    }
    for (; i < n; i += step)
        s0 += x[i];
    atomicAdd(total, (s0 + s1) + (s2 + s3));
}
#line 20 "compute/ilp/test-sum_by_four.cu"
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
#line 212 "compute/ilp.md"
static auto kbc_kernel0 = sum_four; static_assert(kbc_passes<float *, float *, int>::fit(sum_four), "the kernel does not take what is passed");
