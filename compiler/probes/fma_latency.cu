/*
probe: fma_latency
summary: Clock cycles for each fused multiply-add of one warp that runs independent chains of them.
parameters:
  type:   {values: [fp32, fp64, fp16, fp16x2, bf16, bf16x2], at: compile, sweep: false}
  chains: {values: [1, 2, 4, 8], at: compile}
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
  body:  1792
template: [type, chains]
buffers:
  in:
    bytes: size * chains * 32
    fill:
      fp32:   random f32 0.5 1
      fp64:   random f64 0.5 1
      fp16:   random f16 0.5 1
      fp16x2: random f16 0.5 1
      bf16:   random bf16 0.5 1
      bf16x2: random bf16 0.5 1
  out:
    bytes: size * chains * 32
    fill: poison
  clk:
    bytes: 8
    fill: poison
arguments: [out, in, clk, iterations, {f32: -2.0}]
grid: 1
block: 32
measure: cycles iterations 32
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
  cycles: {value: cycles / body, unit: cycles, best: min}
ceiling: {metric: cycles, value: 128 * lanes / device.per_clock.$type, bound: below}
*/

/*
 * The cycles are those of a step of one chain, be it scalar or a packed pair.
 * With one chain they are the latency; the bound, which enough chains come to,
 * is a full pipe: a warp is 32 threads on a quarter of an SM.
 *
 * Scalar half precision: from two chains on, ptxas packs pairs of them into one
 * HFMA2, as `pack` says.
 *
 * x = a * x + x with a = -2 is -x, exactly, for every finite x: the values stay
 * as random as the input was, never settle, and after an even number of steps
 * are back bit for bit. a is an argument, since a compiler that knew it would
 * make an addition of it.
 *
 * One turn of the loop costs some 16 cycles beyond its steps, which nothing
 * hides from a single warp: 1792 steps make that 0.01 cycles for each, where
 * 64 would read 4.2 for a pipe of 4 cycles. The loop is 28 KB of code; from
 * 32 KB on, compute capability 9.0 reads 1.15 for 1.01, waiting for code.
 */
#define TYPE(name, bits, letter, multiply_add, convert)                \
	struct name {                                                  \
		using word = bits;                                     \
		static __device__ word                                 \
		step(word a, word x)                                   \
		{                                                      \
			asm volatile(multiply_add " %0, %1, %0, %0;"   \
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

constexpr int body = 1792;

static __device__ __forceinline__ unsigned long long
clock_ticks()
{
	unsigned long long ticks;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks) :: "memory");
	return ticks;
}

template <class type, int chains>
static __device__ __forceinline__ void
fma_latency(void *out, void *in, void *clk, unsigned iterations, float factor)
{
	static_assert(body % (2 * chains) == 0,
	    "chains must be a power of two, 128 at most");
	using word = typename type::word;
	const word a = type::from(factor);
	word x[chains];

	for (int c = 0; c < chains; c++)
		x[c] = static_cast<word *>(in)[threadIdx.x + c * 32];
	__syncthreads();
	const unsigned long long start = clock_ticks();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int step = 0; step < body / chains; step++)
			for (int c = 0; c < chains; c++)
				x[c] = type::step(a, x[c]);
	}
	const unsigned long long end = clock_ticks();
	for (int c = 0; c < chains; c++)
		static_cast<word *>(out)[threadIdx.x + c * 32] = x[c];
	if (threadIdx.x == 0)
		*static_cast<unsigned long long *>(clk) = end - start;
}
