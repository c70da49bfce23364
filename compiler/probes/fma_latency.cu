/*
probe: fma_latency
summary: Clock cycles per fused multiply-add of a single warp, in independent chains of dependent steps.
parameters:
  type:   {values: [fp32, fp64, fp16x2, bf16x2], at: compile, sweep: false}
  chains: {values: [1, 2, 4, 8], at: compile}
let:
  lanes: {fp32: 1, fp64: 1, fp16x2: 2, bf16x2: 2}
  bytes: {fp32: 4, fp64: 8, fp16x2: 4, bf16x2: 4}
  body:  1024
template: [type, chains]
buffers:
  in:
    bytes: bytes * chains * 32
    fill:
      fp32:   grid f32 0.5 1 5.9604644775390625e-8
      fp64:   grid f64 0.5 1 9.313225746154785e-10
      fp16x2: grid f16 0.5 1 0.00048828125
      bf16x2: grid bf16 0.5 1 0.00390625
  out:
    bytes: bytes * chains * 32
    fill: poison
  clk:
    bytes: 8
    fill: poison
arguments: [out, in, clk, iterations, {f32: -1.0}, {f32: 1.0}]
grid: 1
block: 32
measure: cycles iterations 64
check: out same in
loop:
  instruction: {fp32: "FFMA*", fp64: "DFMA*", fp16x2: "HFMA2*", bf16x2: "HFMA2*"}
  count: body
metrics:
  cycles: {value: cycles / body, unit: cycles, best: min}
ceiling: {metric: cycles, value: 128 * lanes / device.per_clock.$type, bound: below}
*/

#define TYPE(name, bits, letter, multiply_add, convert)                   \
	struct name {                                                     \
		using word = bits;                                        \
		static __device__ word                                    \
		fma(word a, word x, word b)                               \
		{                                                         \
			asm volatile(multiply_add " %0, %1, %0, %2;"      \
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

TYPE(fp32,   float,    "f", "fma.rn.f32",    "mov.f32 %0, %1");
TYPE(fp64,   double,   "d", "fma.rn.f64",    "cvt.f64.f32 %0, %1");
TYPE(fp16x2, unsigned, "r", "fma.rn.f16x2",  "cvt.rn.f16x2.f32 %0, %1, %1");
TYPE(bf16x2, unsigned, "r", "fma.rn.bf16x2", "cvt.rn.bf16x2.f32 %0, %1, %1");
TYPE(fp16,   unsigned short, "h", "fma.rn.f16",    "cvt.rn.f16.f32 %0, %1");
TYPE(bf16,   unsigned short, "h", "fma.rn.bf16",   "cvt.rn.bf16.f32 %0, %1");

constexpr int body = 1024;

static __device__ __forceinline__ unsigned long long
ticks()
{
	unsigned long long t;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(t) :: "memory");
	return t;
}

template <class type, int chains>
static __device__ __forceinline__ void
fma_latency(void *out, void *in, void *clk, unsigned iterations,
    float a, float b)
{
	using word = typename type::word;
	const word factor = type::from(a), summand = type::from(b);
	word x[chains];

	for (int c = 0; c < chains; c++)
		x[c] = static_cast<word *>(in)[c * 32 + threadIdx.x];
	__syncthreads();
	const unsigned long long start = ticks();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int step = 0; step < body / chains; step++)
			for (int c = 0; c < chains; c++)
				x[c] = type::fma(factor, x[c], summand);
	}
	const unsigned long long end = ticks();
	for (int c = 0; c < chains; c++)
		static_cast<word *>(out)[c * 32 + threadIdx.x] = x[c];
	if (threadIdx.x == 0)
		*static_cast<unsigned long long *>(clk) = end - start;
}
