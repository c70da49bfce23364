// kbc: test of compute/mma.md:84
#include <cstdint>
#include <cuda_fp16.h>
#line 61 "compute/mma.md"
__global__ void product(const __half* a, const __half* b, float* c)
{
    int row = threadIdx.x / 4, pair = threadIdx.x % 4 * 2;
    unsigned x[4], y[2];
    float sum[4] = { 0.0f, 0.0f, 0.0f, 0.0f };
    #pragma unroll
    for (int k = 0; k < 4; k++)
        x[k] = *(const unsigned*)&a[(row + k % 2 * 8) * 16 + pair + k / 2 * 8];
    #pragma unroll
    for (int k = 0; k < 2; k++) {
        __half2 v = __halves2half2(b[(pair + k * 8) * 8 + row],
                                   b[(pair + k * 8 + 1) * 8 + row]);
        y[k] = *(unsigned*)&v;
    }
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    #pragma unroll
    for (int k = 0; k < 4; k++)
        c[(row + k / 2 * 8) * 8 + pair + k % 2] = sum[k];
}
#line 28 "compute/mma/test-products.cu"
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
#line 87 "compute/mma.md"
static auto kbc_kernel0 = product; static_assert(kbc_passes<__half *, __half *, float *>::fit(product), "the kernel does not take what is passed");
