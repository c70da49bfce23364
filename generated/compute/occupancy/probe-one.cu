// kbc: probe of compute/occupancy.md:146
#include <cstdint>
#line 91 "compute/occupancy.md"
__global__ void read_one(const float* __restrict__ x, float* y, int n)
{
    int step = gridDim.x * blockDim.x;
    float s = 0.0f;
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        s += x[i];
    y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

__global__ void read_eight(const float* __restrict__ x, float* y, int n)
{
    int step = gridDim.x * blockDim.x;
    float s = 0.0f;
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 8 * step) {
        float v[8];
        #pragma unroll
        for (int k = 0; k < 8; k++)
            v[k] = x[i + k * step];
        #pragma unroll
        for (int k = 0; k < 8; k++)
            s += v[k];
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

__global__ void read_quads(const float4* __restrict__ x, float* y, int n)
{
    int step = gridDim.x * blockDim.x;
    float s = 0.0f;
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 4 * step) {
        float4 v[4];
        #pragma unroll
        for (int k = 0; k < 4; k++)
            v[k] = x[i + k * step];
        #pragma unroll
        for (int k = 0; k < 4; k++)
            s += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
#line 48 "compute/occupancy/probe-one.cu"
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
#line 150 "compute/occupancy.md"
static auto kbc_kernel0 = read_one; static_assert(kbc_passes<float *, float *, int>::fit(read_one), "the kernel does not take what is passed");
