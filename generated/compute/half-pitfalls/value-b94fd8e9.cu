// kbc: value of compute/half-pitfalls.md:152
#include <cstdint>
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
#line 152 "compute/half-pitfalls.md"
*out = kbc_number(__float2bfloat16(3.402823466e38f));
#line 19 "compute/half-pitfalls/value-b94fd8e9.cu"
}
