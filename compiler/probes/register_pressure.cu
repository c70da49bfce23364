/*
probe: register_pressure
summary: FMA rate of the whole device by live accumulators of a thread, with registers for so many blocks of an SM.
parameters:
  accumulators: {values: [1, 2, 4, 8, 16, 32, 64, 96, 128, 192], at: compile, sweep: false}
  residents:    {values: [1, 2, 4, 8], at: compile, sweep: false}
  threads:      {values: [256], at: compile}
let:
  all:  threads * residents * sm
  body: accumulators * 2 * max(1, floor(256 / accumulators))
  fmas: body * all
template: [accumulators]
bounds: [threads, residents]
buffers:
  in:  {bytes: 4 * accumulators * all, fill: random f32 0.5 1}
  out: {bytes: 4 * accumulators * all, fill: poison}
arguments: [out, in, iterations, {f32: -2.0}]
grid: residents * sm
block: threads
measure: events iterations 32
check: out same in
loop:
  instruction: FFMA*
  count: body
metrics:
  rate:      {value: 2 * fmas / time, unit: FLOP/s, best: max}
  time:      {value: 10^12 * time / fmas, unit: s, best: min}
  per_clock: {value: fmas / time * 2 * device.per_clock.fp32 / device.peak.fp32, best: max}
ceiling: {metric: rate, value: device.peak.fp32, reach: 0.01}
*/

/*
 * `residents` blocks of an SM share its registers, and the compiler is told
 * so: a thread of 256 has 255, 128, 64 or 32 of them. Accumulators beyond that
 * are spilled, loaded and stored around each step. With few accumulators a
 * thread waits for its own results, unless other warps fill the gap. The share
 * is what is asked for and says nothing of the probe, so any will do.
 *
 * x = a * x + x with a = -2 is -x, exactly, for every finite x; a turn of the
 * loop makes an even number of steps.
 */
template <int accumulators>
static __device__ __forceinline__ void
register_pressure(void *out, void *in, unsigned iterations, float a)
{
	constexpr int turns = accumulators > 256 ? 1 : 256 / accumulators;
	const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned stride = gridDim.x * blockDim.x;
	float x[accumulators];

	for (int c = 0; c < accumulators; c++)
		x[c] = static_cast<float *>(in)[first + c * stride];
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int step = 0; step < 2 * turns; step++)
			for (int c = 0; c < accumulators; c++)
				asm volatile("fma.rn.f32 %0, %1, %0, %0;"
				    : "+f"(x[c]) : "f"(a));
	}
	for (int c = 0; c < accumulators; c++)
		static_cast<float *>(out)[first + c * stride] = x[c];
}
