// kbc: value of compute/ilp-pitfalls.md:383
#include <cstdint>
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
#line 383 "compute/ilp-pitfalls.md"
*out = kbc_number((1e8f + -1e8f) + 1.0f);
#line 18 "compute/ilp-pitfalls/value-a51ee4b0.cu"
}
