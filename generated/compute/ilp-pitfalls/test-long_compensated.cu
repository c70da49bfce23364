// kbc: test of compute/ilp-pitfalls.md:452
#include <cstdint>
extern "C" __global__ void
compensated(
#line 434 "compute/ilp-pitfalls.md"
const float* __restrict__ x, float* total, int n
#line 8 "compute/ilp-pitfalls/test-long_compensated.cu"
)
{
#line 436 "compute/ilp-pitfalls.md"
float sum = 0.0f, lost = 0.0f;
for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float term = x[i] - lost;
    float next = sum + term;
    lost = (next - sum) - term;
    sum = next;
}
atomicAdd(total, sum);
#line 20 "compute/ilp-pitfalls/test-long_compensated.cu"
}
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
#line 454 "compute/ilp-pitfalls.md"
static auto kbc_kernel0 = compensated; static_assert(kbc_passes<float *, float *, double>::fit(compensated), "the kernel does not take what is passed");
