// kbc: test of compute/ilp.md:333
#include <cstdint>
#line 271 "compute/ilp.md"
__global__ void unroll_plain(float* x, float a)
{
    for (int i = 0; i < 32; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_all(float* x, float a)
{
    #pragma unroll
    for (int i = 0; i < 32; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_8(float* x, float a)
{
    #pragma unroll 8
    for (int i = 0; i < 32; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_1(float* x, float a)
{
    #pragma unroll 1
    for (int i = 0; i < 32; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_0(float* x, float a)
{
    #pragma unroll 0
    for (int i = 0; i < 32; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_less(float* x, float a)
{
    #pragma unroll -1
    for (int i = 0; i < 32; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_open(float* x, float a, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_open_all(float* x, float a, int n)
{
    #pragma unroll
    for (int i = 0; i < n; i++)
        x[i] = x[i] * a + 1.0f;
}

__global__ void unroll_open_1(float* x, float a, int n)
{
    #pragma unroll 1
    for (int i = 0; i < n; i++)
        x[i] = x[i] * a + 1.0f;
}
#line 65 "compute/ilp/test-unrolled_alike.cu"
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
#line 335 "compute/ilp.md"
static auto kbc_kernel0 = unroll_plain; static_assert(kbc_passes<float *, double>::fit(unroll_plain), "the kernel does not take what is passed");
static auto kbc_kernel1 = unroll_all; static_assert(kbc_passes<float *, double>::fit(unroll_all), "the kernel does not take what is passed");
static auto kbc_kernel2 = unroll_8; static_assert(kbc_passes<float *, double>::fit(unroll_8), "the kernel does not take what is passed");
static auto kbc_kernel3 = unroll_1; static_assert(kbc_passes<float *, double>::fit(unroll_1), "the kernel does not take what is passed");
static auto kbc_kernel4 = unroll_0; static_assert(kbc_passes<float *, double>::fit(unroll_0), "the kernel does not take what is passed");
static auto kbc_kernel5 = unroll_less; static_assert(kbc_passes<float *, double>::fit(unroll_less), "the kernel does not take what is passed");
