/*
probe: op_latency
like: op
uses: [clock]
summary: Clock cycles for each step of one warp that runs independent chains of an instruction.
parameters:
  chains: {values: [1, 2, 4, 8], at: compile}
let:
  threads: 32
  blocks:  1
  body:    192 * floor(1536 / size / 192)
template: [word, chains]
buffers:
  clk:
    bytes: 8
    fill: poison
arguments: [out, in, clk, iterations, {f64: a}, {f64: b}]
grid: 1
block: 32
measure: cycles iterations 32
metrics:
  cycles: {value: cycles / body / depth, unit: cycles, best: min}
ceiling:
  metric: cycles
  value: 128 * results / depth / device.per_clock.$limit
  bound: below
  reason: a row whose limit is none is not in the documented table, or ptxas spreads it over several pipes
*/

/*
 * One turn of the loop costs some 16 cycles, which nothing hides if a step is
 * shorter: 1536 steps of 4 cycles read 4.01. Where a step has several
 * instructions the loop has fewer steps, and their latency hides the turn.
 */
template <class type, int chains>
static __device__ __forceinline__ void
op_latency(void *out, void *in, void *clk, unsigned iterations, double a,
    double b)
{
	walk<type, chains, 1536 / size / 192 * 192> w(in, a, b);

	__syncthreads();
	const unsigned long long start = clock_ticks();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++)
		w.turn();
	const unsigned long long end = clock_ticks();
	w.finish(out, in);
	if (threadIdx.x == 0)
		*static_cast<unsigned long long *>(clk) = end - start;
}
