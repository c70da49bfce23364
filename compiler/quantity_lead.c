/*
 * What a writer puts before a number to say how it is meant: `about`, `≥`,
 * `up to`, `at least roughly`.
 *
 * Input: text and the offset where the number starts. Output: the relation
 * and approximation in the quantity, and where the first such word begins.
 *
 * The idea: one table, tried backwards from the number, longest first, until
 * nothing fits. Emphasis and blanks may stand between (`~**4**`). A `>` is a
 * comparison only where it can be nothing else: not the mark of a quoted line,
 * not the end of a tag or of an arrow. A `not` turns a bound around. What
 * `over` says depends on the word before it (quantity_over.c).
 *
 * Not here: `+` and `±` behind the number, and words that may be a bound or
 * not (`rates exceeding`, `faster than`), which are doubts. `max` and
 * `exactly` bound nothing that a reader would check differently.
 */
#include "quantity.h"
#include "quantity_parts.h"
#include "source.h"

/* `at least about roughly ~` and the like end here. */
#define LEADS_MAX 4

struct lead {
	struct str text; /* lower case; a blank is any run of blanks */
	enum relation relation;
	bool approximate, up_to;
};

/* Sorted by the last byte; a text that ends in another one stands before it. */
static const struct lead leads[] = {
	{ STR_INIT("approx."), IS_EQUAL, true, false },
	{ STR_INIT("ca."), IS_EQUAL, true, false },
	{ STR_INIT("&asymp;"), IS_EQUAL, true, false },
	{ STR_INIT("&ge;"), IS_AT_LEAST, false, false },
	{ STR_INIT("&le;"), IS_AT_MOST, false, false },
	{ STR_INIT("&gt;"), IS_MORE, false, false },
	{ STR_INIT("&lt;"), IS_LESS, false, false },
	{ STR_INIT("<"), IS_LESS, false, false },
	{ STR_INIT("&gt;="), IS_AT_LEAST, false, false },
	{ STR_INIT(">="), IS_AT_LEAST, false, false },
	{ STR_INIT("&lt;="), IS_AT_MOST, false, false },
	{ STR_INIT("<="), IS_AT_MOST, false, false },
	{ STR_INIT(">"), IS_MORE, false, false },
	{ STR_INIT("circa"), IS_EQUAL, true, false },
	{ STR_INIT("around"), IS_EQUAL, true, false },
	{ STR_INIT("exceed"), IS_MORE, false, false },
	{ STR_INIT("exceeded"), IS_MORE, false, false },
	{ STR_INIT("surpassed"), IS_MORE, false, false },
	{ STR_INIT("above"), IS_MORE, false, false },
	{ STR_INIT("something like"), IS_EQUAL, true, false },
	{ STR_INIT("\\ge"), IS_AT_LEAST, false, false },
	{ STR_INIT("\\le"), IS_AT_MOST, false, false },
	{ STR_INIT("a minimum of"), IS_AT_LEAST, false, false },
	{ STR_INIT("upwards of"), IS_AT_LEAST, false, false },
	{ STR_INIT("upward of"), IS_AT_LEAST, false, false },
	{ STR_INIT("in excess of"), IS_MORE, false, false },
	{ STR_INIT("a maximum of"), IS_AT_MOST, false, false },
	{ STR_INIT("short of"), IS_LESS, false, false },
	{ STR_INIT("shy of"), IS_LESS, false, false },
	{ STR_INIT("north of"), IS_MORE, false, false },
	{ STR_INIT("a min of"), IS_AT_LEAST, false, false },
	{ STR_INIT("a max of"), IS_AT_MOST, false, false },
	{ STR_INIT("in the region of"), IS_EQUAL, true, false },
	{ STR_INIT("in the neighborhood of"), IS_EQUAL, true, false },
	{ STR_INIT("in the neighbourhood of"), IS_EQUAL, true, false },
	{ STR_INIT("not exceeding"), IS_AT_MOST, false, false },
	{ STR_INIT("never exceeding"), IS_AT_MOST, false, false },
	{ STR_INIT("without exceeding"), IS_AT_MOST, false, false },
	{ STR_INIT("greater than or equal"), IS_AT_LEAST, false, false },
	{ STR_INIT("larger than or equal"), IS_AT_LEAST, false, false },
	{ STR_INIT("less than or equal"), IS_AT_MOST, false, false },
	{ STR_INIT("less or equal"), IS_AT_MOST, false, false },
	{ STR_INIT("greater or equal"), IS_AT_LEAST, false, false },
	{ STR_INIT("smaller than or equal"), IS_AT_MOST, false, false },
	{ STR_INIT("at minimum"), IS_AT_LEAST, false, false },
	{ STR_INIT("at a minimum"), IS_AT_LEAST, false, false },
	{ STR_INIT("at maximum"), IS_AT_MOST, false, false },
	{ STR_INIT("at a maximum"), IS_AT_MOST, false, false },
	{ STR_INIT("\\sim"), IS_EQUAL, true, false },
	{ STR_INIT("equal to or more than"), IS_AT_LEAST, false, false },
	{ STR_INIT("equal or more than"), IS_AT_LEAST, false, false },
	{ STR_INIT("more than"), IS_MORE, false, false },
	{ STR_INIT("equal to or greater than"), IS_AT_LEAST, false, false },
	{ STR_INIT("equal or greater than"), IS_AT_LEAST, false, false },
	{ STR_INIT("greater than"), IS_MORE, false, false },
	{ STR_INIT("higher than"), IS_MORE, false, false },
	{ STR_INIT("larger than"), IS_MORE, false, false },
	{ STR_INIT("bigger than"), IS_MORE, false, false },
	{ STR_INIT("longer than"), IS_MORE, false, false },
	{ STR_INIT("equal to or less than"), IS_AT_MOST, false, false },
	{ STR_INIT("equal or less than"), IS_AT_MOST, false, false },
	{ STR_INIT("less than"), IS_LESS, false, false },
	{ STR_INIT("fewer than"), IS_LESS, false, false },
	{ STR_INIT("shallower than"), IS_LESS, false, false },
	{ STR_INIT("lower than"), IS_LESS, false, false },
	{ STR_INIT("smaller than"), IS_LESS, false, false },
	{ STR_INIT("shorter than"), IS_LESS, false, false },
	{ STR_INIT("wider than"), IS_MORE, false, false },
	{ STR_INIT("deeper than"), IS_MORE, false, false },
	{ STR_INIT("taller than"), IS_MORE, false, false },
	{ STR_INIT("heavier than"), IS_MORE, false, false },
	{ STR_INIT("stronger than"), IS_MORE, false, false },
	{ STR_INIT("narrower than"), IS_LESS, false, false },
	{ STR_INIT("at min"), IS_AT_LEAST, false, false },
	{ STR_INIT("close to"), IS_EQUAL, true, false },
	{ STR_INIT("up to"), IS_EQUAL, false, true },
	{ STR_INIT("more than or equal to"), IS_AT_LEAST, false, false },
	{ STR_INIT("greater than or equal to"), IS_AT_LEAST, false, false },
	{ STR_INIT("larger than or equal to"), IS_AT_LEAST, false, false },
	{ STR_INIT("less than or equal to"), IS_AT_MOST, false, false },
	{ STR_INIT("fewer than or equal to"), IS_AT_MOST, false, false },
	{ STR_INIT("smaller than or equal to"), IS_AT_MOST, false, false },
	{ STR_INIT("greater or equal to"), IS_AT_LEAST, false, false },
	{ STR_INIT("more or equal to"), IS_AT_LEAST, false, false },
	{ STR_INIT("larger or equal to"), IS_AT_LEAST, false, false },
	{ STR_INIT("higher than or equal to"), IS_AT_LEAST, false, false },
	{ STR_INIT("less or equal to"), IS_AT_MOST, false, false },
	{ STR_INIT("smaller or equal to"), IS_AT_MOST, false, false },
	{ STR_INIT("fewer or equal to"), IS_AT_MOST, false, false },
	{ STR_INIT("lower than or equal to"), IS_AT_MOST, false, false },
	{ STR_INIT("\\geq"), IS_AT_LEAST, false, false },
	{ STR_INIT("\\leq"), IS_AT_MOST, false, false },
	{ STR_INIT("near"), IS_EQUAL, true, false },
	{ STR_INIT("under"), IS_LESS, false, false },
	{ STR_INIT("just over"), IS_MORE, false, false },
	{ STR_INIT("well over"), IS_MORE, false, false },
	{ STR_INIT("far over"), IS_MORE, false, false },
	{ STR_INIT("way over"), IS_MORE, false, false },
	{ STR_INIT("slightly over"), IS_MORE, false, false },
	{ STR_INIT("comfortably over"), IS_MORE, false, false },
	{ STR_INIT("significantly over"), IS_MORE, false, false },
	{ STR_INIT("a little over"), IS_MORE, false, false },
	{ STR_INIT("a bit over"), IS_MORE, false, false },
	{ STR_INIT("over"), IS_MORE, false, false },
	{ STR_INIT("as much as"), IS_EQUAL, false, true },
	{ STR_INIT("as many as"), IS_EQUAL, false, true },
	{ STR_INIT("as high as"), IS_EQUAL, false, true },
	{ STR_INIT("exceeds"), IS_MORE, false, false },
	{ STR_INIT("surpass"), IS_MORE, false, false },
	{ STR_INIT("surpasses"), IS_MORE, false, false },
	{ STR_INIT("about"), IS_EQUAL, true, false },
	{ STR_INIT("almost"), IS_EQUAL, true, false },
	{ STR_INIT("at least"), IS_AT_LEAST, false, false },
	{ STR_INIT("at the least"), IS_AT_LEAST, false, false },
	{ STR_INIT("at the most"), IS_AT_MOST, false, false },
	{ STR_INIT("at most"), IS_AT_MOST, false, false },
	{ STR_INIT("\\geqslant"), IS_AT_LEAST, false, false },
	{ STR_INIT("\\leqslant"), IS_AT_MOST, false, false },
	{ STR_INIT("\\gt"), IS_MORE, false, false },
	{ STR_INIT("\\lt"), IS_LESS, false, false },
	{ STR_INIT("below"), IS_LESS, false, false },
	{ STR_INIT("\\approx"), IS_EQUAL, true, false },
	{ STR_INIT("approx"), IS_EQUAL, true, false },
	{ STR_INIT("at max"), IS_AT_MOST, false, false },
	{ STR_INIT("roughly"), IS_EQUAL, true, false },
	{ STR_INIT("approximately"), IS_EQUAL, true, false },
	{ STR_INIT("typically"), IS_EQUAL, true, false },
	{ STR_INIT("nearly"), IS_EQUAL, true, false },
	{ STR_INIT("~"), IS_EQUAL, true, false },
	{ STR_INIT("\xe2\x89\x83"), IS_EQUAL, true, false },    /* ≃ */
	{ STR_INIT("\xe2\x89\x85"), IS_EQUAL, true, false },    /* ≅ */
	{ STR_INIT("\xe2\xaa\x85"), IS_AT_MOST, true, false },   /* ⪅ */
	{ STR_INIT("\xe2\xaa\x86"), IS_AT_LEAST, true, false },  /* ⪆ */
	{ STR_INIT("\xe2\x89\x88"), IS_EQUAL, true, false },    /* ≈ */
	{ STR_INIT("\xe2\x89\xa4"), IS_AT_MOST, false, false },
	{ STR_INIT("\xe2\x89\xa5"), IS_AT_LEAST, false, false },
	{ STR_INIT("\xe2\x89\xa6"), IS_AT_MOST, false, false },  /* ≦ */
	{ STR_INIT("\xe2\x89\xa7"), IS_AT_LEAST, false, false }, /* ≧ */
	{ STR_INIT("\xe2\x89\xb2"), IS_AT_MOST, true, false },  /* ≲ */
	{ STR_INIT("\xe2\x89\xb3"), IS_AT_LEAST, true, false }, /* ≳ */
	{ STR_INIT("\xe2\x88\xbc"), IS_EQUAL, true, false },    /* ∼ */
	{ STR_INIT("\xe2\xa9\xbd"), IS_AT_MOST, false, false }, /* ⩽ */
	{ STR_INIT("\xe2\xa9\xbe"), IS_AT_LEAST, false, false }, /* ⩾ */
};

