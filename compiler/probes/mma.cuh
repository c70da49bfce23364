/*
 * mma.sync by type and shape: mma<TYPE, SHAPE>::step adds A * B to C, which are
 * words of registers, and TYPE::negated makes B negative. PTX has no instances
 * but these.
 */

/* Operands in registers: so many words of A, B and C; D takes C's place. */
#define A1B1C2(letter, mma)                                                  \
	asm volatile(mma " {%0,%1}, {%2}, {%3}, {%0,%1};"                    \
	    : "+" letter(c[0]), "+" letter(c[1]) : letter(a[0]), letter(b[0]))
#define A2B1C2(letter, mma)                                                  \
	asm volatile(mma " {%0,%1}, {%2,%3}, {%4}, {%0,%1};"                 \
	    : "+" letter(c[0]), "+" letter(c[1])                             \
	    : letter(a[0]), letter(a[1]), letter(b[0]))
#define A4B2C2(letter, mma)                                                  \
	asm volatile(mma " {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"        \
	    : "+" letter(c[0]), "+" letter(c[1])                             \
	    : letter(a[0]), letter(a[1]), letter(a[2]), letter(a[3]),        \
	      letter(b[0]), letter(b[1]))
#define A2B1C4(letter, mma)                                                  \
	asm volatile(mma " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"     \
	    : "+" letter(c[0]), "+" letter(c[1]), "+" letter(c[2]),          \
	      "+" letter(c[3])                                               \
	    : letter(a[0]), letter(a[1]), letter(b[0]))
#define A4B2C4(letter, mma)                                                  \
	asm volatile(mma " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "          \
	    "{%0,%1,%2,%3};"                                                 \
	    : "+" letter(c[0]), "+" letter(c[1]), "+" letter(c[2]),          \
	      "+" letter(c[3])                                               \
	    : letter(a[0]), letter(a[1]), letter(a[2]), letter(a[3]),        \
	      letter(b[0]), letter(b[1]))
#define A8B4C4(letter, mma)                                                  \
	asm volatile(mma " {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, "     \
	    "{%12,%13,%14,%15}, {%0,%1,%2,%3};"                              \
	    : "+" letter(c[0]), "+" letter(c[1]), "+" letter(c[2]),          \
	      "+" letter(c[3])                                               \
	    : letter(a[0]), letter(a[1]), letter(a[2]), letter(a[3]),        \
	      letter(a[4]), letter(a[5]), letter(a[6]), letter(a[7]),        \
	      letter(b[0]), letter(b[1]), letter(b[2]), letter(b[3]))

/* `sign`: the sign bits of the numbers in a word. */
#define FLOAT(name, bits, sign)                                              \
	struct name {                                                        \
		using word = bits;                                           \
		static __device__ word                                       \
		negated(word x)                                              \
		{                                                            \
			return x ^ (sign);                                   \
		}                                                            \
	}

FLOAT(fp16, unsigned, 0x80008000u);
FLOAT(fp16acc, unsigned, 0x80008000u);
FLOAT(bf16, unsigned, 0x80008000u);
FLOAT(tf32, unsigned, 0x80000000u);
FLOAT(fp8, unsigned, 0x80808080u);

struct int8 {
	using word = unsigned;
	static __device__ word
	negated(word x)
	{
		return __vneg4(x);
	}
};
FLOAT(fp64, unsigned long long, 1ull << 63);

struct m8n8k4;
struct m16n8k4;
struct m16n8k8;
struct m16n8k16;
struct m16n8k32;

template <class type, class shape> struct mma;

#define MMA(type, shape, na, nb, nc, letter, suffix)                         \
	template <> struct mma<type, shape> {                                \
		using word = type::word;                                     \
		static constexpr int as = na, bs = nb, cs = nc;              \
		static __device__ void                                       \
		step(word *c, const word *a, const word *b)                  \
		{                                                            \
			A##na##B##nb##C##nc(letter, "mma.sync.aligned."      \
			    #shape ".row.col." suffix);                      \
		}                                                            \
	}

MMA(fp16, m16n8k8, 2, 1, 4, "r", "f32.f16.f16.f32");
MMA(fp16, m16n8k16, 4, 2, 4, "r", "f32.f16.f16.f32");
MMA(fp16acc, m16n8k8, 2, 1, 2, "r", "f16.f16.f16.f16");
MMA(fp16acc, m16n8k16, 4, 2, 2, "r", "f16.f16.f16.f16");
MMA(bf16, m16n8k8, 2, 1, 4, "r", "f32.bf16.bf16.f32");
MMA(bf16, m16n8k16, 4, 2, 4, "r", "f32.bf16.bf16.f32");
MMA(tf32, m16n8k4, 2, 1, 4, "r", "f32.tf32.tf32.f32");
MMA(tf32, m16n8k8, 4, 2, 4, "r", "f32.tf32.tf32.f32");
MMA(fp8, m16n8k16, 2, 1, 4, "r", "f32.e4m3.e4m3.f32");
MMA(fp8, m16n8k32, 4, 2, 4, "r", "f32.e4m3.e4m3.f32");
MMA(int8, m16n8k16, 2, 1, 4, "r", "s32.s8.s8.s32");
MMA(int8, m16n8k32, 4, 2, 4, "r", "s32.s8.s8.s32");
MMA(fp64, m8n8k4, 1, 1, 2, "l", "f64.f64.f64.f64");
MMA(fp64, m16n8k4, 2, 1, 4, "l", "f64.f64.f64.f64");
MMA(fp64, m16n8k8, 4, 2, 4, "l", "f64.f64.f64.f64");
MMA(fp64, m16n8k16, 8, 4, 4, "l", "f64.f64.f64.f64");
