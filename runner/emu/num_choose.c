/*
 * Instructions that look at floats and round nothing: min, max, neg, abs,
 * copysign, comparison, testp.
 *
 * Bits of a float, seen as sign and magnitude, are ordered as the numbers are;
 * -0 lies below +0 for min and max alone. A NaN is above infinity.
 */
#include "num.h"

#include "num_parts.h"

static uint64_t
sign_of(enum num_type t)
{
	return 1ull << (num_bits(t) - 1);
}

static uint64_t
infinity_of(enum num_type t)
{
	const struct num_format *f = num_format(t);
	unsigned exponent = f->bits - 1u - f->fraction;

	return ((1ull << exponent) - 1) << f->fraction;
}

static bool
is_nan(enum num_type t, uint64_t a)
{
	return (a & (sign_of(t) - 1)) > infinity_of(t);
}

uint64_t
num_taken(enum num_type t, uint64_t a, unsigned how)
{
	a &= sign_of(t) | (sign_of(t) - 1);
	if ((how & NUM_FTZ) && !(a & infinity_of(t)))
		return a & sign_of(t);
	return a;
}

/* What a NaN becomes that goes through: canonical, in fp64 quiet alone. */
static uint64_t
nan_of(enum num_type t, uint64_t a)
{
	return t == NUM_F64 ? a | NUM_F64_QUIET : num_format(t)->nan;
}

/* The order of all bits but NaNs; -0 below +0. */
static int64_t
rank(enum num_type t, uint64_t a)
{
	int64_t magnitude = (int64_t)(a & (sign_of(t) - 1));

	return a & sign_of(t) ? -magnitude - 1 : magnitude;
}

static uint64_t
extreme(enum num_op op, enum num_type t, const uint64_t ab[2], unsigned how)
{
	uint64_t a = num_taken(t, ab[0], how), b = num_taken(t, ab[1], how);
	uint64_t sign = 0;
	bool first;

	if (how & NUM_XORSIGN) {
		sign = (a ^ b) & sign_of(t);
		a &= sign_of(t) - 1;
		b &= sign_of(t) - 1;
	}
	if (is_nan(t, a) && (is_nan(t, b) || (how & NUM_NAN)))
		return nan_of(t, b);
	if (is_nan(t, b) && (how & NUM_NAN))
		return num_format(t)->nan;
	if (is_nan(t, a) || is_nan(t, b))
		return (is_nan(t, a) ? b : a) | sign;
	first = rank(t, a) < rank(t, b);
	if (op == NUM_MAX)
		first = !first;
	return (first ? a : b) | sign;
}

uint64_t
num_choose(enum num_op op, enum num_type t, const uint64_t abc[3],
	   unsigned how)
{
	uint64_t a = num_taken(t, abc[0], how), sign = sign_of(t);

	if (op == NUM_MIN || op == NUM_MAX)
		return extreme(op, t, abc, how);
	if (op == NUM_COPYSIGN)
		return (abc[0] & sign) |
		       (num_taken(t, abc[1], how) & (sign - 1));
	if (is_nan(t, a)) /* no sign is changed: they are additions of 0 */
		return nan_of(t, a);
	return op == NUM_NEG ? a ^ sign : a & (sign - 1);
}

bool
num_holds(enum num_compare c, enum num_type t, const uint64_t ab[2],
	  unsigned how)
{
	uint64_t a = num_taken(t, ab[0], how), b = num_taken(t, ab[1], how);
	bool nan = is_nan(t, a) || is_nan(t, b);
	bool zeros = !((a | b) & (sign_of(t) - 1));
	bool equal = !nan && (a == b || zeros);
	bool less = !nan && !equal && rank(t, a) < rank(t, b);
	const bool holds[] = {
		[NUM_EQ] = equal,
		[NUM_NE] = !nan && !equal,
		[NUM_LT] = less,
		[NUM_LE] = less || equal,
		[NUM_GT] = !nan && !less && !equal,
		[NUM_GE] = !nan && !less,
		[NUM_EQU] = equal || nan,
		[NUM_NEU] = !equal,
		[NUM_LTU] = less || nan,
		[NUM_LEU] = less || equal || nan,
		[NUM_GTU] = nan || (!less && !equal),
		[NUM_GEU] = !less,
		[NUM_ORDERED] = !nan,
		[NUM_UNORDERED] = nan,
	};

	return holds[c];
}

bool
num_is(enum num_class c, enum num_type t, uint64_t a)
{
	uint64_t magnitude = a & (sign_of(t) - 1);
	uint64_t infinity = infinity_of(t);
	uint64_t normal = 1ull << num_format(t)->fraction;

	switch (c) {
	case NUM_IS_FINITE:
		return magnitude < infinity;
	case NUM_IS_INFINITE:
		return magnitude == infinity;
	case NUM_IS_NUMBER:
		return magnitude <= infinity;
	case NUM_IS_NAN:
		return magnitude > infinity;
	case NUM_IS_NORMAL:
		return !magnitude ||
		       (magnitude >= normal && magnitude < infinity);
	case NUM_IS_SUBNORMAL:
		return magnitude && magnitude < normal;
	}
	return false;
}
