/*
probe: op_per_clock
like: op
uses: [clock]
summary: Results of an instruction for each clock of a multiprocessor that one block fills.
parameters:
  chains:  {values: [2, 4, 8], at: compile}
  threads: {values: [1024]}
let:
  blocks:  sm
  body:    192 * floor(768 / size / 192)
template: [word, chains]
buffers:
  clk:
    bytes: 8
    fill: poison
arguments: [out, in, clk, iterations, {f64: a}, {f64: b}]
grid: blocks
block: threads
measure: cycles iterations 32
metrics:
  per_clock: {value: results * body * threads / cycles, best: max}
  cycles:    {value: 4 * cycles / (body * threads / 32), unit: cycles, best: min}
ceiling:
  metric: per_clock
  value: device.per_clock.$limit
  reason: a row whose limit is none is not in the documented table, or ptxas spreads it over several pipes
*/

/*
 * The clock is read before the first barrier: a warp that reads it behind one
 * may have to wait for those that run already, and what they did is missing.
 * Clocks of the device cancel, so documented limits come out to 0.1 %, with the
 * 3 to 4 instructions of a turn above them for those that need every slot.
 */
template <class type, int chains>
static __device__ __forceinline__ void
op_per_clock(void *out, void *in, void *clk, unsigned iterations, double a,
    double b)
{
	walk<type, chains, 768 / size / 192 * 192> w(in, a, b);

	const unsigned long long start = clock_ticks();
	__syncthreads();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++)
		w.turn();
	__syncthreads();
	const unsigned long long end = clock_ticks();
	w.finish(out, in);
	if (blockIdx.x == 0 && threadIdx.x == 0)
		*static_cast<unsigned long long *>(clk) = end - start;
}