static bool
is_word(struct str text)
{
	return byte_is_lower(text.p[0]);
}

size_t
text_before(struct str s, size_t at, struct str text)
{
	for (size_t i = text.n; i > 0; i--) {
		if (text.p[i - 1] == ' ') {
			size_t before = blanks_before(s, at);

			if (before == at)
				return SIZE_MAX;
			at = before;
			continue;
		}
		if (at == 0 || byte_lower(s.p[at - 1]) != text.p[i - 1])
			return SIZE_MAX;
		at--;
	}
	return at;
}

bool
opens_line(struct span text, size_t at)
{
	struct str page = text.source->text;
	size_t i = text.at + at;

	while (i > 0) {
		char c = page.p[i - 1], next = page.p[i];

		if (byte_is_digit(c) ? !byte_is_digit(next) && next != '.' &&
					       next != ')' :
				       !byte_among(c, "> \t-+*.)"))
			break;
		i--;
	}
	return i > 0 && page.p[i - 1] == '\n';
}

/* Whether the sign at `at` can only be a comparison: `->5` is none. */
static bool
compares(struct span text, size_t at, char sign)
{
	struct str s = span_str(text);
	uint32_t before;

	glyph_before(&before, s, at);
	if (before < 0x80 && byte_among((char)before, "-=<>~!|&"))
		return false;
	if (before >= 0x2010 && before <= 0x2015)
		return false;
	return sign != '>' ||
	       (!opens_line(text, at) && !tag_closes(s, at + 1));
}

