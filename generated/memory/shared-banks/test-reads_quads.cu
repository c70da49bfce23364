// kbc: test of memory/shared-banks.md:186
#include <cstdint>
#line 143 "memory/shared-banks.md"
__global__ void read_pairs(float* y, int rounds)
{
    __shared__ float2 s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = make_float2(2 * i, 2 * i + 1);
    __syncthreads();
    int at = threadIdx.x % 32;
    float sum = 0.0f;
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 8; k++) {
            float2 v = s[at + 32 * k];
            sum += v.x + v.y;
        }
        at = (at + 32) & 511;
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void read_quads(float* y, int rounds)
{
    __shared__ float4 s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = make_float4(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
    __syncthreads();
    int at = threadIdx.x % 32;
    float sum = 0.0f;
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 8; k++) {
            float4 v = s[at + 32 * k];
            sum += (v.x + v.y) + (v.z + v.w);
        }
        at = (at + 32) & 511;
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
#line 42 "memory/shared-banks/test-reads_quads.cu"
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
#line 188 "memory/shared-banks.md"
static auto kbc_kernel0 = read_quads; static_assert(kbc_passes<float *, double>::fit(read_quads), "the kernel does not take what is passed");
