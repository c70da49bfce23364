// kbc: test of compute/half-pitfalls.md:365
#include <cstdint>
#line 346 "compute/half-pitfalls.md"
__global__ void add_global(float* total, float x)
{
    atomicAdd(total, x);
}

__global__ void add_shared(float* total, float x)
{
    __shared__ float sum;
    sum = 0.0f;
    atomicAdd(&sum, x);
    *total = sum;
}
#line 17 "compute/half-pitfalls/test-adds_something.cu"
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
#line 367 "compute/half-pitfalls.md"
static auto kbc_kernel0 = add_shared; static_assert(kbc_passes<float *, double>::fit(add_shared), "the kernel does not take what is passed");
