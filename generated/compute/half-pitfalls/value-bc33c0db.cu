// kbc: value of compute/half-pitfalls.md:333
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
#line 333 "compute/half-pitfalls.md"
*out = kbc_number(__float2half(1e-8f));
#line 19 "compute/half-pitfalls/value-bc33c0db.cu"
}
