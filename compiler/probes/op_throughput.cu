/*
probe: op_throughput
like: op
summary: Rate of an instruction on the whole device, each thread running independent chains of it.
parameters:
  chains:  {values: [2, 4, 8], at: compile}
  threads: {values: [1024]}
  blocks:  {values: [2*sm]}
let:
  body:    192 * floor(768 / size / 192)
  work:    results * body * threads * blocks
template: [word, chains]
arguments: [out, in, iterations, {f64: a}, {f64: b}]
grid: blocks
block: threads
measure: events iterations 32
metrics:
  rate:  {value: work / time, unit: ops/s, best: max}
  flops: {value: flops * work / time, unit: FLOP/s, best: max}
  time:  {value: 10^12 * time / work, unit: s, best: min}
ceiling:
  metric: rate
  value: device.per_clock.$limit * device.sm_count * device.clock_hz
  reason: a row whose limit is none is not in the documented table, or ptxas spreads it over several pipes
*/

/*
 * The rate of the whole device at the clock that it has: op_per_clock knows no
 * clock, and both agree to 0.3 % on a device that holds its highest.
 */
template <class type, int chains>
static __device__ __forceinline__ void
op_throughput(void *out, void *in, unsigned iterations, double a, double b)
{
	walk<type, chains, 768 / size / 192 * 192> w(in, a, b);

	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++)
		w.turn();
	w.finish(out, in);
}
