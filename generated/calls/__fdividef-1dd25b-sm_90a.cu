// kbc: call __fdividef%28float%2C%20float%29
#include <cstdint>
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
call(void *out, float *a0, float *a1)
{
#line 2 "call"
	kbc_store(out, (__fdividef(a0[threadIdx.x], a1[threadIdx.x]), kbc_nothing()));
#line 18 "calls/__fdividef-1dd25b-sm_90a.cu"
}
