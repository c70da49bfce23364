/*
 * Whole numbers of more digits than double has: 2^64 - 1 and its like.
 *
 * Claim and expression -> whether all digits that are written are right.
 *
 * The idea: a page that writes 20 digits means each of them, and sizes of
 * types and address spaces are powers of two less one. What is made of whole
 * numbers by + - * / ^ alone is calculated again in 128 bits.
 *
 * All else, facts too, is calculated in double: verdict_quantity.c.
 */
#include "arena.h"
#include "claim.h"
#include "expr.h"
#include "marker.h"
#include "quantity.h"
#include "value.h"
#include "verdict.h"
#include "verdict_parts.h"

__extension__ typedef __int128 wide;

/* Above this a product may not fit. */
#define WIDE_MAX ((wide)1 << 126)
/* Up to this another digit fits behind. */
#define DIGIT_FITS (WIDE_MAX / 16)
/* Of 2 and all above it a higher power does not fit. */
#define POWER_MAX 128
/* Digits that double always has. */
#define DOUBLE_DIGITS 15

static wide
size_of(wide x)
{
	return x < 0 ? -x : x;
}

/* The digits of `18,446,744,073,709,551,615`; false for any other text. */
static bool
read_digits(struct str s, wide *out)
{
	*out = 0;
	for (size_t i = 0; i < s.n; i++) {
		if (i > 0 && s.p[i] == ',')
			continue;
		if (!byte_is_digit(s.p[i]) || *out > DIGIT_FITS)
			return false;
		*out = *out * 10 + (s.p[i] - '0');
	}
	return s.n > 0;
}

static bool
multiply(wide x, wide y, wide *out)
{
	if (x != 0 && size_of(y) > WIDE_MAX / size_of(x))
		return false;
	*out = x * y;
	return true;
}

static bool
raise(wide x, wide power, wide *out)
{
	*out = 1;
	if (power < 0 || power > POWER_MAX)
		return false;
	for (; power > 0; power--)
		if (!multiply(*out, x, out))
			return false;
	return true;
}

static bool
apply(enum expr_op op, wide x, wide y, wide *out)
{
	switch ((int)op) {
	case OP_ADD:
	case OP_SUB:
		*out = op == OP_ADD ? x + y : x - y;
		return size_of(*out) <= WIDE_MAX;
	case OP_MUL:
		return multiply(x, y, out);
	case OP_DIV:
		*out = y != 0 ? x / y : 0;
		return y != 0 && *out * y == x;
	case OP_POW:
		return raise(x, y, out);
	default:
		return false;
	}
}

/* The value of e, no higher than EXPR_DEPTH_MAX, if all of it is whole. */
static bool
calculate(const struct expr *e, wide *out)
{
	wide x, y;

	if (e->kind == EXPR_NUMBER)
		return read_digits(span_str(e->at), out);
	if (e->kind == EXPR_UNARY && e->op == OP_NEG) {
		if (!calculate(e->left, &x))
			return false;
		*out = -x;
		return true;
	}
	return e->kind == EXPR_BINARY && calculate(e->left, &x) &&
	       calculate(e->right, &y) && apply(e->op, x, y, out);
}

static struct str
write_digits(struct arena *a, wide x)
{
	char digits[48];
	size_t at = sizeof digits;
	wide rest = size_of(x);

	do {
		digits[--at] = (char)('0' + (int)(rest % 10));
		rest /= 10;
	} while (rest > 0);
	if (x < 0)
		digits[--at] = '-';
	return arena_copy(a, (struct str){ digits + at, sizeof digits - at });
}

/* Whether the claim is about the very digits that are written. */
static bool
means_digits(const struct claim *c)
{
	const struct quantity *q = c->quantity;
	const struct options *o = c->options;

	return q->kind == QUANTITY_NUMBER && q->relation == IS_EQUAL &&
	       !q->approximate && !(q->plus_minus > 0) && !q->unit.percent &&
	       q->unit.text.n == 0 && q->number.n > DOUBLE_DIGITS &&
	       q->half_digit < 1 && (!o || (!o->within && !o->low));
}

bool
finding_whole(struct arena *a, struct finding *out, const struct claim *c,
	      const struct expr *e)
{
	struct str digits = span_str(c->quantity->number);
	struct value shown = { .kind = VALUE_TEXT };
	size_t minus = str_starts(digits, STR("-")) ? 1 :
		str_starts(digits, STR("\xe2\x88\x92")) ? 3 : 0;
	wide written, found;

	if (!means_digits(c) ||
	    !read_digits(str_skip(digits, minus), &written) ||
	    !calculate(e, &found))
		return false;
	shown.text = write_digits(a, found);
	*out = finding_truth((minus ? -written : written) == found, &shown);
	return true;
}
