/*
 * What stands behind a marker and still belongs to the quantity before it.
 *
 * Input: the quantity and the bytes behind the marker. Output: its unit or
 * factor, or that the marker stands in the midst of something.
 *
 * The idea: a marker may stand between number and unit (`16<!-- … --> bytes`,
 * `16<!-- … -->×`), and a rate may go on behind it (`16 bytes<!-- … --> per
 * clock`). What would make another number of it (`33<!-- … -->5`, `33<!-- …
 * --> thousand`) makes it none.
 */
#include "quantity.h"
#include "quantity_parts.h"

/* Words that would make another number of it. */
static bool
multiplies(struct str s, size_t at)
{
	static const char *const words[] = { "thousand", "million", "billion",
					     "hundred", "dozen", "K ", "k " };

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (bytes_at(s, at, words[i]))
			return true;
	}
	return false;
}

/* A unit, or ` per clock` behind the unit before the marker. */
static bool
unit_after(struct quantity *q, struct str s)
{
	size_t at = emphasis_after(s, 0), n;
	bool bare = !q->unit.text.n && !q->factor;
	struct unit unit;
	struct str text;
	double binary;

	if (q->kind > QUANTITY_RANGE)
		return edge_ends(s, 0);
	if (bare && multiplies(s, at))
		return false;
	if (!unit_may_follow(s, 0, at))
		return edge_ends(s, 0);
	at += at == 0 && bytes_at(s, 0, "-") && s.n > 1 &&
	      byte_is_name(s.p[1]) && !byte_is_digit(s.p[1]);
	if (!unit_read(&unit, &n, str_skip(s, at)))
		return false;
	if (!bare && !bytes_at(s, at, "per") && !bytes_at(s, at, "/"))
		n = 0;
	if (n == 0 || !edge_ends(s, at + n) || q->factor)
		return edge_ends(s, 0);
	text = bare ? unit.text : q->unit.text;
	binary = q->unit.binary_may && bare ? q->unit.binary : 1;
	q->unit = unit_combine(&q->unit, &unit, 1);
	q->unit.text = text;
	if (binary > 1) {
		q->unit.binary_may = true;
		q->unit.binary = binary;
	}
	return true;
}

/* `16<!-- … -->× coarser` */
static bool
factor_after(struct quantity *q, struct str s)
{
	size_t n = bytes_at(s, 0, "x") ? 1 : bytes_at(s, 0, "\xc3\x97") ? 2 : 0;

	if (n == 0 || q->unit.text.n || q->kind > QUANTITY_RANGE ||
	    !edge_ends(s, n))
		return false;
	q->factor = true;
	return true;
}

/* `128<!-- … -->+ registers` */
static size_t
more_after(struct quantity *q, struct str s)
{
	size_t at = 0;

	if (!more_read(s, &at))
		return 0;
	if (q->kind == QUANTITY_ARCH)
		q->or_later = true;
	else if (q->relation == IS_EQUAL)
		q->relation = IS_AT_LEAST;
	return at;
}

bool
after_read(struct quantity *q, struct str s)
{
	s = str_skip(s, more_after(q, s));
	if (plus_minus_at(s, blanks_after(s, 0)) > 0)
		return false;
	return factor_after(q, s) || unit_after(q, s);
}
