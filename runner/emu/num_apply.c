/*
 * OP on the bits of floats, exactly and with one rounding: add, sub, mul, fma,
 * div, rcp, sqrt of every format in every rounding. Integers alone do it; the
 * fast paths of whole warps (num_lanes.inc) are measured against this, and
 * this against a reference of the tests.
 *
 * Two numbers that are normalised to bit 125 of 128 are added with what is
 * cut off remembered as "more". That is enough for one rounding: digits are
 * cut only if the exponents are further apart than cancellation can reach.
 */
#include "num.h"

#include "num_parts.h"

enum {
	SUM_TOP = 125,
};

static struct number
number_nan(void)
{
	struct number n = {.kind = NUMBER_NAN};

	return n;
}

static struct number
number_zero(bool negative)
{
	struct number n = {.kind = NUMBER_ZERO, .negative = negative};

	return n;
}

static struct number
number_infinite(bool negative)
{
	struct number n = {.kind = NUMBER_INFINITE, .negative = negative};

	return n;
}

/* Digits moved down to EXPONENT; what falls off is remembered. */
static void
align(struct number *n, int exponent)
{
	int by = exponent - n->exponent;

	if (by > 127) {
		n->digits = 0;
		n->inexact = true;
	} else if (by > 0) {
		if (n->digits & (((uint128)1 << by) - 1))
			n->inexact = true;
		n->digits >>= by;
	}
	n->exponent = exponent;
}

struct number
num_sum(struct number x, struct number y, unsigned how)
{
	struct number swap;

	if (x.kind == NUMBER_ZERO && y.kind == NUMBER_ZERO)
		return number_zero(x.negative == y.negative
					   ? x.negative
					   : (how & NUM_ROUND_BITS) == NUM_RM);
	if (x.kind == NUMBER_ZERO || y.kind == NUMBER_ZERO)
		return x.kind == NUMBER_ZERO ? y : x;
	num_normalise(&x, SUM_TOP);
	num_normalise(&y, SUM_TOP);
	if (x.exponent < y.exponent ||
	    (x.exponent == y.exponent && x.digits < y.digits)) {
		swap = x;
		x = y;
		y = swap;
	}
	align(&y, x.exponent);
	if (x.negative == y.negative) {
		x.digits += y.digits;
		x.inexact |= y.inexact;
		return x;
	}
	x.digits -= y.digits;
	if (y.inexact) {
		x.digits--;
		x.inexact = true;
	}
	if (!x.digits)
		return number_zero((how & NUM_ROUND_BITS) == NUM_RM);
	return x;
}

struct number
num_product(const struct number *x, const struct number *y)
{
	struct number n = {.negative = x->negative != y->negative};

	if (x->kind == NUMBER_ZERO || y->kind == NUMBER_ZERO)
		return number_zero(n.negative);
	n.kind = NUMBER_FINITE;
	n.digits = x->digits * y->digits;
	n.exponent = x->exponent + y->exponent;
	return n;
}

static struct number
add(const struct number *x, const struct number *y, unsigned how)
{
	if (x->kind == NUMBER_NAN || y->kind == NUMBER_NAN)
		return number_nan();
	if (x->kind == NUMBER_INFINITE && y->kind == NUMBER_INFINITE &&
	    x->negative != y->negative)
		return number_nan();
	if (x->kind == NUMBER_INFINITE)
		return *x;
	if (y->kind == NUMBER_INFINITE)
		return *y;
	return num_sum(*x, *y, how);
}

static struct number
multiply(const struct number *x, const struct number *y)
{
	if (x->kind == NUMBER_NAN || y->kind == NUMBER_NAN)
		return number_nan();
	if (x->kind == NUMBER_INFINITE || y->kind == NUMBER_INFINITE) {
		if (x->kind == NUMBER_ZERO || y->kind == NUMBER_ZERO)
			return number_nan();
		return number_infinite(x->negative != y->negative);
	}
	return num_product(x, y);
}

static struct number
divide(struct number x, struct number y)
{
	bool negative = x.negative != y.negative;
	struct number q = {.kind = NUMBER_FINITE, .negative = negative};

	if (x.kind == NUMBER_NAN || y.kind == NUMBER_NAN)
		return number_nan();
	if (x.kind == y.kind && x.kind != NUMBER_FINITE)
		return number_nan();
	if (x.kind == NUMBER_ZERO || y.kind == NUMBER_INFINITE)
		return number_zero(negative);
	if (x.kind == NUMBER_INFINITE || y.kind == NUMBER_ZERO)
		return number_infinite(negative);
	num_normalise(&x, 127);
	num_normalise(&y, 60);
	q.digits = x.digits / y.digits;
	q.inexact = x.digits % y.digits != 0;
	q.exponent = x.exponent - y.exponent;
	return q;
}

