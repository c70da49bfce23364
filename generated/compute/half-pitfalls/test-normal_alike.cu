// kbc: test of compute/half-pitfalls.md:298
#include <cstdint>
#line 276 "compute/half-pitfalls.md"
__device__ unsigned short product(unsigned short a, unsigned short b)
{
    asm("mul.f16 %0, %0, %1;" : "+h"(a) : "h"(b));
    return a;
}

__device__ unsigned short product_ftz(unsigned short a, unsigned short b)
{
    asm("mul.ftz.f16 %0, %0, %1;" : "+h"(a) : "h"(b));
    return a;
}
#line 16 "compute/half-pitfalls/test-normal_alike.cu"
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
extern "C" __global__ void
kbc_each0(const unsigned short *x, unsigned short *y, unsigned long long kbc_n)
{
	unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= kbc_n)
		return;
#line 300 "compute/half-pitfalls.md"
y[i] = product_ftz(x[i], 0x3c00);
#line 36 "compute/half-pitfalls/test-normal_alike.cu"
}
