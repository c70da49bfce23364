// kbc: probe of compute/occupancy.md:290
#include <cstdint>
#line 244 "compute/occupancy.md"
template <int chains>
static __device__ void multiply(const float* x, float* y, float a, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v[chains];
    #pragma unroll
    for (int k = 0; k < chains; k++)
        v[k] = x[i] + k;
    #pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int s = 0; s < 128 / chains; s++)
            #pragma unroll
            for (int k = 0; k < chains; k++)
                v[k] = fmaf(v[k], a, v[k]);
    }
    #pragma unroll
    for (int k = 1; k < chains; k++)
        v[0] += v[k];
    y[i] = v[0];
}

__global__ void multiply_one(const float* x, float* y, float a, int rounds)
{
    multiply<1>(x, y, a, rounds);
}

__global__ void multiply_four(const float* x, float* y, float a, int rounds)
{
    multiply<4>(x, y, a, rounds);
}
#line 36 "compute/occupancy/probe-mul_four.cu"
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
#line 294 "compute/occupancy.md"
static auto kbc_kernel0 = multiply_four; static_assert(kbc_passes<float *, float *, float, int>::fit(multiply_four), "the kernel does not take what is passed");
