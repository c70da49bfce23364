/*
probe: launch_cost
summary: Time between the starts of kernels that are launched one behind the other.
parameters:
  work:    {values: [4096], at: compile}
  blocks:  {values: [1]}
  threads: {values: [32]}
let:
  all: threads * blocks
template: [work]
buffers:
  in:  {bytes: 4 * all, fill: random f32 0.5 1}
  out: {bytes: 4 * all, fill: poison}
arguments: [out, in, {f32: -2.0}]
grid: blocks
block: threads
measure: events launches 256
check: out same in
loop:
  instruction: FFMA*
  count: 256
metrics:
  time: {value: time, unit: s, best: min}
ceiling: {metric: time, value: none, reason: the cost of a launch is not documented}
*/

/*
 * Each launch waits for the one before it. A thread makes `work` steps, each
 * waiting for the one before it: were they too few, the device would wait for
 * the host, which takes some 2 us to begin a launch. What a launch costs beside
 * its work is 2 * launch_cost(work=W) - launch_cost(work=2*W).
 *
 * x = a * x + x with a = -2 is -x, exactly, for every finite x.
 */
template <int work>
static __device__ __forceinline__ void
launch_cost(void *out, void *in, float a)
{
	const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
	float x = static_cast<float *>(in)[me];

	#pragma unroll 1
	for (int i = 0; i < work / 256; i++) {
		#pragma unroll
		for (int step = 0; step < 256; step++)
			asm volatile("fma.rn.f32 %0, %1, %0, %0;"
			    : "+f"(x) : "f"(a));
	}
	static_cast<float *>(out)[me] = x;
}
