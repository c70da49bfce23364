// kbc: value of compute/half-pitfalls.md:65
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <type_traits>
template <class T> static __device__ double
kbc_number(T x)
{
	if constexpr (std::is_arithmetic_v<T>)
		return static_cast<double>(x);
	else
		return static_cast<float>(x);
}
extern "C" __global__ void
kbc_value(double *out)
{
#line 65 "compute/half-pitfalls.md"
*out = kbc_number(__hadd(__float2bfloat16(256.0f), __float2bfloat16(1.0f)));
#line 20 "compute/half-pitfalls/value-b14571f1.cu"
}
