/*
 * The approximate instructions, and what they promise.
 *
 * The ISA gives each an error, hardware has tables that nobody documents. Here
 * each is computed in double to about 1e-14 (num_poly.inc) and rounded once to
 * its type, so that what a page is told lies within the promise of any device.
 *
 * sin and cos do what hardware does first: the argument becomes turns, by a
 * product in fp32. Large arguments lose their fraction there as they do on a
 * device; the promise ends at 100 pi anyway.
 */
#include "num.h"

#include <math.h>
#include <string.h>

#include "num_parts.h"
#include "num_poly.inc"

static const struct num_error errors[] = {
	{NUM_RCP_APPROX, NUM_F32, false, 1, 0, 0, -INFINITY, INFINITY,
	 "rcp.approx.f32"},
	{NUM_SQRT_APPROX, NUM_F32, false, 0, 0x1p-23, 0, 0, INFINITY,
	 "sqrt.approx.f32"},
	{NUM_RSQRT_APPROX, NUM_F32, false, 0, 0x1.126p-23, 0, 0, INFINITY,
	 "rsqrt.approx.f32"},
	{NUM_DIV_APPROX, NUM_F32, false, 2, 0, 0, -0x1p126, 0x1p126,
	 "div.approx.f32"},
	{NUM_DIV_FULL, NUM_F32, false, 2, 0, 0, -INFINITY, INFINITY,
	 "div.full.f32"},
	{NUM_SIN_APPROX, NUM_F32, false, 0, 0, 0x1.6ap-21, -6.2831853,
	 6.2831853, "sin.approx.f32"},
	{NUM_SIN_APPROX, NUM_F32, false, 0, 0, 0x1.3b3p-15, -314.15926,
	 314.15926, "sin.approx.f32"},
	{NUM_COS_APPROX, NUM_F32, false, 0, 0, 0x1.6ap-21, -6.2831853,
	 6.2831853, "cos.approx.f32"},
	{NUM_COS_APPROX, NUM_F32, false, 0, 0, 0x1.3b3p-15, -314.15926,
	 314.15926, "cos.approx.f32"},
	{NUM_LG2_APPROX, NUM_F32, false, 0, 0, 0x1p-22, 0.5, 2,
	 "lg2.approx.f32"},
	{NUM_LG2_APPROX, NUM_F32, false, 0, 0x1p-22, 0, 0, INFINITY,
	 "lg2.approx.f32"},
	{NUM_EX2_APPROX, NUM_F32, false, 2, 0, 0, -INFINITY, INFINITY,
	 "ex2.approx.f32"},
	{NUM_TANH_APPROX, NUM_F32, false, 0, 0x1p-11, 0, -INFINITY, INFINITY,
	 "tanh.approx.f32"},
	{NUM_EX2_APPROX, NUM_F16, false, 0, 0x1.126p-10, 0, -INFINITY, INFINITY,
	 "ex2.approx.f16"},
	{NUM_EX2_APPROX, NUM_BF16, false, 0, 0x1p-7, 0, -INFINITY, INFINITY,
	 "ex2.approx.ftz.bf16"},
	{NUM_TANH_APPROX, NUM_F16, false, 0, 0, 0x1.025p-11, -INFINITY,
	 INFINITY, "tanh.approx.f16"},
	{NUM_TANH_APPROX, NUM_BF16, false, 0, 0, 0x1p-8, -INFINITY, INFINITY,
	 "tanh.approx.bf16"},
	{NUM_RCP_APPROX, NUM_F64, true, 0, 0x1p-20, 0, -INFINITY, INFINITY,
	 "rcp.approx.ftz.f64"},
	{NUM_RSQRT_APPROX, NUM_F64, true, 0, 0x1p-20, 0, 0, INFINITY,
	 "rsqrt.approx.ftz.f64"},
	/* the ISA says nothing of this one, CUDA so of its rsqrt() */
	{NUM_RSQRT_APPROX, NUM_F64, false, 1, 0, 0, 0, INFINITY,
	 "rsqrt.approx.f64"},
};

/* A launch has a bit for each: approximate.c. */
_Static_assert(sizeof(errors) / sizeof(errors[0]) <= 32, "too many promises");

