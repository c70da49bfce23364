// kbc: test of compute/ilp.md:183
#include <cstdint>
#line 174 "compute/ilp.md"
__global__ void sum_one(const float* __restrict__ x, float* total, int n)
{
    int step = gridDim.x * blockDim.x;
    float s = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        s += x[i];
    atomicAdd(total, s);
}
#line 13 "compute/ilp/test-sum_by_one.cu"
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
#line 186 "compute/ilp.md"
static auto kbc_kernel0 = sum_one; static_assert(kbc_passes<float *, float *, int>::fit(sum_one), "the kernel does not take what is passed");
