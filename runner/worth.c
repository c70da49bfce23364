/*
 * Numbers of formulas, real or of C's whole types.
 *
 * The idea: a whole number is 64 bits and a type. Signed and unsigned sums,
 * differences and products are the same bits, so one arithmetic does for both,
 * and a type of 32 unsigned bits is a mask behind it. The double beside the
 * bits is for those who ask how far off something is.
 */
#include <math.h>
#include <string.h>

#include "formula.h"
#include "number.h"

struct worth
worth_real(double value)
{
	return (struct worth){ value, fabs(value), 0, WORTH_REAL };
}

static bool
is_signed(enum worth_kind kind)
{
	return kind == WORTH_S32 || kind == WORTH_S64;
}

struct worth
worth_whole(enum worth_kind kind, uint64_t bits)
{
	struct worth x = { 0, 0, bits, kind };

	if (kind == WORTH_U32)
		x.bits &= UINT32_MAX;
	x.value = is_signed(kind) ? (double)(int64_t)x.bits : (double)x.bits;
	x.magnitude = fabs(x.value);
	return x;
}

static enum worth_kind
common_kind(struct worth x, struct worth y)
{
	return x.kind > y.kind ? x.kind : y.kind;
}

struct worth
worth_convert(struct worth x, struct worth y)
{
	enum worth_kind kind = common_kind(x, y);
	struct worth out = kind == WORTH_REAL ? worth_real(y.value)
					      : worth_whole(kind, y.bits);

	return kind == y.kind ? y : out;
}

/* --- whole numbers ------------------------------------------------------- */

static struct worth
divide(enum worth_kind kind, uint64_t x, uint64_t y, bool rest)
{
	int64_t a = (int64_t)x, b = (int64_t)y;

	if (!y)
		return worth_real(NAN);
	if (!is_signed(kind))
		return worth_whole(kind, rest ? x % y : x / y);
	if (b == -1) /* the least number has no opposite */
		return worth_whole(kind, rest ? 0 : 0 - x);
	return worth_whole(kind, (uint64_t)(rest ? a % b : a / b));
}

static int
order_bits(enum worth_kind kind, uint64_t x, uint64_t y)
{
	int64_t a = (int64_t)x, b = (int64_t)y;

	return is_signed(kind) ? (a > b) - (a < b) : (x > y) - (x < y);
}

static struct worth
compute_whole(enum worth_op op, struct worth x, struct worth y)
{
	enum worth_kind kind = x.kind;

	switch ((int)op) {
	case WORTH_ADD:
		return worth_whole(kind, x.bits + y.bits);
	case WORTH_SUB:
		return worth_whole(kind, x.bits - y.bits);
	case WORTH_MUL:
		return worth_whole(kind, x.bits * y.bits);
	case WORTH_DIV:
	case WORTH_MOD:
		return divide(kind, x.bits, y.bits, op == WORTH_MOD);
	default:
		return (order_bits(kind, x.bits, y.bits) > 0) ==
				       (op == WORTH_MAX) ? x : y;
	}
}

/* --- real numbers -------------------------------------------------------- */

static double
remainder_of(double x, double y)
{
	return y < 0 || y > 0 ? fmod(x, y) : (double)NAN;
}

/* A NaN is the answer of neither, as in device code. */
static double
extreme(double x, double y, bool most)
{
	if (isnan(x) || isnan(y))
		return isnan(x) ? y : x;
	return (x > y) == most ? x : y;
}

static double
compute_real(enum worth_op op, double x, double y)
{
	switch ((int)op) {
	case WORTH_ADD: return x + y;
	case WORTH_SUB: return x - y;
	case WORTH_MUL: return x * y;
	case WORTH_DIV: return x / y;
	case WORTH_MOD: return remainder_of(x, y);
	default: return extreme(x, y, op == WORTH_MAX);
	}
}

/* --- both ---------------------------------------------------------------- */

int
worth_order(struct worth x, struct worth y)
{
	if (common_kind(x, y) == WORTH_REAL)
		return x.value < y.value ? -1 : x.value <= y.value ? 0 : 1;
	return order_bits(common_kind(x, y), worth_convert(y, x).bits,
			  worth_convert(x, y).bits);
}

static bool
compare(enum worth_op op, struct worth x, struct worth y)
{
	int order = worth_order(x, y);

	if (isnan(x.value) || isnan(y.value))
		return op == WORTH_NE;
	switch ((int)op) {
	case WORTH_EQ: return order == 0;
	case WORTH_NE: return order != 0;
	case WORTH_LT: return order < 0;
	case WORTH_LE: return order <= 0;
	case WORTH_GT: return order > 0;
	default: return order >= 0;
	}
}

struct worth
worth_compute(enum worth_op op, struct worth x, struct worth y)
{
	struct worth out;

	if (op >= WORTH_EQ)
		return worth_whole(WORTH_S32, compare(op, x, y));
	if (common_kind(x, y) == WORTH_REAL)
		out = worth_real(compute_real(op, x.value, y.value));
	else
		out = compute_whole(op, worth_convert(y, x),
				    worth_convert(x, y));
	if (op == WORTH_ADD || op == WORTH_SUB)
		out.magnitude = x.magnitude + y.magnitude;
	else if (op == WORTH_MUL)
		out.magnitude = x.magnitude * y.magnitude;
	return out;
}

struct worth
worth_negate(struct worth x)
{
	struct worth out = x.kind == WORTH_REAL
				   ? worth_real(-x.value)
				   : worth_whole(x.kind, 0 - x.bits);

	out.magnitude = x.magnitude;
	return out;
}

struct worth
worth_size(struct worth x)
{
	bool below = x.kind == WORTH_REAL
			     ? signbit(x.value) != 0
			     : is_signed(x.kind) && (int64_t)x.bits < 0;

	return below ? worth_negate(x) : x;
}

/* --- memory -------------------------------------------------------------- */

struct worth
worth_load(int type, const void *at)
{
	static const enum worth_kind kinds[] = {
		[NUMBER_U32] = WORTH_U32, [NUMBER_S32] = WORTH_S32,
		[NUMBER_S8] = WORTH_S32,  [NUMBER_U8] = WORTH_S32,
		[NUMBER_S16] = WORTH_S32, [NUMBER_U16] = WORTH_S32,
		[NUMBER_S64] = WORTH_S64, [NUMBER_U64] = WORTH_U64,
	};
	enum number_type t = (enum number_type)type;
	uint64_t bits = 0;

	if (!number_is_whole(t))
		return worth_real(number_load(t, at));
	if (number_size(t) == sizeof(bits))
		memcpy(&bits, at, sizeof(bits));
	else
		bits = (uint64_t)(int64_t)number_load(t, at);
	return worth_whole(kinds[t], bits);
}

void
worth_store(int type, void *at, struct worth x)
{
	enum number_type t = (enum number_type)type;

	if (x.kind == WORTH_REAL || !number_is_whole(t))
		number_store(t, at, x.value);
	else
		memcpy(at, &x.bits, number_size(t)); /* little-endian */
}
