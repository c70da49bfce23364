// kbc: probe of memory/coalescing.md:416
#include <cstdint>
#line 357 "memory/coalescing.md"
__global__ void lengths_points(const float3* p, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 v = p[i];
    y[i] = fmaf(v.x, v.x, fmaf(v.y, v.y, v.z * v.z));
}

__global__ void lengths_padded(const float4* p, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = p[i];
    y[i] = fmaf(v.x, v.x, fmaf(v.y, v.y, v.z * v.z));
}

__global__ void lengths_apart(const float* px, const float* py,
                              const float* pz, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = px[i], b = py[i], c = pz[i];
    y[i] = fmaf(a, a, fmaf(b, b, c * c));
}

__global__ void heights_points(const float3* p, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = p[i].z;
}

__global__ void heights_apart(const float* pz, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = pz[i];
}
#line 38 "memory/coalescing/probe-points.cu"
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
#line 419 "memory/coalescing.md"
static auto kbc_kernel0 = lengths_points; static_assert(kbc_passes<float3 *, float *>::fit(lengths_points), "the kernel does not take what is passed");
