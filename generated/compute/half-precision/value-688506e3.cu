// kbc: value of compute/half-precision.md:158
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
#line 158 "compute/half-precision.md"
*out = kbc_number(__hmul(__float2half(256.0f), __float2half(256.0f)));
#line 19 "compute/half-precision/value-688506e3.cu"
}
