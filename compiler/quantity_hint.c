/*
 * What is wrong with the number that a writer seems to have meant.
 *
 * Input: text that no quantity ends in. Output: how to write it so that one
 * does, or nothing.
 *
 * The idea: two mistakes are common. The marker stands behind a footnote, a
 * bracket, a quote or a comma: then a quantity ends before that, which the
 * reader itself can tell. Or the digits are written as elsewhere in the world:
 * the last run of digits and what parts them shows which.
 *
 * It decides nothing: the error is reported with it or without.
 */
#include "quantity.h"
#include "quantity_parts.h"

static const char closers[] = ")]\"',;:.!?";

/* The last run of digits and of what may part them. */
static struct str
last_number(struct str s)
{
	size_t at = s.n;

	while (at > 0 && (byte_is_digit(s.p[at - 1]) ||
			  byte_among(s.p[at - 1], "._',")))
		at--;
	return str_skip(s, at);
}

/* `14 675`: digits, a blank, the last run. */
static bool
is_parted(struct str s, struct str run)
{
	return run.n == 3 && s.n > 4 && s.p[s.n - 4] == ' ' &&
	       byte_is_digit(s.p[s.n - 5]);
}

static const char *
digits_hint(struct str s)
{
	struct str run = last_number(s);

	if (!str_has_digit(run))
		return NULL;
	if (run.p[0] == '.')
		return "a number begins with a digit: write `0.5`";
	if (str_count_byte(run, '_') || str_count_byte(run, '\'') ||
	    is_parted(s, run))
		return "thousands are parted by commas: write `14,675`";
	if (str_count_byte(run, ','))
		return "commas part thousands alone: write `0.5` or `14,675`";
	return NULL;
}

/* Where the mark of a footnote begins that s ends in, `[^1]`; s.n for none. */
static size_t
footnote_start(struct str s)
{
	size_t at = s.n;

	if (at == 0 || s.p[at - 1] != ']')
		return s.n;
	while (at > 1 && s.p[at - 1] != '[')
		at--;
	return bytes_at(s, at - 1, "[^") ? at - 1 : s.n;
}

/* Where the last word of s begins, `W` of `300 W`, with the blanks before it;
   s.n if it ends in none. */
static size_t
word_start(struct str s)
{
	size_t at = s.n;

	while (at > 0 && (byte_is_letter(s.p[at - 1]) ||
			  (unsigned char)s.p[at - 1] >= 0x80 ||
			  byte_among(s.p[at - 1], "/%^-")))
		at--;
	return at < s.n ? blanks_before(s, at) : s.n;
}

bool
unit_unknown(struct span *word, struct span before)
{
	struct str s = span_str(before);
	size_t end = emphasis_before(s, s.n);
	size_t at = word_start(str_slice(s, 0, end)), from;
	struct quantity q;

	if (at >= end || !quantity_before(&q, span_slice(before, 0, at),
					  span_slice(before, s.n, 0)))
		return false;
	from = emphasis_after(s, at);
	*word = span_slice(before, from, end - from);
	return true;
}

const char *
quantity_hint(struct span before)
{
	struct str s = span_str(before);
	size_t end = emphasis_before(s, s.n), close = end;
	size_t note = footnote_start(str_slice(s, 0, end));
	struct quantity q;

	if (note < end && quantity_before(&q, span_slice(before, 0, note),
					  span_slice(before, s.n, 0)))
		return "the marker belongs directly behind the number, before "
		       "the footnote";
	while (close > 0 && byte_among(s.p[close - 1], closers))
		close = emphasis_before(s, close - 1);
	if (close < end && quantity_before(&q, span_slice(before, 0, close),
					   span_slice(before, s.n, 0)))
		return "the marker belongs directly behind the number, before "
		       "the sign that follows it";
	return digits_hint(str_slice(s, 0, end));
}
