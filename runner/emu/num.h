/*
 * The numbers of PTX: pure functions of bits. Nothing here knows registers,
 * threads or memory, and nothing keeps a state.
 *
 * A value is its bits in the low end of a uint64_t; what lies above is ignored
 * when read and 0 when given back. Results are the same on every machine and
 * on every path of the code: where the ISA defines the bits they are those
 * bits; where it leaves them open (payloads of NaNs, the side of a rounding on
 * which .ftz looks, NaNs under neg and cvt) they are what an H200 gave, with
 * code of ptxas 13.0 for sm_90, recorded in tests/gpu/conformance. Approximate
 * instructions are correctly rounded as far as num_approx says, which lies
 * well within the ISA's error, and so do those of the H200.
 *
 * Lanes: whole warps go through arrays of 32 elements. Elements of types of at
 * most 32 bits are uint32_t (a 16-bit value in the low half, 0 above), those
 * of 64 bits uint64_t. All 32 are computed; the caller blends by its mask. A
 * result may be the same array as an operand.
 */
#ifndef EMU_NUM_H
#define EMU_NUM_H

#include <stdbool.h>
#include <stdint.h>

enum num_type {
	NUM_F16,
	NUM_BF16,
	NUM_F16X2, /* element 0 in the low half */
	NUM_BF16X2,
	NUM_F32,
	NUM_F64,
	NUM_TF32, /* as F32, the low 13 bits 0 */
	NUM_E4M3,
	NUM_E5M2,
	NUM_E4M3X2, /* element 0 in the low byte */
	NUM_E5M2X2,
	NUM_U8,
	NUM_S8,
	NUM_U16,
	NUM_S16,
	NUM_U32,
	NUM_S32,
	NUM_U64,
	NUM_S64,
	NUM_TYPES
};

enum num_op {
	NUM_ADD,
	NUM_SUB,
	NUM_MUL,
	NUM_FMA,
	NUM_DIV, /* f32, f64: .rn .rz .rm .rp */
	NUM_RCP,
	NUM_SQRT,
	NUM_MIN,
	NUM_MAX,
	NUM_NEG,
	NUM_ABS,
	NUM_COPYSIGN, /* the sign of a on b, as in PTX */
	NUM_DIV_APPROX,
	NUM_DIV_FULL,
	NUM_RCP_APPROX, /* f64: rcp.approx.ftz.f64 */
	NUM_SQRT_APPROX,
	NUM_RSQRT_APPROX,
	NUM_SIN_APPROX,
	NUM_COS_APPROX,
	NUM_LG2_APPROX,
	NUM_EX2_APPROX, /* f32, f16, f16x2, bf16, bf16x2; TANH too */
	NUM_TANH_APPROX,
	NUM_OPS
};

/*
 * How: a rounding, or'ed with modifiers. 0 is .rn alone. Modifiers that an
 * instruction doesn't have in PTX are the parser's to refuse.
 */
enum num_how {
	NUM_RN,
	NUM_RZ,
	NUM_RM,
	NUM_RP,
	NUM_RNA, /* nearest, ties away from zero: cvt.rna.tf32 */
	NUM_ROUND_BITS = 7,
	NUM_FTZ = 8,	    /* .ftz: subnormals in and out are zeros; cvt's
			       are those of fp32 alone */
	NUM_SAT = 16,	    /* .sat: to [0, 1], a NaN is +0 */
	NUM_SATFINITE = 32, /* .satfinite: the largest finite instead of inf */
	NUM_RELU = 64,	    /* .relu: a negative is +0, a NaN canonical */
	NUM_NAN = 128,	    /* min.NaN, max.NaN */
	NUM_XORSIGN = 256,  /* .xorsign.abs of min and max */
	NUM_INTEGRAL = 512, /* cvt .rni .rzi .rmi .rpi of float to float */
	NUM_MORE = 1024,    /* an approximate instruction: the largest result
			       that the ISA lets it have, */
	NUM_LESS = 2048,    /* the smallest, */
	NUM_EITHER = 3072,  /* one of the two, by the operands, */
	NUM_TRUE = 4096,    /* the nearest to the function */
	NUM_LEANS = 7168,
};

