// kbc: probe op_per_clock op=fma_f16x2
#define kbc_ptx "fma.rn.f16x2 %0, %1, %0, %0;"
#define kbc_first ""
#define kbc_size ""
#define kbc_instructions "1"
/* What a multiprocessor counts, in the order in which it is asked. */
static __device__ __forceinline__ unsigned long long
clock_ticks()
{
	unsigned long long ticks;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks) :: "memory");
	return ticks;
}
#line 431 "probes/op.cuh"

/*
 * A step is x = f(x): PTX over x, the constants a and b, l (31 less the lane's
 * number), m (the lane's bit), and registers for what lies between: p, q are
 * predicates, h, i have 16 bits, t, u, v 32 and w 64. All are untyped, of
 * x's size if not said.
 *
 * Every f of the table is, on the values that it starts from, a permutation
 * whose order is a small power of two; most are their own inverse. So values
 * stay as random as they were, none settles, and after the steps of a launch
 * they are back bit for bit (`near`: but for rounding): the check sees any
 * wrong one. Where random data are not such values, `first` makes them so, and
 * what is stored is the input with what changed since, nothing if all is right.
 * a and b are arguments, since a compiler that knew them would do other things.
 *
 * What ptxas does to a chain, and so why a step looks as it does:
 * additions, subtractions and XOR of the same number are merged (as is a
 * reciprocal of a reciprocal), so they have a guard that holds; a negation is
 * an operand's sign for FADD, FMNMX and HMNMX2 of fp16 and an HFMA2 for bf16;
 * two chains of half-precision scalars become the halves of one instruction,
 * and so do two conversions to half.
 *
 * Instructions that are no permutation have others beside them that lead the
 * result back (`sass` of a row names all), on another pipe where there is one:
 * the rate is that of the slower, the latency that of both and of the way from
 * one pipe to the other and back, a cycle or two each. ex2_lg2_f32 is there and
 * back, and pure. A predicate for a vote costs an instruction of the same pipe;
 * `results` counts all of it, so that the share is that of the pipe.
 *
 * Seen on an H200 (sm_90a), one chain: FP32, FMNMX, HFMA2, HMNMX2, IMAD, LOP3,
 * SHF, PRMT, dot products 4 cycles, FP64 8, MUFU, POPC, FLO, BREV 17, shuffles
 * 26, FFMA and FMNMX in turn 10. A single chain of packed half precision takes
 * 8, since ptxas lets HFMA2 and HFMA2.MMA alternate; IADD3 and VIADD, which
 * alternate likewise, take 5 and give 127 results a clock where 64 are
 * documented, so add_s32 has no ceiling. IMAD.HI and IMAD.WIDE run at 32 a
 * clock, conversions that are F2F or F2I at 16, others at 64. MATCH.ANY takes
 * longer the more values a warp holds: 375 cycles for 32 of them, 34 for one.
 */
#define WORD(name, bits, letter, convert)                                \
	struct name {                                                    \
		using word = bits;                                       \
		static __device__ __forceinline__ word                   \
		step(word x, word a, word b, const lane &z)              \
		{                                                        \
			asm volatile(kbc_ptx                             \
			    : "+" letter(x)                              \
			    : letter(a), letter(b), "r"(z.l), "r"(z.m)); \
			return x;                                        \
		}                                                        \
		static __device__ __forceinline__ word                   \
		first(word x, word a, word b, const lane &z)             \
		{                                                        \
			asm volatile(kbc_first                           \
			    : "+" letter(x)                              \
			    : letter(a), letter(b), "r"(z.l), "r"(z.m)); \
			return x;                                        \
		}                                                        \
		static __device__ __forceinline__ word                   \
		from(double number)                                      \
		{                                                        \
			return convert;                                  \
		}                                                        \
	}

struct lane {
	unsigned l, m;
};

static __device__ __forceinline__ unsigned short
to_f16(float x)
{
	unsigned short h;

	asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
	return h;
}

static __device__ __forceinline__ unsigned short
to_bf16(float x)
{
	unsigned short h;

	asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(h) : "f"(x));
	return h;
}

