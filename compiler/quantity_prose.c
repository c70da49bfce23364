/*
 * The quantities of a stretch of prose, for coverage and for `at` markers.
 *
 * Input: text of a page with its markup. Output: quantities in their order.
 *
 * The idea: one walk from left to right that steps over what is no prose
 * (comments, tags, link targets, struck text, code that is not one quantity)
 * and over names whole, so that a digit it meets stands by itself. A number
 * that cannot be read whole is stepped over with all that hangs on it.
 *
 * Left out, because nobody can check them against a device: identifiers,
 * numbers of lists, headings, figures and steps, dates and years, versions,
 * citations, shapes (`128x256`), and numbers in words.
 */
#include "arena.h"
#include "quantity.h"
#include "quantity_parts.h"

#include <limits.h>
#include <string.h>

/* Bytes of prose that seldom have more than one number. */
#define NUMBER_APART 64
/* Bytes of a link target, tag or code span. */
#define MARKUP_MAX 2048

struct walk {
	struct span text;
	struct str s;
	size_t at;
	size_t block;  /* the next blank line: markup does not reach over it */
	bool comments; /* `-->` may still come */
	const bool *known; /* bytes to step over; NULL: none */
	struct quantity *found;
	size_t n, cap;
};

/* --- what is no prose ---------------------------------------------------- */

/* The line end before the next empty line from `at` on. */
static size_t
block_end(struct str s, size_t at)
{
	while (at < s.n) {
		at += str_find_byte(str_skip(s, at), '\n');
		if (bytes_at(s, at, "\n\n") || bytes_at(s, at, "\n\r\n"))
			break;
		at += at < s.n;
	}
	return at;
}

/* Text in which markup that begins at w->at must end. */
static struct str
markup_reach(struct walk *w)
{
	size_t end;

	if (w->at >= w->block)
		w->block = block_end(w->s, w->at);
	end = w->block - w->at > MARKUP_MAX ? w->at + MARKUP_MAX : w->block;
	return str_slice(w->s, 0, end);
}

/* Behind the next `close` from at on; at itself when there is none. */
static size_t
behind(struct str s, size_t at, const char *close)
{
	struct str rest = str_skip(s, at);
	size_t n = str_find(rest, str_of(close));

	return n < rest.n ? at + n + strlen(close) : at;
}

/* A tag or an address in angle brackets; `<` alone is a sign. */
static size_t
skip_tag(struct str s, size_t at)
{
	char next = at + 1 < s.n ? s.p[at + 1] : ' ';
	size_t end;

	if (!byte_is_name(next) && next != '/')
		return at;
	if (byte_is_digit(next))
		return at;
	end = behind(s, at, ">");
	return str_find_byte(str_slice(s, at, end - at), '\n') < end - at ? at :
									    end;
}

/* `](target)`, `[^note]`, `[12]`. */
static size_t
skip_bracket(struct str s, size_t at)
{
	size_t end = at;

	if (bytes_at(s, at, "]("))
		return behind(s, at, ")");
	if (bytes_at(s, at, "[^"))
		return behind(s, at, "]");
	if (!bytes_at(s, at, "["))
		return at;
	do {
		end++;
	} while (end < s.n && byte_is_digit(s.p[end]));
	return end > at + 1 && bytes_at(s, end, "]") &&
			       !bytes_at(s, end, "](") ?
		       end + 1 :
		       at;
}

static size_t
skip_markup(struct walk *w)
{
	size_t at = w->at, end;

	if (w->comments && bytes_at(w->s, at, "<!--")) {
		end = behind(w->s, at, "-->");
		w->comments = end > at;
		return end;
	}
	switch (w->s.p[at]) {
	case '<':
		return skip_tag(markup_reach(w), at);
	case '[':
	case ']':
		return skip_bracket(markup_reach(w), at);
	case '~':
		return bytes_at(w->s, at, "~~") ?
			       behind(markup_reach(w), at + 2, "~~") :
			       at;
	default:
		return at;
	}
}

/* --- names --------------------------------------------------------------- */

/* `fp16/bf16`, `x-3.md`, `a::b`: a joiner with a name behind it goes on. */
static size_t
joiner_at(struct str s, size_t at)
{
	size_t n = bytes_at(s, at, "::") ? 2 : 1;

	if (at >= s.n || (n == 1 && !byte_among(s.p[at], "-./'@\\")))
		return 0;
	return at + n < s.n && byte_is_name(s.p[at + n]) ? n : 0;
}

static size_t
skip_letters(struct str s, size_t at)
{
	while (at < s.n && byte_is_name(s.p[at]))
		at++;
	return at;
}

/* A letter of another script, `µ`: what joins a name. */
static size_t
foreign_at(struct str s, size_t at)
{
	uint32_t glyph;
	size_t n;

	if (at >= s.n || (unsigned char)s.p[at] < 0x80)
		return 0;
	n = glyph_at(&glyph, s, at);
	if (glyph_is_blank(glyph) || glyph_is_mark(glyph))
		return 0;
	switch (glyph) {
	case 0x00b1: /* ± */
	case 0x00d7: /* × */
	case 0x2013: /* – */
	case 0x2212: /* − */
		return 0;
	default:
		return n;
	}
}

static size_t
skip_name(struct str s, size_t at)
{
	size_t start = at, n;

	at = skip_letters(s, at);
	if (at < s.n && (s.p[at] == ' ' || s.p[at] == '\n'))
		return at; /* most names end so */
	do {
		at = skip_letters(s, at);
		n = foreign_at(s, at);
		if (n == 0)
			n = joiner_at(s, at);
		at += n;
	} while (n > 0);
	if (!bytes_at(s, at, "://"))
		return at;
	for (at = start; at < s.n; at++) {
		if (byte_is_blank(s.p[at]) || byte_among(s.p[at], ")>]\""))
			break;
	}
	return at;
}

