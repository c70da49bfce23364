// kbc: test of compute/ilp-pitfalls.md:216
#include <cstdint>
#line 195 "compute/ilp-pitfalls.md"
__global__ void stretches(const float* x, float* y, int n)
{
    int lane = threadIdx.x, length = (n + 31) / 32;
    int from = lane * length, to = min(from + length, n);
    float sum = 0.0f;
    for (int i = from; i < to; i++)
        sum += x[i];
    for (int apart = 1; apart < 32; apart *= 2) {
        float other = __shfl_up_sync(0xffffffffu, sum, apart);
        if (lane >= apart)
            sum += other;
    }
    float running = __shfl_up_sync(0xffffffffu, sum, 1);
    if (lane == 0)
        running = 0.0f;
    for (int i = from; i < to; i++) {
        running += x[i];
        y[i] = running;
    }
}
#line 25 "compute/ilp-pitfalls/test-runs_in_stretches.cu"
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
#line 219 "compute/ilp-pitfalls.md"
static auto kbc_kernel0 = stretches; static_assert(kbc_passes<float *, float *, int>::fit(stretches), "the kernel does not take what is passed");