enum num_compare {
	NUM_EQ,
	NUM_NE,
	NUM_LT,
	NUM_LE,
	NUM_GT,
	NUM_GE,
	NUM_EQU,
	NUM_NEU,
	NUM_LTU,
	NUM_LEU,
	NUM_GTU,
	NUM_GEU,
	NUM_ORDERED,   /* .num */
	NUM_UNORDERED, /* .nan */
};

enum num_class { /* testp */
	NUM_IS_FINITE,
	NUM_IS_INFINITE,
	NUM_IS_NUMBER,
	NUM_IS_NAN,
	NUM_IS_NORMAL, /* zeros too */
	NUM_IS_SUBNORMAL,
};

/* Bits of a type: 8, 16, 32 or 64; of a pair, of both together. */
unsigned num_bits(enum num_type t);

/*
 * OP on values of type T; operands that OP lacks are ignored. Atomics use it
 * as well as the executor's rare instructions. T is F16, BF16, F16X2, BF16X2,
 * F32 or F64; a pair is worked element by element.
 */
uint64_t num_apply(enum num_op op, enum num_type t, const uint64_t abc[3],
		   unsigned how);

/* As num_apply for one instruction of a warp. */
typedef void num_lanes(void *d, const void *const abc[3], unsigned how);

/*
 * The function that applies OP to 32 lanes of type T, the fastest one that
 * this processor runs; NULL where there is no such instruction. Ask once, when
 * decoding. Called with arrays as described above; abc[i] is not read if OP
 * lacks that operand.
 */
num_lanes *num_lanes_of(enum num_op op, enum num_type t);

/* Likewise, lane by lane through num_apply: for those that lean. */
void num_lanes_slow(enum num_op op, enum num_type t, void *d,
		    const void *const abc[3], unsigned how);

/* setp, set, slct on floats. T: F16 BF16 F32 F64; HOW: NUM_FTZ or 0. */
bool num_holds(enum num_compare c, enum num_type t, const uint64_t ab[2],
	       unsigned how);

/* As num_holds; a bit a lane. */
uint32_t num_holds_lanes(enum num_compare c, enum num_type t,
			 const void *const ab[2], unsigned how);

/* testp.f32 and .f64. */
bool num_is(enum num_class c, enum num_type t, uint64_t a);

struct num_cvt {
	enum num_type to, from;
	unsigned how;
};

/*
 * cvt of one value: every pair of F16 BF16 F32 F64 and integers, integer to
 * integer (with NUM_SAT clamped), TF32 from F32. Float to integer: the rounding
 * is .rni .rzi .rmi .rpi; clamped to the range; a NaN gives 0, but where
 * either type has 64 bits the highest bit of the result. An 8-bit result is
 * what the register holds: PTX extends it to the destination's width by its
 * sign, which is the caller's.
 */
uint64_t num_convert(const struct num_cvt *c, uint64_t a);

/*
 * cvt of two values to a pair: to F16X2 or BF16X2 from F32; to E4M3X2 or
 * E5M2X2 from F32. A becomes the upper element, B the lower.
 */
uint64_t num_convert_pair(const struct num_cvt *c, uint64_t a, uint64_t b);

/* cvt of a pair: F16X2 or BF16X2 to fp8 pairs and fp8 pairs to F16X2. */
uint64_t num_convert_both(const struct num_cvt *c, uint64_t a);

/* True if cvt of these types is one of the three above: 1, 2, 3; or 0. */
unsigned num_convert_kind(const struct num_cvt *c);

/* As num_convert, on 32 lanes. */
void num_convert_lanes(const struct num_cvt *c, void *d, const void *a);

/*
 * What an approximate instruction promises. A check of a page whose outcome
 * depends on what it gives within the promise can't be judged here.
 */
struct num_error {
	enum num_op op;
	enum num_type type;
	bool ftz;	 /* of fp64: the form with .ftz, else that without */
	double ulp;	 /* promised, in ulps of the result; 0: none */
	double relative; /* promised relative error; 0: none */
	double absolute; /* promised absolute error; 0: none */
	double low, high; /* for arguments of this range */
	const char *instruction;
};

/* The I-th promise, or NULL past the last. */
const struct num_error *num_error_at(unsigned i);

/* The first promise of OP on T, .ftz or not, or as many as there are if it has
   none. */
unsigned num_error_find(enum num_op op, enum num_type t, bool ftz);

#endif
