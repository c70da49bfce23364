/*
 * Numbers and units as people write them on pages, read whole or not at all.
 *
 * Input: the bytes before a marker, or a cell. Output: the quantity that ends
 * there, or that the cell is: value, unit, relation, approximation, the last
 * digit, and the bytes of each.
 *
 * The idea: everything is read forwards, and what is asked backwards (the
 * quantity before a marker) is the leftmost number from which reading
 * forwards ends exactly at the marker. A cell is the same with the demand
 * that the quantity also starts where the cell does.
 *
 * It does not judge: tolerances, whether a binary reading of `MB` is meant,
 * and what a bare number is compared with belong to the verdict.
 */
#include "quantity.h"
#include "quantity_parts.h"

#include <math.h>

/* A quantity with its lead is not longer than this. */
#define REACH 160
/* Marks around a whole cell: emphasis, code, a link. */
#define WRAPS_MAX 3
/* Bytes of a code span or link before a marker. */
#define WRAP_REACH 2048

/* --- the end of a text --------------------------------------------------- */

/* Where the number of a quantity that ends at the end of s may start at the
   earliest: no code, comment, sentence or paragraph ends within. */
static size_t
reach(struct str s)
{
	size_t start = s.n > REACH ? s.n - REACH : 0;

	for (size_t i = s.n; i > start; i--) {
		char c = s.p[i - 1];

		if (c == '`' || (c == '-' && bytes_at(s, i - 1, "-->")) ||
		    (c == '.' && bytes_at(s, i - 1, ". ")) ||
		    (c == '\n' && bytes_at(s, i - 1, "\n\n")))
			return i;
	}
	return start;
}

/* `12% slower`, `2x instantly`: one word that speaks of the ratio. */
static bool
is_comment(struct str word)
{
	static const char *const words[] = {
		"more",	       "less",	      "faster",	     "slower",
		"higher",      "lower",	      "larger",	     "smaller",
		"better",      "worse",	      "coarser",     "finer",
		"improvement", "improvements", "speedup",    "speed-up",
		"gain",	       "reduction",   "overhead",    "advantage",
	};

	return word_among(word, words, COUNT_OF(words)) ||
	       (word.n > 4 && str_ends(word, STR("ly")));
}

static bool
reaches_end(const struct quantity *q, struct str s, size_t at)
{
	size_t word, end;

	if (emphasis_after(s, at) == s.n)
		return true;
	word = emphasis_after(s, at);
	for (end = word; end < s.n; end++) {
		if (!byte_is_name(s.p[end]) && s.p[end] != '-')
			break;
	}
	return word > at && (q->factor || q->unit.percent) &&
	       is_comment(str_slice(s, word, end - word)) &&
	       emphasis_after(s, end) == s.n;
}

/* `14 675` with a plain blank: no number of three digits is meant. */
static bool
is_torn(const struct quantity *q, struct str s, size_t at)
{
	size_t digits = 0;

	if (q->number.n != 3 || at < 2 || s.p[at - 1] != ' ')
		return false;
	while (digits < at - 1 && byte_is_digit(s.p[at - 2 - digits]))
		digits++;
	return digits >= 1 && digits <= 3 && edge_starts(s, at - 1 - digits);
}

static bool
digits_before(struct quantity *q, struct span text)
{
	struct str s = span_str(text);
	size_t at, end;

	for (size_t i = reach(s); i < s.n; i++) {
		if (!byte_is_digit(s.p[i]) ||
		    (i > 0 && byte_is_digit(s.p[i - 1])))
			continue;
		at = edge_sign(s, i);
		if (quantity_read(q, text, at, &end) && reaches_end(q, s, end))
			return !is_torn(q, s, at);
	}
	return false;
}

/* The architecture that is the last word, perhaps with a `+`. */
static bool
arch_before(struct quantity *q, struct span text)
{
	struct str s = span_str(text);
	size_t at = s.n, end;

	while (at > 0 && (byte_is_name(s.p[at - 1]) || s.p[at - 1] == '.' ||
			  (at == s.n && s.p[at - 1] == '+')))
		at--;
	if (!arch_read(q, s, at, &end) || end != s.n)
		return false;
	quantity_place(q, text, lead_read(q, text, at), end);
	return true;
}

static bool
words_before(struct quantity *q, struct span text)
{
	struct str s = span_str(text);
	struct words at;

	if (!word_before(q, &at, s))
		return false;
	q->number.at = (uint32_t)at.start;
	q->number.n = (uint32_t)(at.end - at.start);
	quantity_place(q, text, lead_read(q, text, at.start), at.close);
	return true;
}

/* Without marks around it as a whole; emphasis at the end is skipped. */
static bool
bare_before(struct quantity *q, struct span text)
{
	text = span_slice(text, 0, emphasis_before(span_str(text), text.n));
	return arch_before(q, text) || digits_before(q, text) ||
	       words_before(q, text);
}

/* --- marks around a whole ------------------------------------------------ */

static size_t
run_of(struct str s, char c)
{
	size_t n = 0;

	while (n < s.n && s.p[n] == c)
		n++;
	return n;
}

static size_t
run_before(struct str s, char c)
{
	size_t n = 0;

	while (n < s.n && s.p[s.n - 1 - n] == c)
		n++;
	return n;
}

/* The text of a link that text is: `[33](#note)`; its length in brackets. */
static size_t
link_text(struct str s)
{
	size_t close;

	if (!str_starts(s, STR("[")) || !str_ends(s, STR(")")))
		return 0;
	close = str_find(s, STR("]("));
	if (close == s.n ||
	    str_find_byte(str_skip(s, close), ')') + close + 1 != s.n)
		return 0;
	return close - 1;
}

