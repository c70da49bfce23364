// kbc: test of compute/half-pitfalls.md:509
#include <cstdint>
#include <cuda_fp16.h>
#line 466 "compute/half-pitfalls.md"
__global__ void scale_rounded_up(__half* x, __half2 by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (n + 1) / 2) {
        __half2* pairs = reinterpret_cast<__half2*>(x);
        pairs[i] = __hmul2(pairs[i], by);
    }
}

__global__ void scale_rounded_down(__half* x, __half2 by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        __half2* pairs = reinterpret_cast<__half2*>(x);
        pairs[i] = __hmul2(pairs[i], by);
    }
}

__global__ void scale(__half* x, __half2 by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        __half2* pairs = reinterpret_cast<__half2*>(x);
        pairs[i] = __hmul2(pairs[i], by);
    } else if (2 * i < n) {
        x[2 * i] = __hmul(x[2 * i], __low2half(by));
    }
}
#line 34 "compute/half-pitfalls/test-evens_hide_it.cu"
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
#line 513 "compute/half-pitfalls.md"
static auto kbc_kernel0 = scale_rounded_up; static_assert(kbc_passes<__half *, __half2, double>::fit(scale_rounded_up), "the kernel does not take what is passed");
static auto kbc_kernel1 = scale_rounded_down; static_assert(kbc_passes<__half *, __half2, double>::fit(scale_rounded_down), "the kernel does not take what is passed");
