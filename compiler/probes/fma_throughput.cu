/*
probe: fma_throughput
summary: Fused multiply-adds a second of the whole device, in independent chains of dependent steps.
parameters:
  type:    {values: [fp32, fp64, fp16, fp16x2, bf16, bf16x2], at: compile, sweep: false}
  chains:  {values: [1, 2, 4, 8, 16], at: compile}
  threads: {values: [256, 512, 1024]}
  blocks:  {values: [sm, 2*sm, 4*sm]}
let:
  lanes: {fp32: 1, fp64: 1, fp16: 1, fp16x2: 2, bf16: 1, bf16x2: 2}
  bytes: {fp32: 4, fp64: 8, fp16: 2, fp16x2: 4, bf16: 2, bf16x2: 4}
  body:  512
  fmas:  lanes * body * threads * blocks
template: [type, chains]
buffers:
  in:
    bytes: bytes * chains * threads * blocks
    fill:
      fp32:   grid f32 0.5 1 5.9604644775390625e-8
      fp64:   grid f64 0.5 1 9.313225746154785e-10
      fp16:   grid f16 0.5 1 0.00048828125
      fp16x2: grid f16 0.5 1 0.00048828125
      bf16:   grid bf16 0.5 1 0.00390625
      bf16x2: grid bf16 0.5 1 0.00390625
  out:
    bytes: bytes * chains * threads * blocks
    fill: poison
arguments: [out, in, iterations, {f32: -1.0}, {f32: 1.0}]
grid: blocks
block: threads
measure: events iterations 64
check: out same in
loop:
  instruction: {fp32: "FFMA*", fp64: "DFMA*", fp16: "HFMA2*", fp16x2: "HFMA2*", bf16: "HFMA2*", bf16x2: "HFMA2*"}
  count: body
metrics:
  rate:      {value: 2 * fmas / time, unit: FLOP/s, best: max}
  time:      {value: 10^12 * time / fmas, unit: s, best: min}
  per_clock: {value: fmas / time * 2 * device.per_clock.fp32 / device.peak.fp32, unit: FMA/clock/SM, best: max}
ceiling: {metric: rate, value: device.peak.$type}
*/

/*
 * x = a * x + b with a = -1 and b = 1 swings between x and 1 - x. Both are
 * exact for the multiples of a small power of two that the input holds, so the
 * values stay random, never settle, and after an even number of steps come
 * back bit for bit. a and b are arguments: known to the compiler, they would
 * turn the multiplication into a subtraction.
 *
 * The loop holds 512 steps whatever the number of chains: its own three
 * instructions then cost at most 0.6 % of the issue slots.
 *
 * The instructions are written as PTX because the headers' functions let the
 * compiler pack two scalar chains into one instruction in some loops, which
 * would be another probe. The headers are also most of the compile time.
 */
#define TYPE(name, bits, letter, multiply_add, convert)                   \
	struct name {                                                     \
		using word = bits;                                        \
		static __device__ word                                    \
		fma(word a, word x, word b)                               \
		{                                                         \
			asm(multiply_add " %0, %1, %0, %2;"               \
			    : "+" letter(x) : letter(a), letter(b));      \
			return x;                                         \
		}                                                         \
		static __device__ word                                    \
		from(float value)                                         \
		{                                                         \
			word w;                                           \
			asm(convert ";" : "=" letter(w) : "f"(value));    \
			return w;                                         \
		}                                                         \
	}

TYPE(fp32,   float,          "f", "fma.rn.f32",    "mov.f32 %0, %1");
TYPE(fp64,   double,         "d", "fma.rn.f64",    "cvt.f64.f32 %0, %1");
TYPE(fp16,   unsigned short, "h", "fma.rn.f16",    "cvt.rn.f16.f32 %0, %1");
TYPE(bf16,   unsigned short, "h", "fma.rn.bf16",   "cvt.rn.bf16.f32 %0, %1");
TYPE(fp16x2, unsigned,       "r", "fma.rn.f16x2",  "cvt.rn.f16x2.f32 %0, %1, %1");
TYPE(bf16x2, unsigned,       "r", "fma.rn.bf16x2", "cvt.rn.bf16x2.f32 %0, %1, %1");

constexpr int body = 512;

template <class type, int chains>
static __device__ __forceinline__ void
fma_throughput(void *out, void *in, unsigned iterations, float a, float b)
{
	using word = typename type::word;
	const word factor = type::from(a), summand = type::from(b);
	const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned stride = gridDim.x * blockDim.x;
	word x[chains];

	for (int c = 0; c < chains; c++)
		x[c] = static_cast<word *>(in)[c * stride + thread];
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int step = 0; step < body / chains; step++)
			for (int c = 0; c < chains; c++)
				x[c] = type::fma(factor, x[c], summand);
	}
	for (int c = 0; c < chains; c++)
		static_cast<word *>(out)[c * stride + thread] = x[c];
}
