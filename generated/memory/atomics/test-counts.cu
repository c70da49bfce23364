// kbc: test of memory/atomics.md:392
#include <cstdint>
#line 371 "memory/atomics.md"
__global__ void bins_global(const int* x, int* bins, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&bins[x[i]], 1);
}

__global__ void bins_shared(const int* x, int* bins, int n)
{
    __shared__ int own[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&own[x[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        atomicAdd(&bins[b], own[b]);
}
#line 25 "memory/atomics/test-counts.cu"
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
#line 395 "memory/atomics.md"
static auto kbc_kernel0 = bins_global; static_assert(kbc_passes<int *, int *, int>::fit(bins_global), "the kernel does not take what is passed");
static auto kbc_kernel1 = bins_shared; static_assert(kbc_passes<int *, int *, int>::fit(bins_shared), "the kernel does not take what is passed");
