// kbc: call __hfma2%28bf16x2%2C%20bf16x2%2C%20bf16x2%29
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
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
call(void *out, __nv_bfloat162 *a0, __nv_bfloat162 *a1, __nv_bfloat162 *a2)
{
#line 2 "call"
	kbc_store(out, (__hfma2(a0[threadIdx.x], a1[threadIdx.x], a2[threadIdx.x]), kbc_nothing()));
#line 20 "calls/__hfma2-41519d-sm_90a.cu"
}