/* Where a word starts nothing may go on before it. */
static bool
stands_alone(struct span text, size_t at, const struct lead *l)
{
	char before = at > 0 ? span_str(text).p[at - 1] : ' ';

	if (is_word(l->text))
		return !byte_is_name(before) && before != '-' &&
		       (!str_equal(l->text, STR("over")) ||
			over_read(text, at) == OVER_BOUND);
	return !byte_among(l->text.p[0], "<>~") ||
	       compares(text, at, l->text.p[0]);
}

/* Where the line before ends, if only marks of a quote stand before `at`. */
static size_t
skip_quote(struct span text, size_t at)
{
	struct str s = span_str(text);
	size_t i = at;

	while (i > 0 && byte_among(s.p[i - 1], "> \t"))
		i--;
	return i > 0 && i < at && s.p[i - 1] == '\n' ? i - 1 : at;
}

static const struct lead *
lead_before(struct span text, size_t at, size_t *start)
{
	struct str s = span_str(text);
	size_t end = emphasis_before(s, at), i;
	bool apart = end < at;
	unsigned char last;

	at = emphasis_before(s, skip_quote(text, end));
	apart = apart || at < end;
	last = byte_before(s, at);
	i = row_ending(leads, COUNT_OF(leads), sizeof *leads, last);
	for (; i < COUNT_OF(leads) && text_last(leads[i].text) == last; i++) {
		if (is_word(leads[i].text) && !apart)
			continue;
		*start = text_before(s, at, leads[i].text);
		if (*start != SIZE_MAX && stands_alone(text, *start, &leads[i]))
			return &leads[i];
	}
	return NULL;
}

