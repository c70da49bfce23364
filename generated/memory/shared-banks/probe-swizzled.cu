// kbc: probe of memory/shared-banks.md:305
#include <cstdint>
#line 234 "memory/shared-banks.md"
template <int pitch, bool swizzle>
static __device__ void turn(float* x, int rounds)
{
    __shared__ float tiles[4][32 * pitch];
    float* tile = tiles[threadIdx.x / 32];
    int lane = threadIdx.x % 32;
    float* own = x + (blockIdx.x * 4 + threadIdx.x / 32) * 1024 + lane;
    float v[32];
    #pragma unroll
    for (int k = 0; k < 32; k++)
        v[k] = own[32 * k];
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 32; k++)
            tile[k * pitch + (swizzle ? lane ^ k : lane)] = v[k];
        __syncwarp();
        #pragma unroll
        for (int k = 0; k < 32; k++)
            v[k] = tile[lane * pitch + (swizzle ? k ^ lane : k)];
        __syncwarp();
    }
    #pragma unroll
    for (int k = 0; k < 32; k++)
        own[32 * k] = v[k];
}

__global__ void turn_plain(float* x, int rounds)
{
    turn<32, false>(x, rounds);
}

__global__ void turn_padded(float* x, int rounds)
{
    turn<33, false>(x, rounds);
}

__global__ void turn_swizzled(float* x, int rounds)
{
    turn<32, true>(x, rounds);
}
#line 45 "memory/shared-banks/probe-swizzled.cu"
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
#line 308 "memory/shared-banks.md"
static auto kbc_kernel0 = turn_swizzled; static_assert(kbc_passes<float *, int>::fit(turn_swizzled), "the kernel does not take what is passed");