/* All that hangs on a number that could not be read. */
static size_t
skip_number(struct str s, size_t at)
{
	while (at < s.n && (byte_is_name(s.p[at]) ||
			    (byte_among(s.p[at], ".,:/%^*-+") && at + 1 < s.n &&
			     byte_is_name(s.p[at + 1]))))
		at++;
	return at;
}

/* --- the walk ------------------------------------------------------------ */

static void
walk_add(struct arena *a, struct walk *w, const struct quantity *q)
{
	if (!w->found) { /* most texts are short and have one */
		w->cap = 1 + w->s.n / NUMBER_APART;
		w->found = arena_alloc(a, w->cap * sizeof *w->found);
	}
	w->found = arena_grow(a, w->found, w->n, &w->cap, sizeof *w->found);
	w->found[w->n++] = *q;
}

/* The number at the digit w->at. */
static void
take_number(struct arena *a, struct walk *w)
{
	struct quantity q;
	size_t at = edge_sign(w->s, w->at), end;

	if (w->known && w->known[w->at]) {
		while (w->at < w->s.n && w->known[w->at])
			w->at++;
		return;
	}
	if (!quantity_read(&q, w->text, at, &end)) {
		w->at = skip_number(w->s, w->at);
		return;
	}
	if (!number_is_name(&q, w->s, at, end))
		walk_add(a, w, &q);
	w->at = end;
}

/* Backticks in a row. */
static size_t
run_at(struct str s, size_t at)
{
	size_t n = 0;

	while (at + n < s.n && s.p[at + n] == '`')
		n++;
	return n;
}

/* A code span, if all of it is one quantity. */
static void
take_code(struct arena *a, struct walk *w)
{
	struct str s = markup_reach(w);
	size_t run = run_at(s, w->at), end, n;
	struct quantity q;

	w->at += run;
	for (end = w->at; end < s.n; end += n ? n : 1) {
		n = run_at(s, end);
		if (n == run)
			break;
	}
	if (end >= s.n)
		return;
	if (str_has_digit(str_slice(s, w->at, end - w->at)) &&
	    quantity_whole(&q, span_slice(w->text, w->at, end - w->at)) &&
	    q.kind <= QUANTITY_RANGE)
		walk_add(a, w, &q);
	w->at = end + run;
}

/* One step of the walk, which always moves on. */
static void
step(struct arena *a, struct walk *w)
{
	char c = w->s.p[w->at];
	size_t next;

	if (byte_is_letter(c) || foreign_at(w->s, w->at))
		w->at = skip_name(w->s, w->at);
	else if (byte_is_digit(c))
		take_number(a, w);
	else if (c == '`')
		take_code(a, w);
	else if ((c == '<' || c == '[' || c == ']' || c == '~') &&
		 (next = skip_markup(w)) > w->at)
		w->at = next;
	else
		w->at++;
}

/* Whether a word without such a byte has nothing for the walk. */
static bool
is_special(char c)
{
	static const bool special[SCHAR_MAX + 1] = {
		['0'] = true, ['1'] = true, ['2'] = true, ['3'] = true,
		['4'] = true, ['5'] = true, ['6'] = true, ['7'] = true,
		['8'] = true, ['9'] = true, ['`'] = true, ['<'] = true,
		['['] = true, [']'] = true, ['~'] = true,
	};

	return (c & 0x80) || special[c & 0x7f];
}

/*
 * Whether eight bytes are letters, blanks and the like, all at once. A byte
 * that is special has its high bit; or is between 0x30 and 0x3f; or has the
 * bit 0x40 and, less one, is among the last six of its 32.
 */
static bool
are_plain(const char *p)
{
	const uint64_t each = 0x0101010101010101;
	uint64_t bytes, threes, lasts;

	memcpy(&bytes, p, sizeof bytes);
	threes = (bytes ^ 0x30 * each) & 0xf0 * each; /* 0 in such a byte */
	threes = (threes - each) & ~threes;
	lasts = ((bytes | 0x80 * each) - each) & 0x1f * each;
	lasts = (lasts + 6 * each) << 1 & bytes;
	return !(((bytes | threes) & 0x80 * each) | (lasts & 0x40 * each));
}

/* The start of the next word with a special byte, from the start of one on. */
static size_t
skip_words(struct str s, size_t at)
{
	size_t i = at;

	while (i < s.n && !is_special(s.p[i]))
		i += i + 8 <= s.n && are_plain(s.p + i) ? 8 : 1;
	if (i >= s.n)
		return s.n;
	while (i > at && s.p[i - 1] != ' ' && s.p[i - 1] != '\n')
		i--;
	return i;
}

size_t
quantity_collect_rest(struct arena *a, struct quantity **out, struct span text,
		      const bool *known)
{
	struct walk w = { .text = text, .s = span_str(text),
			  .comments = true, .known = known };

	w.at = skip_words(w.s, 0);
	while (w.at < w.s.n) {
		if (w.s.p[w.at] == ' ' || w.s.p[w.at] == '\n')
			w.at = skip_words(w.s, w.at);
		else
			step(a, &w);
	}
	*out = w.found;
	return w.n;
}

size_t
quantity_collect(struct arena *a, struct quantity **out, struct span text)
{
	return quantity_collect_rest(a, out, text, NULL);
}
