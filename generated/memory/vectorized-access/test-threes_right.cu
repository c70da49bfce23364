// kbc: test of memory/vectorized-access.md:255
#include <cstdint>
#line 248 "memory/vectorized-access.md"
__global__ void first_of_three(const float3* p, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 v = p[i];
    y[i] = v.x + v.y + v.z;
}
#line 11 "memory/vectorized-access/test-threes_right.cu"
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
#line 258 "memory/vectorized-access.md"
static auto kbc_kernel0 = first_of_three; static_assert(kbc_passes<float3 *, float *>::fit(first_of_three), "the kernel does not take what is passed");
