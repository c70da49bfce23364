// kbc: test of compute/fast-math.md:149
#include <cstdint>
#line 49 "compute/fast-math.md"
enum function {
    EXACT_EXP, FAST_EXP, EXACT_EXP2, EXACT_LOG, FAST_LOG, EXACT_COS, FAST_COS,
    EXACT_POW, FAST_POW, EXACT_DIVIDE, FAST_DIVIDE, RECIPROCAL, EXACT_ROOT,
    RECIPROCAL_ROOT, EXACT_TANH, FAST_TANH, EXACT_ERF
};

static __device__ float fast_tanh(float x)
{
    float y;
    asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

template <int f>
static __device__ float call(float x)
{
    switch (f) {
    case EXACT_EXP: return expf(x);
    case FAST_EXP: return __expf(x);
    case EXACT_EXP2: return exp2f(x);
    case EXACT_LOG: return logf(x);
    case FAST_LOG: return __logf(x);
    case EXACT_COS: return cosf(x);
    case FAST_COS: return __cosf(x);
    case EXACT_POW: return powf(x, 1.7f);
    case FAST_POW: return __powf(x, 1.7f);
    case EXACT_DIVIDE: return 3.0f / x;
    case FAST_DIVIDE: return __fdividef(3.0f, x);
    case RECIPROCAL: return __frcp_rn(x);
    case EXACT_ROOT: return sqrtf(x);
    case RECIPROCAL_ROOT: return rsqrtf(x);
    case EXACT_TANH: return tanhf(x);
    case FAST_TANH: return fast_tanh(x);
    case EXACT_ERF: return erff(x);
    }
    return x;
}

template <int f>
__global__ void many(const float* x, float* y, float scale, float shift,
                     int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v[4];
    #pragma unroll
    for (int k = 0; k < 4; k++)
        v[k] = x[i] + k;
    #pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        #pragma unroll
        for (int k = 0; k < 4; k++)
            v[k] = fmaf(call<f>(v[k]), scale, shift);
    }
    y[i] = (v[0] + v[1]) + (v[2] + v[3]);
}

template <int f>
__global__ void once(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = call<f>(x[i]);
}
#line 67 "compute/fast-math/test-exact_log_near_1.cu"
#include <type_traits>
template <class... A> struct kbc_passes {
	template <class... P> static constexpr bool
	fit(void (*)(P...))
	{
		if constexpr (sizeof...(A) != sizeof...(P))
			return false;
		else
			return (std::is_convertible_v<A, P> && ...);
	}
};
#line 151 "compute/fast-math.md"
static auto kbc_kernel0 = once<EXACT_LOG>; static_assert(kbc_passes<float *, float *>::fit(once<EXACT_LOG>), "the kernel does not take what is passed");
#line 81 "compute/fast-math/test-exact_log_near_1.cu"
extern "C" __device__ void *const kbc_kernels[] = {
	(void *)(once<EXACT_LOG>),
};
