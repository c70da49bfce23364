/*
probe: step
summary: Clock cycles of one step of a chain, made for tests.
parameters:
  chains: {values: [1, 2, 4], at: compile}
template: [chains]
buffers:
  in:
    bytes: 4 * chains * 32
    fill: random f32 0.5 1
  out:
    bytes: 4 * chains * 32
    fill: poison
  clk:
    bytes: 8
    fill: poison
arguments: [out, in, clk, iterations]
grid: 1
block: 32
measure: cycles iterations 32
check: out same in
loop: {instruction: FFMA*, count: 64}
metrics:
  cycles: {value: cycles / 64, unit: cycles, best: min}
*/

template <int chains>
__global__ void step(float *out, const float *in, unsigned long long *clk,
		     unsigned iterations)
{
	clk[0] = iterations;
	out[threadIdx.x] = in[threadIdx.x];
}