static struct number
root(struct number x)
{
	uint128 rest, trial, digits = 0;

	if (x.kind == NUMBER_NAN || x.kind == NUMBER_ZERO)
		return x;
	if (x.negative)
		return number_nan();
	if (x.kind == NUMBER_INFINITE)
		return x;
	num_normalise(&x, 125);
	if (x.exponent & 1) {
		x.digits >>= 1; /* formats leave the low bits 0 */
		x.exponent++;
	}
	rest = x.digits;
	for (int bit = 62; bit >= 0; bit--) {
		trial = digits + ((uint128)1 << bit);
		if (trial * trial <= rest)
			digits = trial;
	}
	x.inexact = digits * digits != rest;
	x.digits = digits;
	x.exponent /= 2;
	return x;
}

/* An infinity of its sign for a zero. */
static struct number
root_of_inverse(struct number x)
{
	const struct number one = {NUMBER_FINITE, false, false, 0, 1};

	if (x.kind == NUMBER_ZERO)
		return number_infinite(x.negative);
	return x.negative ? number_nan() : root(divide(one, x));
}

/*
 * In fp64 a NaN goes through, quiet: that of b, else of c, else of a. A
 * division is not one instruction, and there a's goes first.
 */
static bool
payload(enum num_op op, const uint64_t abc[3], unsigned count,
	uint64_t *result)
{
	static const unsigned char orders[2][3] = {{1, 2, 0}, {0, 1, 2}};
	const unsigned char *order = orders[op == NUM_DIV];
	const enum num_type t = NUM_F64;

	for (unsigned i = 0; i < 3; i++)
		if (order[i] < count &&
		    num_is(NUM_IS_NAN, t, abc[order[i]])) {
			*result = abc[order[i]] | NUM_F64_QUIET;
			return true;
		}
	return false;
}

static uint64_t
arithmetic(enum num_op op, enum num_type t, const uint64_t abc[3],
	   unsigned how)
{
	static const unsigned char operands[NUM_OPS] = {
		[NUM_ADD] = 2, [NUM_SUB] = 2, [NUM_MUL] = 2, [NUM_FMA] = 3,
		[NUM_DIV] = 2, [NUM_RCP] = 1, [NUM_SQRT] = 1,
		[NUM_RSQRT_APPROX] = 1,
	};
	struct number x[3] = {number_zero(false), number_zero(false),
			      number_zero(false)};
	struct number one = {NUMBER_FINITE, false, false, 0, 1};
	uint64_t result;

	if (t == NUM_F64 && payload(op, abc, operands[op], &result))
		return result;
	for (unsigned i = 0; i < operands[op]; i++)
		x[i] = num_unpack(t, abc[i], how);
	if (op == NUM_SUB)
		x[1].negative = !x[1].negative;
	if (op == NUM_ADD || op == NUM_SUB)
		x[0] = add(&x[0], &x[1], how);
	if (op == NUM_MUL || op == NUM_FMA)
		x[0] = multiply(&x[0], &x[1]);
	if (op == NUM_FMA)
		x[0] = add(&x[0], &x[2], how);
	if (op == NUM_DIV)
		x[0] = divide(x[0], x[1]);
	if (op == NUM_RCP)
		x[0] = divide(one, x[0]);
	if (op == NUM_SQRT)
		x[0] = root(x[0]);
	if (op == NUM_RSQRT_APPROX)
		x[0] = root_of_inverse(x[0]);
	return num_pack(t, &x[0], how);
}

static uint64_t
apply_one(enum num_op op, enum num_type t, const uint64_t abc[3],
	  unsigned how)
{
	if (op >= NUM_DIV_APPROX && how & NUM_LEANS)
		return num_lean(op, t, abc, how);
	if (op == NUM_RSQRT_APPROX && t == NUM_F64 && !(how & NUM_FTZ))
		return arithmetic(op, t, abc, how);
	if (op >= NUM_DIV_APPROX)
		return num_approximate(op, t, abc, how);
	if (op >= NUM_MIN)
		return num_choose(op, t, abc, how);
	return arithmetic(op, t, abc, how);
}

uint64_t
num_apply(enum num_op op, enum num_type t, const uint64_t abc[3],
	  unsigned how)
{
	uint64_t low[3], high[3];

	if (!num_is_pair(t))
		return apply_one(op, t, abc, how);
	for (unsigned i = 0; i < 3; i++) {
		low[i] = abc[i] & 0xffff;
		high[i] = abc[i] >> 16 & 0xffff;
	}
	t = num_element(t);
	return apply_one(op, t, low, how) |
	       apply_one(op, t, high, how) << 16;
}