/* Where the word that ends at `end` begins: letters and apostrophes. */
static size_t
word_start(struct str s, size_t end)
{
	while (end > 0 &&
	       (byte_is_letter(s.p[end - 1]) || s.p[end - 1] == '\'' ||
		(unsigned char)s.p[end - 1] >= 0x80))
		end--;
	return end;
}

/* Whether the word at start stands for itself: not in `whether or not`. */
static bool
denies(struct str s, size_t start)
{
	static const char *const askers[] = { "or", "why", "if", "whether" };
	size_t end = emphasis_before(s, start), from = word_start(s, end);

	return (start == 0 || !byte_among(s.p[start - 1], "-0123456789")) &&
	       !word_among(str_slice(s, from, end - from), askers,
			   COUNT_OF(askers));
}

/* Where the `not` that ends at `at` but for blanks begins; `at` if none. */
static size_t
negation_before(struct str s, size_t at)
{
	static const char *const words[] = { "no", "not", "never", "cannot",
					     "without", "nor" };
	static const struct str blank = STR_INIT("&nbsp;");
	size_t hard = text_before(s, at, blank), end, start;
	struct str word;

	end = emphasis_before(s, hard == SIZE_MAX ? at : hard);
	start = word_start(s, end);
	word = str_slice(s, start, end - start);
	if (end < at &&
	    (word_among(word, words, COUNT_OF(words)) ||
	     str_ends(word, STR("n't")) ||
	     str_ends(word, STR("n\xe2\x80\x99t"))) && denies(s, start))
		return start;
	return at;
}

static enum relation
negate(enum relation r)
{
	switch (r) {
	case IS_AT_LEAST:
		return IS_LESS;
	case IS_MORE:
		return IS_AT_MOST;
	case IS_AT_MOST:
		return IS_MORE;
	case IS_LESS:
		return IS_AT_LEAST;
	case IS_EQUAL:
		break;
	}
	return IS_EQUAL;
}

size_t
lead_read(struct quantity *q, struct span text, size_t at)
{
	const struct lead *found;
	size_t start, not;

	for (int i = 0; i < LEADS_MAX; i++) {
		found = lead_before(text, at, &start);
		if (!found)
			break;
		at = start;
		q->approximate |= found->approximate;
		q->up_to |= found->up_to;
		if (found->relation == IS_EQUAL)
			continue;
		q->relation = found->relation;
		not = negation_before(span_str(text), at);
		if (not < at)
			q->relation = negate(found->relation);
		at = not;
	}
	return at;
}
