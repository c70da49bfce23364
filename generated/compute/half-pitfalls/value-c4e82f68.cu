// kbc: value of compute/half-pitfalls.md:339
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
#line 339 "compute/half-pitfalls.md"
*out = kbc_number(__hadd(__float2half(0.03125f), __float2half(1e-5f)));
#line 19 "compute/half-pitfalls/value-c4e82f68.cu"
}
