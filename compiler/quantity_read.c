/*
 * One quantity, read forwards from its first digit.
 *
 * Input: text and the offset of a number. Output: struct quantity and the
 * offset behind it.
 *
 *   quantity = { lead } side [ ("-" | "--" | "–") side | ("±" | "+-") side ]
 *
 * The idea: a side is a number with all that belongs to it alone; in a range
 * and around `±` a side without unit takes the other's; two sides of two
 * measures are no quantity.
 *
 * Where the number starts was found by others; what stands before it is read
 * by lead_read.
 */
#include "quantity.h"
#include "quantity_parts.h"
#include "quantity_side.h"

#include <math.h>

/* --- two sides ----------------------------------------------------------- */

static bool
is_bare(const struct side *side)
{
	return !side->factor && !side->unit.text.n && side->multiple < 2;
}

static bool
same_measure(const struct side *a, const struct side *b)
{
	double apart = a->unit.scale * a->multiple -
		       b->unit.scale * b->multiple;

	return a->factor == b->factor && unit_same_kind(&a->unit, &b->unit) &&
	       fabs(apart) <= 0 && a->unit.percent == b->unit.percent;
}

/* Gives the bare side what stands behind the other. */
static void
share_measure(struct side *to, const struct side *from)
{
	to->multiple = from->multiple;
	to->factor = from->factor;
	to->unit = from->unit;
}

/* `1.58–1.84×`, `10us-20us`: true also when it is no range. */
static bool
range_read(struct quantity *q, struct side *low, struct str s, size_t *at)
{
	size_t dash = low->more ? 0 : dash_at(s, *at);
	struct side high;

	if (dash == 0)
		return true;
	/* of `-5--3` nobody knows whether a sign is in it */
	if (bytes_at(s, *at, "--") && low->number.value < 0)
		return false;
	*at += dash;
	q->number_high.at = (uint32_t)*at;
	if (!side_read(&high, s, at) || dash_at(s, *at) || high.more)
		return false;
	if (is_bare(low))
		share_measure(low, &high);
	q->kind = QUANTITY_RANGE;
	q->number_high.n = (uint32_t)high.number.text.n;
	q->high = high.number.value * high.multiple;
	q->half_digit = high.number.half_digit * high.multiple;
	return same_measure(low, &high) && low->number.form < NUMBER_VERSION &&
	       high.number.form < NUMBER_VERSION &&
	       low->number.value < high.number.value;
}

/* Puts the width of `4 us ± 100 ns` into the unit of its number. */
static bool
width_convert(struct quantity *q, const struct side *side,
	      const struct side *width)
{
	const struct unit *to = &side->unit, *from = &width->unit;

	if (side->factor || width->factor || from->percent || to->percent ||
	    from->binary_may != to->binary_may || !unit_same_kind(to, from))
		return false;
	q->plus_minus *= from->scale / to->scale;
	return true;
}

/*
 * `1.01 ± 0.02`, `33 ± 2 cycles`, `4 us ± 100 ns`, `4 cycles ± 2%`. Of `33 ±
 * 5%` nobody knows whether 5 % of 33 or 28 % to 38 % is meant, and no width of
 * 0 was ever measured: no quantity.
 */
static bool
plus_minus_read(struct quantity *q, struct side *side, struct str s, size_t *at)
{
	size_t sign = blanks_after(s, *at), n = plus_minus_at(s, sign);
	struct side width;

	if (n == 0)
		return true;
	sign = blanks_after(s, sign + n);
	if (q->kind != QUANTITY_NUMBER || side->more || sign >= s.n ||
	    !byte_is_digit(s.p[sign]) ||
	    !side_read(&width, s, &sign) || width.more ||
	    !(width.number.value > 0))
		return false;
	*at = sign;
	q->plus_minus = width.number.value * width.multiple;
	if (width.unit.percent && !side->unit.percent) {
		q->plus_minus *= 0.01 * fabs(side->number.value *
					     side->multiple);
		return !is_bare(side) && width.number.form < NUMBER_VERSION;
	}
	if (is_bare(side))
		share_measure(side, &width);
	else if (is_bare(&width))
		q->plus_minus *= side->multiple;
	else if (!same_measure(side, &width))
		return width_convert(q, side, &width);
	return width.number.form < NUMBER_VERSION;
}

/* --- forwards ------------------------------------------------------------ */

void
quantity_place(struct quantity *q, struct span text, size_t start, size_t end)
{
	q->at = span_slice(text, start, end - start);
	q->number = span_slice(text, q->number.at, q->number.n);
	if (q->kind == QUANTITY_RANGE)
		q->number_high = span_slice(text, q->number_high.at,
					    q->number_high.n);
}

/* What the sides say, once they have shared what stands behind one. */
static void
fill_in(struct quantity *q, const struct side *side)
{
	q->value = side->number.value * side->multiple;
	q->unit = side->unit;
	q->factor = side->factor;
	if (side->number.form == NUMBER_VERSION)
		q->kind = QUANTITY_VERSION;
	if (side->more && q->relation == IS_EQUAL)
		q->relation = IS_AT_LEAST;
}

static bool
sides_read(struct quantity *q, const struct number *first, struct str s,
	   size_t *at)
{
	struct side side = { .number = *first, .multiple = 1,
			     .unit = unit_none };
	double half;

	if (!side_finish(&side, s, at) || !range_read(q, &side, s, at) ||
	    !plus_minus_read(q, &side, s, at))
		return false;
	/* `64/128 KB` are two sizes */
	if (side.number.form == NUMBER_FRACTION &&
	    (side.unit.byte || side.unit.percent))
		return false;
	fill_in(q, &side);
	half = side.number.half_digit * side.multiple;
	if (half > q->half_digit)
		q->half_digit = half;
	return true;
}

bool
quantity_read(struct quantity *q, struct span text, size_t at, size_t *end)
{
	struct str s = span_str(text);
	struct number number;
	size_t start;

	*q = (struct quantity){ .unit = unit_none };
	*end = at;
	if (!edge_starts(s, at) || !number_read(&number, str_skip(s, at)))
		return false;
	q->number.at = (uint32_t)at;
	q->number.n = (uint32_t)number.text.n;
	start = capability_read(q, &number, s, at, end);
	if (q->kind != QUANTITY_ARCH && !sides_read(q, &number, s, end))
		return false;
	if (!edge_ends(s, *end))
		return false;
	quantity_place(q, text, lead_read(q, text, start), *end);
	return true;
}
