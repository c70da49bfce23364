// kbc: value of compute/half-pitfalls.md:425
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
#line 425 "compute/half-pitfalls.md"
*out = kbc_number(__hisnan(__hfma_relu(CUDART_NAN_FP16, CUDART_ONE_FP16, CUDART_ZERO_FP16)));
#line 19 "compute/half-pitfalls/value-d9e8f070.cu"
}
