// kbc: probe of compute/warp-primitives.md:191
#include <cstdint>
#line 75 "compute/warp-primitives.md"
__global__ void shuffles(int* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = x[i];
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 16; k++)
            v = __shfl_xor_sync(0xffffffffu, v, 1 + k % 2);
    }
    x[i] = v;
}

__global__ void ballots(unsigned* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = x[i], lane = threadIdx.x % 32;
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 16; k++)
            v = __ballot_sync(0xffffffffu, v & 1u << lane);
    }
    x[i] = v;
}

__global__ void reduxes(unsigned* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = x[i];
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 16; k++)
            v = __reduce_add_sync(0xffffffffu, v) >> 5;
    }
    x[i] = v;
}

__global__ void butterflies(unsigned* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = x[i];
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 16; k++) {
            for (int apart = 16; apart > 0; apart /= 2)
                v += __shfl_xor_sync(0xffffffffu, v, apart);
            v >>= 5;
        }
    }
    x[i] = v;
}

__global__ void matches(int* y, int mask, int rounds)
{
    int lane = threadIdx.x % 32, sum = 0;
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 16; k++)
            sum += __popc(__match_any_sync(0xffffffffu, lane + r + k & mask));
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
#line 66 "compute/warp-primitives/probe-redux_alone.cu"
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
#line 194 "compute/warp-primitives.md"
static auto kbc_kernel0 = reduxes; static_assert(kbc_passes<unsigned *, int>::fit(reduxes), "the kernel does not take what is passed");
