// kbc: probe grid_barrier_cost threads=32
/* What a multiprocessor counts, in the order in which it is asked. */
static __device__ __forceinline__ unsigned long long
clock_ticks()
{
	unsigned long long ticks;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks) :: "memory");
	return ticks;
}
#line 29 "probes/grid_barrier_cost.cu"

/*
 * The barrier of cooperative groups in short: the block's threads meet, one of
 * them counts the block in and waits until all are, and they meet again. Every
 * block must be on the device at the same time: with one on each SM it is,
 * where nobody else uses the device.
 *
 * The counter is never set back, and each barrier adds the number of blocks.
 * What a block finds before it has been counted itself is less than one barrier
 * beyond the last.
 *
 * Each value goes to the block on the other side of the grid and back: with a
 * barrier that is none, some come back wrong.
 */

/* All blocks have been counted in until the counter is `full`. */
static __device__ __forceinline__ void
wait_all(unsigned long long *count, unsigned long long full)
{
	unsigned long long seen;

	__syncthreads();
	if (threadIdx.x == 0) {
		asm volatile("atom.add.acq_rel.gpu.global.u64 %0, [%1], 1;"
		    : "=l"(seen) : "l"(count) : "memory");
		do
			asm volatile("ld.acquire.gpu.global.u64 %0, [%1];"
			    : "=l"(seen) : "l"(count) : "memory");
		while (seen < full);
	}
	__syncthreads();
}

template <int threads>
static __device__ __forceinline__ void
grid_barrier_cost(void *out, void *in, void *there, void *count, void *clk,
    unsigned iterations)
{
	const unsigned all = gridDim.x * threads;
	const unsigned me = blockIdx.x * threads + threadIdx.x;
	unsigned long long *counter = static_cast<unsigned long long *>(count);
	volatile unsigned *away = static_cast<unsigned *>(there);
	unsigned long long full =
	    *static_cast<volatile unsigned long long *>(count);

	full -= full % gridDim.x;
	away[all - 1 - me] = static_cast<unsigned *>(in)[me];
	wait_all(counter, full += gridDim.x);
	const unsigned x = away[me];
	wait_all(counter, full += gridDim.x);
	away[all - 1 - me] = x;
	const unsigned long long start = clock_ticks();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++)
		wait_all(counter, full += gridDim.x);
	const unsigned long long end = clock_ticks();
	static_cast<unsigned *>(out)[me] = away[me];
	if (me == 0)
		*static_cast<unsigned long long *>(clk) = end - start;
}
#line 72 "probes/grid_barrier_cost-32.cu"

extern "C" __global__ void
grid_barrier_cost_32(void *out, void *in, void *there, void *count, void *clk, unsigned iterations)
{
	grid_barrier_cost<32>(out, in, there, count, clk, iterations);
}
