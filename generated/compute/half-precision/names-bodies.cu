// kbc: names of compute/half-precision.md
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
struct __half;
struct __half2;
template <int n> struct kbc_rank : kbc_rank<n - 1> {};
template <> struct kbc_rank<0> {};
template <class U, class R, class... A> constexpr
__host__ __device__ auto kbc_any(R (*f)(A...)) { return f; }
template <class U, class T, class R, class... A> constexpr
__host__ __device__ auto kbc_first(R (*f)(T, A...)) { return f; }
template <class U, class T> constexpr
__host__ __device__ int kbc_other(const T &) { return 0; }
#define KBC_PICK(n, rank, take, ...) template <class U> constexpr \
__host__ __device__ auto kbc_pick_##n(kbc_rank<rank>) \
-> decltype(take(__VA_ARGS__)) { return take(__VA_ARGS__); }
#define KBC_BODY(n, ...) \
KBC_PICK(n, 4, kbc_any<U>, __VA_ARGS__) \
KBC_PICK(n, 3, (kbc_first<U, __half2>), __VA_ARGS__) \
KBC_PICK(n, 2, (kbc_first<U, __half>), __VA_ARGS__) \
KBC_PICK(n, 1, kbc_other<U>, __VA_ARGS__) \
template <class U> constexpr __host__ __device__ \
int kbc_pick_##n(kbc_rank<0>) { return 1; } \
template <auto f> struct kbc_call_##n { \
static constexpr unsigned long long go = f; }; \
template <class R, class... A, R (*f)(A...)> \
struct kbc_call_##n<f> { static __device__ R go(A... a) \
{ return f(static_cast<A>(a)...); } }; \
extern "C" __device__ __attribute__((used)) void *kbc_keep_##n() \
{ return (void *)kbc_call_##n<kbc_pick_##n<void>( \
kbc_rank<4>())>::go; }
#line 2 "names"
KBC_BODY(0, __hfma)
#line 3 "names"
KBC_BODY(1, __hfma2)
#line 4 "names"
KBC_BODY(2, __hfma2_relu)
#line 5 "names"
KBC_BODY(3, __hmax2)
#line 6 "names"
KBC_BODY(4, __half2float)
#line 7 "names"
KBC_BODY(5, __float2half_rn)
#line 8 "names"
KBC_BODY(6, __floats2half2_rn)
#line 9 "names"
KBC_BODY(7, __low2half)
#line 10 "names"
KBC_BODY(8, h2exp)
#line 11 "names"
KBC_BODY(9, h2log)
#line 12 "names"
KBC_BODY(10, h2rsqrt)
#line 13 "names"
KBC_BODY(11, h2tanh_approx)
#line 14 "names"
KBC_BODY(12, __half)
#line 15 "names"
KBC_BODY(13, __nv_bfloat16)
#line 16 "names"
KBC_BODY(14, __half2)
#line 17 "names"
KBC_BODY(15, __nv_bfloat162)
#line 18 "names"
KBC_BODY(16, __hadd)