const struct num_error *
num_error_at(unsigned i)
{
	return i < sizeof(errors) / sizeof(*errors) ? &errors[i] : NULL;
}

static double
wave(enum num_op op, uint64_t x, unsigned how)
{
	const uint64_t ab[3] = {x, 0x3e22f983, 0}; /* 1 / (2 pi) */
	struct num_cvt widen = {NUM_F64, NUM_F32, 0};
	uint64_t turns;

	turns = num_apply(NUM_MUL, NUM_F32, ab, NUM_RZ | (how & NUM_FTZ));
	turns = num_convert(&widen, turns);
	if (num_is(NUM_IS_INFINITE, NUM_F64, turns))
		return (double)NAN;
	return op == NUM_SIN_APPROX ? poly_turn_sin(double_of(turns))
				    : poly_turn_cos(double_of(turns));
}

static double
function(enum num_op op, double x)
{
	if (op == NUM_LG2_APPROX)
		return poly_log2(x);
	return op == NUM_EX2_APPROX ? poly_exp2(x) : poly_tanh(x);
}

/* rcp and rsqrt of fp64: the upper halves of operand and result alone. */
static uint64_t
gross(enum num_op op, uint64_t x, unsigned how)
{
	const uint64_t upper = 0xffffffff00000000;
	uint64_t abc[3] = {x & upper, 0, 0};

	if (num_is(NUM_IS_NAN, NUM_F64, abc[0]))
		return abc[0] | NUM_F64_QUIET;
	if (op == NUM_RSQRT_APPROX)
		abc[0] = num_apply(NUM_SQRT, NUM_F64, abc, how);
	return num_apply(NUM_RCP, NUM_F64, abc, how) & upper;
}

/* a * (1 / b) with a 1 / b that is 0 where it would be subnormal. */
static uint64_t
quotient(enum num_type t, const uint64_t abc[3], unsigned how)
{
	const uint64_t sign = 0x80000000, most = 0x7e800000; /* 2^126 */
	const uint64_t infinity = 0x7f800000, b = abc[1] & (sign - 1);
	uint64_t ab[3] = {abc[0], abc[1] & sign, 0};

	if (b > most && b < infinity)
		return num_apply(NUM_MUL, t, ab, how);
	return num_apply(NUM_DIV, t, abc, how);
}

/* Those that are a correctly rounded operation here; true if OP is one. */
static bool
exact(enum num_op op, enum num_type t, const uint64_t abc[3], unsigned how,
      uint64_t *out)
{
	enum num_op as = NUM_DIV;

	if (op == NUM_RCP_APPROX)
		as = NUM_RCP;
	else if (op == NUM_SQRT_APPROX)
		as = NUM_SQRT;
	else if (op != NUM_DIV_APPROX && op != NUM_DIV_FULL)
		return false;
	*out = op == NUM_DIV_APPROX ? quotient(t, abc, how)
				    : num_apply(as, t, abc, how);
	return true;
}

uint64_t
num_approximate(enum num_op op, enum num_type t, const uint64_t abc[3],
		unsigned how)
{
	struct num_cvt widen = {NUM_F64, t, 0};
	struct num_cvt narrow = {t, NUM_F64, how};
	uint64_t out;
	double x;

	if (t == NUM_F64 &&
	    (op == NUM_RCP_APPROX || op == NUM_RSQRT_APPROX))
		return gross(op, abc[0], how);
	if (exact(op, t, abc, how, &out))
		return out;
	x = double_of(num_convert(&widen, num_taken(t, abc[0], how)));
	if (op == NUM_SIN_APPROX || op == NUM_COS_APPROX)
		x = wave(op, abc[0], how);
	else if (op == NUM_RSQRT_APPROX)
		x = 1 / sqrt(x);
	else
		x = function(op, x);
	if (x != x)
		return num_format(t)->nan;
	if (op == NUM_EX2_APPROX && t == NUM_F16 && x < 0x1p16)
		narrow.how |= NUM_RZ; /* as devices do, within the promise */
	return num_taken(t, num_convert(&narrow, long_of(x)), how);
}
