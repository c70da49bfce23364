/*
 * Approximate instructions as far off as the ISA lets them be.
 *
 * The result that num_approx gives is a near one; a device may give another
 * that keeps the promise. Here it is the furthest one on the side that HOW asks
 * for, or the nearest that there is, so that a launch can be made again with
 * it: what comes out the same each time is so on every device.
 *
 * What the ISA lists as exact stays: zeros, infinities, NaNs, and the 0 of
 * div.approx by a huge number. Where it promises nothing at all, sin and cos
 * of large arguments, everything from -1 to 1 may come out.
 */
#include "num.h"

#include <math.h>
#include <stddef.h>

#include "num_parts.h"
#include "num_poly.inc"

#define TURN 0.15915494309189535 /* 1 / (2 pi) */

unsigned
num_error_find(enum num_op op, enum num_type t, bool ftz)
{
	const struct num_error *e;
	unsigned i;

	t = num_is_pair(t) ? num_element(t) : t;
	for (i = 0; (e = num_error_at(i)); i++) {
		if (e->op == op && e->type == t &&
		    (t != NUM_F64 || e->ftz == ftz))
			break;
	}
	return i;
}

/* What is promised for the argument X; NULL: nothing. The promises for the
   ranges of an instruction stand together. */
static const struct num_error *
find_promise(unsigned first, double x)
{
	const struct num_error *e = num_error_at(first), *one = e;

	for (; e && e->op == one->op && e->type == one->type &&
	       e->ftz == one->ftz; e = num_error_at(++first)) {
		if (x >= e->low && x <= e->high)
			return e;
	}
	return NULL;
}

static double
value_of(enum num_type t, uint64_t bits, unsigned how)
{
	struct num_cvt widen = {NUM_F64, t, 0};

	return double_of(num_convert(&widen, num_taken(t, bits, how)));
}

/* Without any rounding of T. */
static double
find_truth(enum num_op op, double x, double y)
{
	switch ((int)op) {
	case NUM_DIV_APPROX:
	case NUM_DIV_FULL: return x / y;
	case NUM_RCP_APPROX: return 1 / x;
	case NUM_SQRT_APPROX: return sqrt(x);
	case NUM_RSQRT_APPROX: return 1 / sqrt(x);
	case NUM_SIN_APPROX: return poly_turn_sin(x * TURN);
	case NUM_COS_APPROX: return poly_turn_cos(x * TURN);
	case NUM_LG2_APPROX: return poly_log2(x);
	case NUM_EX2_APPROX: return poly_exp2(x);
	default: return poly_tanh(x);
	}
}

/* How far from TRUTH it may be; those with ulps are of fp32 and fp64. */
static double
find_room(const struct num_error *e, double truth)
{
	int exponent, least = e->type == NUM_F64 ? -1021 : -125;

	frexp(truth, &exponent);
	exponent = exponent > least ? exponent : least;
	exponent -= e->type == NUM_F64 ? 53 : 24;
	return e->absolute + e->relative * fabs(truth) +
	       e->ulp * ldexp(1, exponent);
}

/* The nearest to TRUTH; of fp64 num_approx has none that is nearer. */
static uint64_t
round_to(enum num_type t, double truth, unsigned how, uint64_t best)
{
	struct num_cvt narrow = {t, NUM_F64, 0};

	if (t == NUM_F64)
		return best;
	return num_taken(t, num_convert(&narrow, long_of(truth)), how);
}

/* The last number of T on the way from the truth to TARGET. */
static uint64_t
round_back(enum num_type t, double target, bool up, unsigned how)
{
	struct num_cvt narrow = {t, NUM_F64, up ? NUM_RM : NUM_RP};
	const uint64_t lower = 0xffffffff;
	uint64_t bits = long_of(target);

	if (t != NUM_F64)
		return num_taken(t, num_convert(&narrow, bits), how);
	if (!(how & NUM_FTZ))
		return bits;
	/* rcp and rsqrt .ftz of fp64 have the upper half alone */
	return (up == (target > 0) ? bits : bits + lower) & ~lower;
}

/* Which side is taken is fixed by instruction, .ftz and argument. */
static bool
leans_up(enum num_op op, const uint64_t abc[3], unsigned how)
{
	/* 2^64 / golden ratio: multiplicative hashing */
	const uint64_t odd = 0x9e3779b97f4a7c15;
	uint64_t mixed = (abc[0] + 2 * op + !!(how & NUM_FTZ)) * odd;

	if ((how & NUM_EITHER) != NUM_EITHER)
		return how & NUM_MORE;
	mixed = (mixed ^ mixed >> 29 ^ abc[1]) * odd;
	return mixed >> 63;
}

uint64_t
num_lean(enum num_op op, enum num_type t, const uint64_t abc[3], unsigned how)
{
	bool quotient = op == NUM_DIV_APPROX || op == NUM_DIV_FULL;
	bool wave = op == NUM_SIN_APPROX || op == NUM_COS_APPROX;
	uint64_t best = num_apply(op, t, abc, how & ~(unsigned)NUM_LEANS);
	double x = value_of(t, abc[0], how), y = 1, truth, target;
	const struct num_error *e;
	bool up = leans_up(op, abc, how);

	if (quotient)
		y = value_of(t, abc[1], how);
	truth = find_truth(op, x, y);
	if (x == 0 || !isfinite(x) || !isfinite(y) || !isfinite(truth) ||
	    !isfinite(value_of(t, best, how)))
		return best;
	if (how & NUM_TRUE)
		return round_to(t, truth, how, best);
	e = find_promise(num_error_find(op, t, how & NUM_FTZ),
			 quotient ? y : x);
	if (!e)
		return wave ? round_back(t, up ? 1 : -1, up, how) : best;
	target = find_room(e, truth);
	target = up ? truth + target : truth - target;
	if (e->absolute == 0 && (target < 0) != (truth < 0))
		target = copysign(0, truth);
	return round_back(t, target, up, how);
}
