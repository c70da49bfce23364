// kbc: probe of memory/atomics.md:316
#include <cstdint>
#line 254 "memory/atomics.md"
__global__ void sum_by_thread(const float* x, float* total, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(total, x[i]);
}

static __device__ float own_sum(const float* x, int n)
{
    float s = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        s += x[i];
    return s;
}

static __device__ float warp_sum(float s)
{
    for (int apart = 16; apart > 0; apart /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, apart);
    return s;
}

__global__ void sum_by_own(const float* x, float* total, int n)
{
    atomicAdd(total, own_sum(x, n));
}

__global__ void sum_by_warp(const float* x, float* total, int n)
{
    float s = warp_sum(own_sum(x, n));
    if (threadIdx.x % 32 == 0)
        atomicAdd(total, s);
}

__global__ void sum_by_block(const float* x, float* total, int n)
{
    __shared__ float parts[32];
    float s = warp_sum(own_sum(x, n));
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : 0.0f;
        s = warp_sum(s);
        if (threadIdx.x == 0)
            atomicAdd(total, s);
    }
}
#line 54 "memory/atomics/probe-by_thread.cu"
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
#line 319 "memory/atomics.md"
static auto kbc_kernel0 = sum_by_thread; static_assert(kbc_passes<float *, float *, int>::fit(sum_by_thread), "the kernel does not take what is passed");
