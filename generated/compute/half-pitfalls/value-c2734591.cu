// kbc: value of compute/half-pitfalls.md:143
#include <cstdint>
#include <cuda_fp16.h>
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
#line 143 "compute/half-pitfalls.md"
*out = kbc_number(__hadd(__float2half(65504.0f), __float2half(15.0f)));
#line 19 "compute/half-pitfalls/value-c2734591.cu"
}
