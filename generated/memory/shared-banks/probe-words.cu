// kbc: probe of memory/shared-banks.md:89
#include <cstdint>
#line 66 "memory/shared-banks.md"
__global__ void read_words(float* y, int stride, int rounds)
{
    __shared__ float s[1024 + 256];
    for (int i = threadIdx.x; i < 1024 + 256; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    int at = threadIdx.x % 32 * stride;
    float sum = 0.0f;
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 8; k++)
            sum += s[at + 32 * k];
        at = (at + 32) & 1023;
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
#line 21 "memory/shared-banks/probe-words.cu"
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
#line 93 "memory/shared-banks.md"
static auto kbc_kernel0 = read_words; static_assert(kbc_passes<float *, int, int>::fit(read_words), "the kernel does not take what is passed");
