// kbc: probe mma_throughput type=fp16acc shape=m16n8k16 threads=512
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
#line 95 "probes/mma_throughput.cu"

/*
 * C += A * B and then C += A * (-B) leaves C as it was, where the sums are
 * exact: A and B are multiples of a power of two and few bits wide, C is one of
 * the like, so that no sum outgrows the significand. All three are random, and
 * after an even number of steps C is back bit for bit. `fp16` sums in fp32,
 * `fp16acc` in fp16; fp8 is e4m3.
 *
 * The ceiling is the dense peak of the tensor cores. On compute capability 9.0
 * only the asynchronous wgmma comes to that: one mma.sync of m16n8k16 takes a
 * tensor core 6 cycles and not 4, of m16n8k8 likewise 4 and not 2, at any
 * number of warps and chains; where all SMs are at it 6.6 and 4.4, with zeros
 * as with random numbers. `deep` are the shapes whose k is 32 bytes; the reach
 * is little less than was seen. Of fp64 all but m8n8k4 come to the peak.
 *
 * fp8 is no instruction there: each mma is two of fp16, whose operands are
 * converted first, and an addition in fp32. Operands that stay the same would
 * leave the loop with all of it but the additions, so B takes other signs for
 * each pair of steps; the conversion of A does leave the loop.
 */

constexpr int body = 128;

/* Types whose operands are converted for each mma. */
template <class type> constexpr bool converts = false;
template <> constexpr bool converts<fp8> = true;

/* C += A * B', C -= A * B', where B' is B with signs of its own. */
template <class mma>
static __device__ void
turn(unsigned *c, const unsigned *a, const unsigned (*b)[mma::bs],
    unsigned signs)
{
	unsigned turned[2][mma::bs];

	for (int i = 0; i < mma::bs; i++) {
		turned[0][i] = b[0][i] ^ (signs & 0x80808080u);
		turned[1][i] = b[1][i] ^ (signs & 0x80808080u);
	}
	mma::step(c, a, turned[0]);
	mma::step(c, a, turned[1]);
}

template <class type, class shape, int chains>
static __device__ __forceinline__ void
mma_throughput(void *out, void *in, void *a, void *b, unsigned iterations)
{
	static_assert(body % (2 * chains) == 0,
	    "chains must be a power of two, 64 at most");
	using mma = mma<type, shape>;
	using word = typename type::word;
	const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned stride = gridDim.x * blockDim.x;
	word as[mma::as], bs[2][mma::bs], cs[chains][mma::cs];

	for (int i = 0; i < mma::as; i++)
		as[i] = static_cast<word *>(a)[first + i * stride];
	for (int i = 0; i < mma::bs; i++) {
		bs[0][i] = static_cast<word *>(b)[first + i * stride];
		bs[1][i] = type::negated(bs[0][i]);
	}
	for (int i = 0; i < chains * mma::cs; i++)
		cs[i / mma::cs][i % mma::cs] =
		    static_cast<word *>(in)[first + i * stride];
	unsigned fresh = as[0];
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int step = 0; step < body / chains; step += 2)
			if constexpr (converts<type>)
				for (int c = 0; c < chains; c++) {
					fresh = fresh * 1664525 + 1013904223;
					turn<mma>(cs[c], as, bs, fresh);
				}
			else
				for (int c = 0; c < 2 * chains; c++)
					mma::step(cs[c % chains], as,
					    bs[c / chains]);
	}
	for (int i = 0; i < chains * mma::cs; i++)
		static_cast<word *>(out)[first + i * stride] =
		    cs[i / mma::cs][i % mma::cs];
}
#line 190 "probes/mma_throughput-fp16acc-m16n8k16-threads512.cu"

extern "C" __global__ void
mma_throughput_fp16acc_m16n8k16_c1(void *out, void *in, void *a, void *b, unsigned iterations)
{
	mma_throughput<fp16acc, m16n8k16, 1>(out, in, a, b, iterations);
}

extern "C" __global__ void
mma_throughput_fp16acc_m16n8k16_c2(void *out, void *in, void *a, void *b, unsigned iterations)
{
	mma_throughput<fp16acc, m16n8k16, 2>(out, in, a, b, iterations);
}

extern "C" __global__ void
mma_throughput_fp16acc_m16n8k16_c4(void *out, void *in, void *a, void *b, unsigned iterations)
{
	mma_throughput<fp16acc, m16n8k16, 4>(out, in, a, b, iterations);
}

extern "C" __global__ void
mma_throughput_fp16acc_m16n8k16_c8(void *out, void *in, void *a, void *b, unsigned iterations)
{
	mma_throughput<fp16acc, m16n8k16, 8>(out, in, a, b, iterations);
}