WORD(s32, unsigned, "r", unsigned((long long)number));
WORD(s64, unsigned long long, "l", (unsigned long long)(long long)number);
WORD(f32, float, "f", float(number));
WORD(f64, double, "d", number);
WORD(f16, unsigned short, "h", to_f16(float(number)));
WORD(bf16, unsigned short, "h", to_bf16(float(number)));
WORD(f16x2, unsigned, "r", to_f16(float(number)) * 0x10001u);
WORD(bf16x2, unsigned, "r", to_bf16(float(number)) * 0x10001u);

/* Instructions of a step, a digit: a loop stays within the cache for code. */
constexpr int size = sizeof kbc_size > 1 ? kbc_size[0] - '0'
					 : kbc_instructions[0] - '0';
constexpr bool has_first = sizeof kbc_first > 1;

static __device__ __forceinline__ lane
this_lane()
{
	const unsigned at = threadIdx.x % 32;

	return { 31 - at, 1u << at };
}

template <int bytes> struct raw;
template <> struct raw<2> { using bits = unsigned short; };
template <> struct raw<4> { using bits = unsigned; };
template <> struct raw<8> { using bits = unsigned long long; };

/* The chains of one thread. */
template <class type, int chains, int body>
struct walk {
	using word = typename type::word;
	using bits = typename raw<sizeof(word)>::bits;
	word x[chains], a, b;
	lane z;

	__device__ __forceinline__
	walk(const void *in, double first, double second)
	    : a(type::from(first)), b(type::from(second)), z(this_lane())
	{
		asm volatile(".reg .pred p, q;\n\t.reg .b16 h, i;\n\t"
			     ".reg .b32 t, u, v;\n\t.reg .b64 w;");
		for (int c = 0; c < chains; c++)
			x[c] = start(in, c);
	}

	static __device__ __forceinline__ size_t
	place(int c)
	{
		const size_t threads = size_t(gridDim.x) * blockDim.x;

		return blockIdx.x * blockDim.x + threadIdx.x + c * threads;
	}

	__device__ __forceinline__ word
	start(const void *in, int c) const
	{
		const word own = static_cast<const word *>(in)[place(c)];

		return has_first ? type::first(own, a, b, z) : own;
	}

	__device__ __forceinline__ void
	turn()
	{
		static_assert(body % (2 * chains) == 0,
		    "chains must be a power of two, 32 at most");
		#pragma unroll
		for (int step = 0; step < body / chains; step++)
			for (int c = 0; c < chains; c++)
				x[c] = type::step(x[c], a, b, z);
	}

	static __device__ __forceinline__ bits
	as_bits(word w)
	{
		union {
			word w;
			bits b;
		} u = { w };

		return u.b;
	}

	__device__ __forceinline__ void
	finish(void *out, const void *in) const
	{
		for (int c = 0; c < chains; c++) {
			const bits own =
			    static_cast<const bits *>(in)[place(c)];
			const bits end = as_bits(x[c]);

			static_cast<bits *>(out)[place(c)] = !has_first ? end :
			    bits(own ^ end ^ as_bits(start(in, c)));
		}
	}
};
#line 29 "probes/op_per_clock.cu"

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
#line 224 "probes/op_per_clock-fma_f16x2.cu"

extern "C" __global__ void
op_per_clock_c2_fma_f16x2(void *out, void *in, void *clk, unsigned iterations, double a4, double a5)
{
	op_per_clock<f16x2, 2>(out, in, clk, iterations, a4, a5);
}

extern "C" __global__ void
op_per_clock_c4_fma_f16x2(void *out, void *in, void *clk, unsigned iterations, double a4, double a5)
{
	op_per_clock<f16x2, 4>(out, in, clk, iterations, a4, a5);
}

extern "C" __global__ void
op_per_clock_c8_fma_f16x2(void *out, void *in, void *clk, unsigned iterations, double a4, double a5)
{
	op_per_clock<f16x2, 8>(out, in, clk, iterations, a4, a5);
}
