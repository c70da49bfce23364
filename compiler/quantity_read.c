/*
 * One quantity, read forwards from its first digit.
 *
 * Input: text and the offset of a number. Output: struct quantity and the
 * offset behind it.
 *
 *   quantity = { lead } side [ ("-" | "–") side | "±" side ]
 *   side     = number [ "k" | "K" | "M" ] [ "x" | "×" | [ "+" ] unit ]
 *
 * The idea: a side is a number with all that belongs to it alone. In a range
 * and around `±` a side without unit takes the other's; two sides of two
 * measures are no quantity.
 *
 * Where the number starts was found by others; what stands before it is read
 * by lead_read.
 */
#include "quantity.h"
#include "quantity_parts.h"

#include <math.h>
#include <string.h>

/* A number with all that belongs to it alone. */
struct side {
	struct number number;
	double multiple; /* of `65k` */
	struct unit unit;
	bool factor, more;
};

static const struct unit no_unit = { .scale = 1, .binary = 1 };

static bool
name_at(struct str s, size_t at)
{
	return at < s.n && byte_is_name(s.p[at]);
}

static bool
digit_at(struct str s, size_t at)
{
	return at < s.n && byte_is_digit(s.p[at]);
}

/* --- one side ------------------------------------------------------------ */

/* `k`, `K`, ` million`; only K and M may be meant as powers of 1024. */
static size_t
multiple_read(struct side *side, struct str s, size_t at)
{
	static const struct {
		const char *text;
		double value, binary;
	} multiples[] = {
		{ "k", 1e3, 1 },
		{ "K", 1e3, 1024.0 / 1e3 },
		{ "M", 1e6, 1048576.0 / 1e6 },
		{ "thousand", 1e3, 1 },
		{ "million", 1e6, 1 },
		{ "billion", 1e9, 1 },
	};
	size_t blank = blanks_after(s, at);

	side->multiple = 1;
	if (blank >= s.n || !byte_among(s.p[blank], "kKMtmb"))
		return at;
	for (size_t i = 0; i < COUNT_OF(multiples); i++) {
		const char *text = multiples[i].text;
		size_t n = strlen(text), from = n > 1 ? blank : at;

		if (!bytes_at(s, from, text) || name_at(s, from + n) ||
		    (n > 1 && blank == at))
			continue;
		side->multiple = multiples[i].value;
		side->unit.binary = multiples[i].binary;
		side->unit.binary_may = multiples[i].binary > 1;
		return from + n;
	}
	return at;
}

/* `x`, `×`: a ratio, unless a factor follows (`2×3`, `128 × 4`). */
static bool
factor_read(struct str s, size_t *at)
{
	size_t blank = blanks_after(s, *at), next;

	if (bytes_at(s, *at, "x") && !name_at(s, *at + 1)) {
		*at += 1;
		return true;
	}
	next = blanks_after(s, blank + 2);
	if (!bytes_at(s, blank, "\xc3\x97") || name_at(s, blank + 2) ||
	    digit_at(s, next) || (blank > *at && name_at(s, next)))
		return false;
	*at = blank + 2;
	return true;
}

/* `10s of cycles`, `the 1990s`: tens and years, no seconds. */
static bool
is_plural(const struct side *side, struct str s, size_t at, size_t n)
{
	size_t next = blanks_after(s, at + n);

	if (n != 1 || !bytes_at(s, at, "s"))
		return false;
	return (next > at + 1 && bytes_at(s, next, "of ")) ||
	       (side->number.text.n == 4 && side->number.text.p[3] == '0' &&
		side->number.value >= 1900 && side->number.value < 2100);
}

/* A dash between two ends of a range; its bytes. */
static size_t
dash_at(struct str s, size_t at)
{
	size_t n = bytes_at(s, at, "-") ? 1 : 0;

	if (bytes_at(s, at, "\xe2\x80\x93") || bytes_at(s, at, "\xe2\x80\x92"))
		n = 3;
	if (n == 3 && bytes_at(s, at + 3, "\xe2\x88\x92"))
		return digit_at(s, at + 6) ? n : 0;
	return n && digit_at(s, at + n) ? n : 0;
}

static bool
side_ends(struct str s, size_t at)
{
	return edge_ends(s, at) || dash_at(s, at) || bytes_at(s, at, "+/-") ||
	       bytes_at(s, at, "\xc2\xb1");
}

static bool
counts_only(const struct unit *u)
{
	return unit_same_kind(u, &no_unit) && !u->percent;
}

