// kbc: test of compute/half-precision.md:229
#include <cstdint>
#include <cuda_fp16.h>
#line 215 "compute/half-precision.md"
__global__ void dot_fp16(const __half* __restrict__ a,
                         const __half* __restrict__ b,
                         float* __restrict__ result, int n)
{
    float part = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        part = fmaf(__half2float(a[i]), __half2float(b[i]), part);
    for (int apart = warpSize / 2; apart > 0; apart /= 2)
        part += __shfl_down_sync(0xffffffffu, part, apart);
    if (threadIdx.x % warpSize == 0)
        atomicAdd(result, part);
}
#line 19 "compute/half-precision/test-dot_whole.cu"
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
#line 233 "compute/half-precision.md"
static auto kbc_kernel0 = dot_fp16; static_assert(kbc_passes<__half *, __half *, float *, int>::fit(dot_fp16), "the kernel does not take what is passed");
