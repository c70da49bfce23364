// kbc: probe barrier_cost scope=block threads=256
/* What a multiprocessor counts, in the order in which it is asked. */
static __device__ __forceinline__ unsigned long long
clock_ticks()
{
	unsigned long long ticks;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks) :: "memory");
	return ticks;
}
#line 29 "probes/barrier_cost.cu"

/*
 * Between warps that arrive together a barrier costs what its instruction
 * takes to go around; in a kernel the wait for the last warp comes on top.
 *
 * Where a warp is known to be together __syncwarp is no instruction, only an
 * order of those around it. So of scope `warp` each barrier stands behind a
 * multiply-add that waits for the one before it, and what is counted are the
 * multiply-adds: a barrier that costs nothing leaves their latency alone. Code
 * that may run diverged branches away to a WARPSYNC, which is not measured. The
 * two instructions make 24 KB of code, which the caches hold.
 *
 * Each value goes to the thread on the other side of the block and back
 * through shared memory, before and behind the loop: with a barrier that is
 * none, some come back wrong. x = a * x + x with a = -2 is -x, exactly.
 */
struct warp {
	static __device__ void
	wait(float &x, float a)
	{
		asm volatile("fma.rn.f32 %0, %1, %0, %0;\n"
		    "bar.warp.sync 0xffffffff;"
		    : "+f"(x) : "f"(a) : "memory");
	}
};

struct block {
	static __device__ void
	wait(float &, float)
	{
		asm volatile("bar.sync 0;" ::: "memory");
	}
};

constexpr int body = 768;

template <class scope>
static __device__ __forceinline__ void
barrier_cost(void *out, void *in, void *clk, unsigned iterations, float a)
{
	__shared__ float there[1024], back[1024];
	const unsigned me = threadIdx.x, other = blockDim.x - 1 - me;

	there[other] = static_cast<float *>(in)[me];
	__syncthreads();
	float x = there[me];
	const unsigned long long start = clock_ticks();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int step = 0; step < body; step++)
			scope::wait(x, a);
	}
	const unsigned long long end = clock_ticks();
	back[other] = x;
	__syncthreads();
	static_cast<float *>(out)[me] = back[me];
	if (me == 0)
		*static_cast<unsigned long long *>(clk) = end - start;
}
#line 72 "probes/barrier_cost-block-256.cu"

extern "C" __global__ void
barrier_cost_block(void *out, void *in, void *clk, unsigned iterations, float a4)
{
	barrier_cost<block>(out, in, clk, iterations, a4);
}
