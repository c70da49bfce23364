// kbc: test of compute/ilp-pitfalls.md:158
#include <cstdint>
extern "C" __global__ void
running(
#line 149 "compute/ilp-pitfalls.md"
const float* __restrict__ x, float* __restrict__ y, int n
#line 8 "compute/ilp-pitfalls/test-runs_along.cu"
)
{
#line 151 "compute/ilp-pitfalls.md"
float sum = 0.0f;
#pragma unroll 4
for (int i = 0; i < n; i++) {
    sum += x[i];
    y[i] = sum;
}
#line 18 "compute/ilp-pitfalls/test-runs_along.cu"
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
#line 161 "compute/ilp-pitfalls.md"
static auto kbc_kernel0 = running; static_assert(kbc_passes<float *, float *, int>::fit(running), "the kernel does not take what is passed");