/* The unit behind a number: attached, with a hyphen, or behind blanks. */
static bool
unit_behind(struct side *side, struct str s, size_t *at)
{
	size_t from = *at, n;
	bool apart;
	struct unit unit;

	if (bytes_at(s, from, "-") && name_at(s, from + 1) &&
	    !digit_at(s, from + 1))
		from++;
	else
		from = emphasis_after(s, from);
	apart = from > *at;
	if (!unit_read(&unit, &n, str_skip(s, from)))
		return false;
	if (n == 0 || is_plural(side, s, from, n))
		return true;
	/* `2CTA` and `1SM` are names; `8GB` is a quantity */
	if (!apart && name_at(s, from) && counts_only(&unit))
		return true;
	if (!side_ends(s, from + n))
		return apart;
	unit.binary_may |= side->unit.binary_may;
	if (side->unit.binary_may)
		unit.binary = side->unit.binary;
	side->unit = unit;
	*at = from + n;
	return true;
}

/* `0.5f` as in code. */
static size_t
skip_literal(const struct number *n, struct str s, size_t at)
{
	bool real = n->decimals > 0 || n->form == NUMBER_EXPONENT;

	return real && (bytes_at(s, at, "f") || bytes_at(s, at, "F")) &&
			       !name_at(s, at + 1) ?
		       at + 1 :
		       at;
}

/* `128+`, and neither `1+2` nor `3+/-1`. */
bool
more_read(struct str s, size_t *at)
{
	if (!bytes_at(s, *at, "+") || name_at(s, *at + 1) ||
	    bytes_at(s, *at, "+/") || bytes_at(s, *at, "+-") ||
	    bytes_at(s, *at, "++"))
		return false;
	*at += 1;
	return true;
}

static bool
side_finish(struct side *side, struct str s, size_t *at)
{
	*at += side->number.text.n;
	if (side->number.form == NUMBER_VERSION)
		return true;
	*at = multiple_read(side, s, *at);
	*at = skip_literal(&side->number, s, *at);
	side->factor = factor_read(s, at);
	side->more = more_read(s, at);
	if (!side->factor && !unit_behind(side, s, at))
		return false;
	side->more = side->more || more_read(s, at);
	return true;
}

static bool
side_read(struct side *side, struct str s, size_t *at)
{
	*side = (struct side){ .multiple = 1, .unit = no_unit };
	return number_read(&side->number, str_skip(s, *at)) &&
	       side_finish(side, s, at);
}

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

/*
 * `1.01 ± 0.02`, `33 ± 2 cycles`, `4 cycles ± 2%`. Of `33 ± 5%` nobody knows
 * whether 5 % of 33 or 28 % to 38 % is meant: no quantity.
 */
static bool
plus_minus_read(struct quantity *q, struct side *side, struct str s, size_t *at)
{
	size_t sign = blanks_after(s, *at);
	struct side width;

	if (bytes_at(s, sign, "\xc2\xb1"))
		sign += 2;
	else if (bytes_at(s, sign, "+/-"))
		sign += 3;
	else
		return true;
	sign = blanks_after(s, sign);
	if (q->kind != QUANTITY_NUMBER || side->more || !digit_at(s, sign) ||
	    !side_read(&width, s, &sign) || width.more)
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
	else
		return same_measure(side, &width);
	return width.number.form < NUMBER_VERSION;
}

double
multiple_at(struct str s, size_t at)
{
	struct side side;

	multiple_read(&side, s, at);
	return side.multiple;
}

/* --- forwards ------------------------------------------------------------ */

/* Offsets of s to places of the page. */
void
place(struct quantity *q, struct span text, size_t start, size_t end)
{
	q->at = span_slice(text, start, end - start);
	q->number = span_slice(text, q->number.at, q->number.n);
	if (q->kind == QUANTITY_RANGE)
		q->number_high = span_slice(text, q->number_high.at,
					    q->number_high.n);
}

/* What the sides say, once they have shared what stands behind one. */
static void
quantity_fill(struct quantity *q, const struct side *side)
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
	struct side side = { .number = *first, .multiple = 1, .unit = no_unit };
	double half;

	if (!side_finish(&side, s, at) || !range_read(q, &side, s, at) ||
	    !plus_minus_read(q, &side, s, at))
		return false;
	/* `64/128 KB` are two sizes */
	if (side.number.form == NUMBER_FRACTION &&
	    (side.unit.byte || side.unit.percent))
		return false;
	quantity_fill(q, &side);
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

	*q = (struct quantity){ .unit = no_unit };
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
	place(q, text, lead_read(q, s, start), *end);
	return true;
}
