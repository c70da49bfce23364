// kbc: call atomicAdd%28half2%2A%2C%20half2%29
#include <cstdint>
#include <cuda_fp16.h>
struct kbc_nothing {};
template <class T> static __device__ T &&
operator,(T &&value, kbc_nothing)
{ return static_cast<T &&>(value); }
static __device__ void
kbc_store(void *, kbc_nothing) {}
template <class T> static __device__ void
kbc_store(void *out, T value)
{ static_cast<T *>(out)[threadIdx.x] = value; }
extern "C" __global__ void
call(void *out, __half2*a0, __half2 *a1)
{
#line 2 "call"
	kbc_store(out, (atomicAdd(a0 + threadIdx.x, a1[threadIdx.x]), kbc_nothing()));
#line 19 "calls/atomicadd-af6063-8f0451-sm_90a.cu"
}
