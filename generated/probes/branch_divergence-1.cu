// kbc: probe branch_divergence paths=1
/* What a multiprocessor counts, in the order in which it is asked. */
static __device__ __forceinline__ unsigned long long
clock_ticks()
{
	unsigned long long ticks;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks) :: "memory");
	return ticks;
}
#line 31 "probes/branch_divergence.cu"

/*
 * Every thread makes 56 steps a turn, each waiting for the one before it; lanes
 * whose numbers agree in their low bits take the same path. The paths do the
 * same work, each in code of its own: a compiler that merged two of them would
 * leave fewer multiply-adds in the loop than are counted. With one path the
 * cycles are the latency of a multiply-add; the code of 32 paths is 28 KB and
 * fits the caches for instructions. Paths are walked one after the other, so
 * the bound is that of as many full pipes, and any share will do.
 *
 * x = a * x + x with a = -2 is -x, exactly, for every finite x.
 */
/* Two ways at a bit of the lane, then those at the next. */
template <int bit, int paths>
static __device__ __forceinline__ void
walk(float &x, float a, unsigned lane)
{
	if constexpr (bit < paths) {
		if (lane & bit)
			walk<2 * bit, paths>(x, a, lane);
		else
			walk<2 * bit, paths>(x, a, lane);
	} else {
		#pragma unroll
		for (int step = 0; step < 56; step++)
			asm volatile("fma.rn.f32 %0, %1, %0, %0;"
			    : "+f"(x) : "f"(a));
	}
}

template <int paths>
static __device__ __forceinline__ void
branch_divergence(void *out, void *in, void *clk, unsigned iterations, float a)
{
	const unsigned lane = threadIdx.x;
	float x = static_cast<float *>(in)[lane];

	__syncthreads();
	const unsigned long long start = clock_ticks();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++)
		walk<1, paths>(x, a, lane);
	const unsigned long long end = clock_ticks();
	static_cast<float *>(out)[lane] = x;
	if (lane == 0)
		*static_cast<unsigned long long *>(clk) = end - start;
}
#line 59 "probes/branch_divergence-1.cu"

extern "C" __global__ void
branch_divergence_1(void *out, void *in, void *clk, unsigned iterations, float a4)
{
	branch_divergence<1>(out, in, clk, iterations, a4);
}
