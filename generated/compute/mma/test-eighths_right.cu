// kbc: test of compute/mma.md:188
#include <cstdint>
#line 174 "compute/mma.md"
__global__ void eighths(const unsigned* a, const unsigned* b, float* c)
{
    int i = threadIdx.x;
    float sum[4] = { 0.0f, 0.0f, 0.0f, 0.0f };
    asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[i]), "r"(a[i + 32]), "r"(a[i + 64]), "r"(a[i + 96]),
          "r"(b[i]), "r"(b[i + 32]));
    #pragma unroll
    for (int k = 0; k < 4; k++)
        c[i + 32 * k] = sum[k];
}
#line 18 "compute/mma/test-eighths_right.cu"
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
#line 191 "compute/mma.md"
static auto kbc_kernel0 = eighths; static_assert(kbc_passes<unsigned *, unsigned *, float *>::fit(eighths), "the kernel does not take what is passed");
