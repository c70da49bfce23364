/*
probe: fma_throughput
summary: Rate of fused multiply-adds on the whole device, each thread running independent chains of them.
parameters:
  type:    {values: [fp32, fp64, fp16, fp16x2, bf16, bf16x2], at: compile, sweep: false}
  chains:  {values: [1, 2, 4, 8, 16], at: compile}
  threads: {values: [512, 1024]}
  blocks:  {values: [sm, 2*sm]}
let:
  size:  {fp32: 4, fp64: 8, fp16: 2, fp16x2: 4, bf16: 2, bf16x2: 4}
  lanes: {fp32: 1, fp64: 1, fp16: 1, fp16x2: 2, bf16: 1, bf16x2: 2}
  pack:
    fp32:   1
    fp64:   1
    fp16:   min(chains, 2)
    fp16x2: 1
    bf16:   min(chains, 2)
    bf16x2: 1
  body:  1024
  fmas:  lanes * body * threads * blocks
template: [type, chains]
buffers:
  in:
    bytes: size * chains * threads * blocks
    fill:
      fp32:   random f32 0.5 1
      fp64:   random f64 0.5 1
      fp16:   random f16 0.5 1
      fp16x2: random f16 0.5 1
      bf16:   random bf16 0.5 1
      bf16x2: random bf16 0.5 1
  out:
    bytes: size * chains * threads * blocks
    fill: poison
arguments: [out, in, iterations, {f32: -2.0}]
grid: blocks
block: threads
measure: events iterations 32
check: out same in
loop:
  instruction:
    fp32:   FFMA*
    fp64:   DFMA*
    fp16:   HFMA2*
    fp16x2: HFMA2*
    bf16:   HFMA2*
    bf16x2: HFMA2*
  count: body / pack
metrics:
  rate:      {value: 2 * fmas / time, unit: FLOP/s, best: max}
  time:      {value: 10^12 * time / fmas, unit: s, best: min}
  per_clock: {value: fmas / time * 2 * device.per_clock.fp32 / device.peak.fp32, best: max}
ceiling: {metric: rate, value: device.peak.$type}
*/

/*
 * x = a * x + x with a = -2 is -x, exactly, for every finite x: the values stay
 * as random as the input was, never settle, and after an even number of steps
 * are back bit for bit. a is an argument, since a compiler that knew it would
 * make an addition of it. The step reads two registers and not three: a third
 * would measure the ports of the register file instead (with three, one chain
 * reaches 50 % of the fp32 pipe and 66 % of the fp64 pipe at full occupancy).
 *
 * The loop holds 1024 steps whatever the number of chains, so that its own
 * three instructions cost 0.3 % of the issue slots.
 *
 * Scalar half precision: one chain is one HFMA2 for each FMA; from two on,
 * ptxas packs pairs of chains into the two halves of one HFMA2. `pack` in the
 * head says so, and the count of the loop's instructions holds it to that.
 */
#define TYPE(name, bits, letter, multiply_add, convert)                \
	struct name {                                                  \
		using word = bits;                                     \
		static __device__ word                                 \
		step(word a, word x)                                   \
		{                                                      \
			asm(multiply_add " %0, %1, %0, %0;"            \
			    : "+" letter(x) : letter(a));              \
			return x;                                      \
		}                                                      \
		static __device__ word                                 \
		from(float value)                                      \
		{                                                      \
			word w;                                        \
			asm(convert ";" : "=" letter(w) : "f"(value)); \
			return w;                                      \
		}                                                      \
	}

TYPE(fp32, float, "f", "fma.rn.f32", "mov.f32 %0, %1");
TYPE(fp64, double, "d", "fma.rn.f64", "cvt.f64.f32 %0, %1");
TYPE(fp16, unsigned short, "h", "fma.rn.f16", "cvt.rn.f16.f32 %0, %1");
TYPE(bf16, unsigned short, "h", "fma.rn.bf16", "cvt.rn.bf16.f32 %0, %1");
TYPE(fp16x2, unsigned, "r", "fma.rn.f16x2", "cvt.rn.f16x2.f32 %0, %1, %1");
TYPE(bf16x2, unsigned, "r", "fma.rn.bf16x2", "cvt.rn.bf16x2.f32 %0, %1, %1");

constexpr int body = 1024;

template <class type, int chains>
static __device__ __forceinline__ void
fma_throughput(void *out, void *in, unsigned iterations, float factor)
{
	static_assert(body % (2 * chains) == 0,
	    "chains must be a power of two, 512 at most");
	using word = typename type::word;
	const word a = type::from(factor);
	const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned stride = gridDim.x * blockDim.x;
	word x[chains];

	for (int c = 0; c < chains; c++)
		x[c] = static_cast<word *>(in)[first + c * stride];
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int step = 0; step < body / chains; step++)
			for (int c = 0; c < chains; c++)
				x[c] = type::step(a, x[c]);
	}
	for (int c = 0; c < chains; c++)
		static_cast<word *>(out)[first + c * stride] = x[c];
}
