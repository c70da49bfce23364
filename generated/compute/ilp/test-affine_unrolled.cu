// kbc: test of compute/ilp.md:253
#include <cstdint>
extern "C" __global__ void
unrolled_affine(
#line 246 "compute/ilp.md"
const float* x, float* y, float a, float b, int n
#line 8 "compute/ilp/test-affine_unrolled.cu"
)
{
#line 248 "compute/ilp.md"
int step = gridDim.x * blockDim.x;
#pragma unroll 4
for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
    y[i] = __fmaf_rn(x[i], a, b);
#line 16 "compute/ilp/test-affine_unrolled.cu"
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
#line 256 "compute/ilp.md"
static auto kbc_kernel0 = unrolled_affine; static_assert(kbc_passes<float *, float *, double, double, int>::fit(unrolled_affine), "the kernel does not take what is passed");
