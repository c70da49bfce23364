// kbc: call h2log%28half2%29
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
call(void *out, __half2 *a0)
{
#line 2 "call"
	kbc_store(out, (h2log(a0[threadIdx.x]), kbc_nothing()));
#line 19 "calls/h2log-952150-sm_90a.cu"
}
