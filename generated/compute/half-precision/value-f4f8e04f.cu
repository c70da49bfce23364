// kbc: value of compute/half-precision.md:150
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
#line 150 "compute/half-precision.md"
*out = kbc_number(__float2half(2051.0f));
#line 19 "compute/half-precision/value-f4f8e04f.cu"
}
