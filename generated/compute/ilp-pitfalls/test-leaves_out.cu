// kbc: test of compute/ilp-pitfalls.md:328
#include <cstdint>
#line 259 "compute/ilp-pitfalls.md"
__global__ void mindful(const float* x, float* total, int n)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    for (int i = tid; i < n - 3 * step; i += 4 * step) {
        s0 += x[i];
        s1 += x[i + step];
        s2 += x[i + 2 * step];
        s3 += x[i + 3 * step];
    }
    atomicAdd(total, (s0 + s1) + (s2 + s3));
}
#line 18 "compute/ilp-pitfalls/test-leaves_out.cu"
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
#line 330 "compute/ilp-pitfalls.md"
static auto kbc_kernel0 = mindful; static_assert(kbc_passes<float *, float *, double>::fit(mindful), "the kernel does not take what is passed");