/* text without one pair of marks around all of it; the same without any. */
static struct span
unwrap(struct span text)
{
	static const char marks[] = "`*_\"'";
	struct str s = span_str(text);
	size_t from = blanks_after(s, 0), to = blanks_before(s, s.n), link;

	if (from >= to)
		return span_slice(text, 0, 0);
	text = span_slice(text, from, to - from);
	s = span_str(text);
	for (const char *mark = marks; *mark; mark++) {
		size_t n = run_of(s, *mark);

		if (n > 0 && n == run_before(s, *mark) && s.n > 2 * n)
			return span_slice(text, n, s.n - 2 * n);
	}
	link = link_text(s);
	return link ? span_slice(text, 1, link) : text;
}

/* `half` in code is a type. */
static bool
is_code_word(const struct quantity *q, struct span cell)
{
	char first = span_str(q->number).p[0];

	return q->kind == QUANTITY_NUMBER && byte_is_name(first) &&
	       !byte_is_digit(first) && str_count_byte(span_str(cell), '`') > 0;
}

bool
quantity_whole(struct quantity *q, struct span cell)
{
	struct span inner = cell, outer;
	struct str s;
	size_t open, end;
	int i = 0;

	do {
		outer = inner;
		inner = unwrap(outer);
	} while (inner.n < outer.n && ++i < WRAPS_MAX);
	s = span_str(inner);
	if (str_is_digits(s))
		return quantity_read(q, inner, 0, &end) && end == s.n;
	open = run_of(s, '*');
	if (str_count_byte(s, '*') != 2 * open || !bare_before(q, inner))
		return false;
	return q->at.at == inner.at + open && q->at.n + open == inner.n &&
	       !is_code_word(q, cell);
}

bool
quantity_is_none(struct str cell)
{
	static const struct str nones[] = { STR_INIT(""), STR_INIT("-"),
					    STR_INIT("\xe2\x80\x93"),
					    STR_INIT("\xe2\x80\x94"),
					    STR_INIT("n/a") };

	cell = str_slice(cell, blanks_after(cell, 0), cell.n);
	cell = str_slice(cell, 0, blanks_before(cell, cell.n));
	for (size_t i = 0; i < COUNT_OF(nones); i++) {
		if (str_equal_case(cell, nones[i]))
			return true;
	}
	return false;
}

/* The start of the code span whose n closing backticks end s. */
static size_t
code_start(struct str s, size_t n)
{
	size_t i = s.n - n, run;

	while (i > 0 && s.n - i < WRAP_REACH) {
		run = run_before(str_slice(s, 0, i), '`');
		if (run == n)
			return i - n;
		i -= run ? run : 1;
	}
	return SIZE_MAX;
}

static size_t
link_start(struct str s)
{
	for (size_t i = s.n; i > 0 && s.n - i < WRAP_REACH; i--) {
		if (s.p[i - 1] == '[')
			return i > 1 && s.p[i - 2] == '!' ? SIZE_MAX : i - 1;
		if (s.p[i - 1] == '\n')
			break;
	}
	return SIZE_MAX;
}

/* Where the code span or link that text ends in begins; SIZE_MAX for none. */
static size_t
wrap_before(struct str s)
{
	size_t n = run_before(s, '`');

	if (n > 0)
		return code_start(s, n);
	return str_ends(s, STR(")")) ? link_start(s) : SIZE_MAX;
}

/* `128` in code or a link, with its lead outside: about `128`. */
static bool
wrapped_before(struct quantity *q, struct span text, size_t *at)
{
	struct str s = span_str(text);
	size_t start = wrap_before(s), lead;

	if (start == SIZE_MAX || !edge_starts(s, start) ||
	    !quantity_whole(q, span_slice(text, start, text.n - start)))
		return false;
	lead = lead_read(q, text, start);
	if (lead < start)
		q->at = span_slice(text, lead, q->at.at + q->at.n -
						       (text.at + lead));
	*at = start;
	return true;
}

bool
single_before(struct quantity *q, struct span text, size_t *at)
{
	text = span_slice(text, 0, emphasis_before(span_str(text), text.n));
	if (wrapped_before(q, text, at))
		return true;
	if (!bare_before(q, text))
		return false;
	*at = q->number.at - text.at;
	return true;
}

bool
quantity_before(struct quantity *q, struct span before, struct span after)
{
	size_t at;

	*q = (struct quantity){ 0 };
	if (!single_before(q, before, &at)) {
		q->doubt.n = 0;
		return false;
	}
	if (!pair_read(q, before, at) || !after_read(q, span_str(after)))
		return false;
	doubt_read(q, before, at, after);
	return true;
}

struct quantity
quantity_end(const struct quantity *q)
{
	struct quantity high = *q;

	if (q->kind == QUANTITY_RANGE) {
		high.kind = QUANTITY_NUMBER;
		high.value = q->high;
		high.number = q->number_high;
	}
	return high;
}

/* Whether double tells x from the whole numbers beside it. */
static bool
is_whole(double x)
{
	return fabs(x) <= 0x1p53 && fabs(x - round(x)) <= 0;
}

double
quantity_slack(double x, double y, double most)
{
	double slack = most * QUANTITY_ROUNDING * fmax(fabs(x), fabs(y));

	return is_whole(x) && is_whole(y) ? fmin(slack, 0.25) : slack;
}

bool
quantity_agrees(double written, double half_digit, double truth)
{
	return fabs(truth - written) <=
	       half_digit + quantity_slack(written, truth, 1);
}
