// kbc: names of compute/control-flow.md
#include <cstdint>
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
KBC_BODY(0, __syncwarp)
