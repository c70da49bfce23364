// kbc: test of compute/half-precision.md:406
#include <cstdint>
#include <cuda_fp16.h>
extern "C" __global__ void
packed_affine(
#line 398 "compute/half-precision.md"
const __half2* x, __half2* y, float slope, float offset, int pairs
#line 9 "compute/half-precision/test-affine_by_pairs.cu"
)
{
#line 400 "compute/half-precision.md"
__half2 s = __floats2half2_rn(slope, slope);
__half2 t = __floats2half2_rn(offset, offset);
int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i < pairs)
    y[i] = __hfma2(x[i], s, t);
#line 18 "compute/half-precision/test-affine_by_pairs.cu"
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
#line 409 "compute/half-precision.md"
static auto kbc_kernel0 = packed_affine; static_assert(kbc_passes<__half2 *, __half2 *, double, double, int>::fit(packed_affine), "the kernel does not take what is passed");
