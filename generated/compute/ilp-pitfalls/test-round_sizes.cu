// kbc: test of compute/ilp-pitfalls.md:308
#include <cstdint>
extern "C" __global__ void
unguarded(
#line 286 "compute/ilp-pitfalls.md"
const float* x, float* total, int n
#line 8 "compute/ilp-pitfalls/test-round_sizes.cu"
)
{
#line 287 "compute/ilp-pitfalls.md"
int tid = blockIdx.x * blockDim.x + threadIdx.x;
int step = gridDim.x * blockDim.x;
#line 293 "compute/ilp-pitfalls.md"
float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
for (int i = tid; i < n; i += 4 * step) {
    s0 += x[i];
    s1 += x[i + step];      // may be past the end
    s2 += x[i + 2 * step];
    s3 += x[i + 3 * step];
}
float sum = (s0 + s1) + (s2 + s3);
#line 290 "compute/ilp-pitfalls.md"
atomicAdd(total, sum);
#line 25 "compute/ilp-pitfalls/test-round_sizes.cu"
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
#line 311 "compute/ilp-pitfalls.md"
static auto kbc_kernel0 = unguarded; static_assert(kbc_passes<float *, float *, double>::fit(unguarded), "the kernel does not take what is passed");
