// kbc: call __shfl_sync%28unsigned%2C%20int%2C%20int%29
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
call(void *out, unsigned *a0, int *a1, int *a2)
{
#line 2 "call"
	kbc_store(out, (__shfl_sync(a0[threadIdx.x], a1[threadIdx.x], a2[threadIdx.x]), kbc_nothing()));
#line 18 "calls/__shfl_sync-9f028b-sm_90a.cu"
}
