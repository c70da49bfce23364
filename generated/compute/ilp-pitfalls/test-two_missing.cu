// kbc: test of compute/ilp-pitfalls.md:360
#include <cstdint>
extern "C" __global__ void
two_manners(
#line 334 "compute/ilp-pitfalls.md"
const float* x, float* total, int n
#line 8 "compute/ilp-pitfalls/test-two_missing.cu"
)
{
#line 335 "compute/ilp-pitfalls.md"
int tid = blockIdx.x * blockDim.x + threadIdx.x;
int step = gridDim.x * blockDim.x;
#line 341 "compute/ilp-pitfalls.md"
float sum = 0.0f;
int i = 4 * tid;
for (; i + 3 < n; i += 4 * step)
    sum += (x[i] + x[i + 1]) + (x[i + 2] + x[i + 3]);
for (; i < n; i += step)
    sum += x[i];
#line 338 "compute/ilp-pitfalls.md"
atomicAdd(total, sum);
#line 23 "compute/ilp-pitfalls/test-two_missing.cu"
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
#line 363 "compute/ilp-pitfalls.md"
static auto kbc_kernel0 = two_manners; static_assert(kbc_passes<float *, float *, double>::fit(two_manners), "the kernel does not take what is passed");
