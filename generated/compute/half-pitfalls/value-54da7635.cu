// kbc: value of compute/half-pitfalls.md:423
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
#line 423 "compute/half-pitfalls.md"
*out = kbc_number(__hmax(CUDART_NAN_FP16, CUDART_ZERO_FP16));
#line 19 "compute/half-pitfalls/value-54da7635.cu"
}
