// kbc: test of memory/atomics.md:70
#include <cstdint>
#line 41 "memory/atomics.md"
__global__ void add_ones(int* total)
{
    atomicAdd(total, 1);
}

__global__ void add_ints(const int* x, int* total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(total, x[i]);
}

__global__ void add_floats(const float* x, float* total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(total, x[i]);
}

__global__ void add_doubles(const float* x, double* total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(total, (double)x[i]);
}

__global__ void take_numbers(int* counter, int* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = atomicAdd(counter, 1);
}
#line 33 "memory/atomics/test-adds_right.cu"
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
#line 75 "memory/atomics.md"
static auto kbc_kernel0 = add_ones; static_assert(kbc_passes<int *>::fit(add_ones), "the kernel does not take what is passed");
static auto kbc_kernel1 = add_ints; static_assert(kbc_passes<int *, int *>::fit(add_ints), "the kernel does not take what is passed");
static auto kbc_kernel2 = add_floats; static_assert(kbc_passes<float *, float *>::fit(add_floats), "the kernel does not take what is passed");
static auto kbc_kernel3 = add_doubles; static_assert(kbc_passes<float *, double *>::fit(add_doubles), "the kernel does not take what is passed");
