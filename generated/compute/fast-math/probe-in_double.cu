// kbc: probe of compute/fast-math.md:480
#include <cstdint>
#line 455 "compute/fast-math.md"
__global__ void scale_double(float* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int r = 0; r < rounds; r++)
        v = v * 0.9 + 0.1;
    x[i] = v;
}

__global__ void scale_float(float* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int r = 0; r < rounds; r++)
        v = v * 0.9f + 0.1f;
    x[i] = v;
}
#line 22 "compute/fast-math/probe-in_double.cu"
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
#line 483 "compute/fast-math.md"
static auto kbc_kernel0 = scale_double; static_assert(kbc_passes<float *, int>::fit(scale_double), "the kernel does not take what is passed");
