// kbc: fence of memory/coalescing.md:356
#include <cstdint>
#undef __device__
#define __device__ __attribute__((device)) __attribute__((used))
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
