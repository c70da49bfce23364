// kbc: probe fma_latency type=fp16
#line 53 "probes/fma_latency.cu"

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
#line 86 "probes/fma_latency-fp16.cu"

extern "C" __global__ void
fma_latency_fp16_c1(void *out, void *in, void *clk, unsigned iterations, float a4)
{
	fma_latency<fp16, 1>(out, in, clk, iterations, a4);
}

extern "C" __global__ void
fma_latency_fp16_c2(void *out, void *in, void *clk, unsigned iterations, float a4)
{
	fma_latency<fp16, 2>(out, in, clk, iterations, a4);
}

extern "C" __global__ void
fma_latency_fp16_c4(void *out, void *in, void *clk, unsigned iterations, float a4)
{
	fma_latency<fp16, 4>(out, in, clk, iterations, a4);
}

extern "C" __global__ void
fma_latency_fp16_c8(void *out, void *in, void *clk, unsigned iterations, float a4)
{
	fma_latency<fp16, 8>(out, in, clk, iterations, a4);
}
