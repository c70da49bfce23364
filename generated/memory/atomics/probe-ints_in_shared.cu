// kbc: probe of memory/atomics.md:499
#include <cstdint>
#line 458 "memory/atomics.md"
__global__ void shared_floats(float* y, int rounds)
{
    __shared__ float total;
    if (threadIdx.x == 0)
        total = 0.0f;
    __syncthreads();
    for (int r = 0; r < rounds; r++)
        atomicAdd(&total, 1.0f);
    __syncthreads();
    if (threadIdx.x == 0)
        y[blockIdx.x] = total;
}

__global__ void shared_ints(int* y, int rounds)
{
    __shared__ int totals[2];
    if (threadIdx.x < 2)
        totals[threadIdx.x] = 0;
    __syncthreads();
    for (int r = 0; r < rounds; r++)
        atomicAdd(&totals[threadIdx.x / 32 % 2 == r], (int)threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0)
        y[blockIdx.x] = totals[0] + totals[1];
}
#line 30 "memory/atomics/probe-ints_in_shared.cu"
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
#line 502 "memory/atomics.md"
static auto kbc_kernel0 = shared_ints; static_assert(kbc_passes<int *, int>::fit(shared_ints), "the kernel does not take what is passed");
