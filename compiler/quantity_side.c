/*
 * One side of a quantity: a number with all that belongs to it alone.
 *
 * Input: text and the offset of a number. Output: struct side and the offset
 * behind it.
 *
 *   side = number [ "k" | "K" | "M" ] [ "x" | "×" | [ "+" ] unit ]
 *
 * The idea: what follows is tried in that order, and each piece is taken only
 * where nothing goes on behind it, so that no unit is read out of a word.
 *
 * Ranges and tolerances, which have two sides, are quantity_read.c.
 */
#include "quantity.h"
#include "quantity_parts.h"
#include "quantity_side.h"

#include <string.h>

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
	if (!bytes_at(s, blank, "\xc3\x97") || name_at(s, blank + 2))
		return false;
	next = blanks_after(s, blank + 2);
	if (digit_at(s, next) || (blank > *at && name_at(s, next)))
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

size_t
dash_at(struct str s, size_t at)
{
	size_t n = bytes_at(s, at, "--") ? 2 : bytes_at(s, at, "-");

	if (bytes_at(s, at, "\xe2\x80\x93") || bytes_at(s, at, "\xe2\x80\x92"))
		n = 3;
	if (n == 3 && bytes_at(s, at + 3, "\xe2\x88\x92"))
		return digit_at(s, at + 6) ? n : 0;
	return n && digit_at(s, at + n) ? n : 0;
}

size_t
plus_minus_at(struct str s, size_t at)
{
	static const char *const signs[] = { "\xc2\xb1", "+/-", "+-",
					     "+\xe2\x88\x92", "&plusmn;",
					     "plus or minus " };

	if (at >= s.n || !byte_among(s.p[at], "\xc2+&p"))
		return 0;
	for (size_t i = 0; i < COUNT_OF(signs); i++) {
		if (bytes_at(s, at, signs[i]))
			return strlen(signs[i]);
	}
	return 0;
}

static bool
side_ends(struct str s, size_t at)
{
	return edge_ends(s, at) || dash_at(s, at) || plus_minus_at(s, at);
}

static bool
counts_only(const struct unit *u)
{
	return unit_same_kind(u, &unit_none) && !u->percent;
}

/* A soft line end may stand between; a hard one parts. */
bool
unit_may_follow(struct str s, size_t from, size_t to)
{
	size_t line = from + str_find_byte(str_slice(s, from, to - from), '\n');

	if (line == to)
		return true;
	if (line > from && s.p[line - 1] == '\r')
		line--;
	if (line >= from + 2 && s.p[line - 1] == ' ' && s.p[line - 2] == ' ')
		return false;
	return to + 2 >= s.n || !byte_is_upper(s.p[to]) ||
	       !byte_is_lower(s.p[to + 1]) || !byte_is_lower(s.p[to + 2]);
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
	if (!unit_may_follow(s, *at, from))
		return true;
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
	    plus_minus_at(s, *at) || bytes_at(s, *at, "++") ||
	    bytes_at(s, *at, "+/"))
		return false;
	*at += 1;
	return true;
}

bool
side_finish(struct side *side, struct str s, size_t *at)
{
	*at += side->number.text.n;
	if (side->number.form == NUMBER_VERSION || *at == s.n)
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

bool
side_read(struct side *side, struct str s, size_t *at)
{
	*side = (struct side){ .multiple = 1, .unit = unit_none };
	return number_read(&side->number, str_skip(s, *at)) &&
	       side_finish(side, s, at);
}

double
multiple_at(struct str s, size_t at, size_t *end)
{
	struct side side;

	*end = multiple_read(&side, s, at);
	return side.multiple;
}
