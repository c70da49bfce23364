// kbc: call __match_any_sync%28unsigned%2C%20unsigned%29
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
call(void *out, unsigned *a0, unsigned *a1)
{
#line 2 "call"
	kbc_store(out, (__match_any_sync(a0[threadIdx.x], a1[threadIdx.x]), kbc_nothing()));
#line 18 "calls/__match_any_sync-64ea41-sm_90a.cu"
}
