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

#include <string.h>

/* Words whose number is a name: compared without case, behind a blank. */
static const char *const labels[] = {
	"algorithm", "appendix", "attempt", "block", "call", "calls",
	"capability", "case", "chapter", "claim", "config", "configuration",
	"cta", "eq", "eq.", "equation", "example", "experiment", "fig", "fig.",
	"figure", "figures", "gen", "generation", "index", "issue", "item",
	"lane", "line", "lines", "listing", "mistake", "no.", "note", "option",
	"page", "part", "phase", "phases", "pitfall", "pr", "principle",
	"problem", "problems", "question", "rank", "round", "rule", "sec.",
	"section", "sections", "stage", "step", "steps", "table", "tables",
	"thread", "tile", "track", "variant", "warp", "wave",
};

/* Names whose number is a version. */
static const char *const products[] = {
	"api", "clang", "cublas", "cuda", "cudnn", "cutlass", "driver", "gcc",
	"isa", "linux", "llvm", "nccl", "ncu", "nsight", "nvcc", "opus", "ptx",
	"ptxas", "python", "pytorch", "release", "tensorrt", "toolkit",
	"triton", "ubuntu", "v", "version", "versions",
};

static const char *const months[] = {
	"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept",
	"oct", "nov", "dec", "january", "february", "march", "april", "june",
	"july", "august", "september", "october", "november", "december",
};

/* Words before a year. */
static const char *const whens[] = { "in",    "since", "until", "by", "from",
				     "early", "late",  "mid",	"of", "before",
				     "after", "during" };

struct walk {
	struct span text;
	struct str s;
	size_t at;
	struct quantity *found;
	size_t n, cap;
};

/* --- what is no prose ------------------------------------------------------ */

/* Markup does not reach over a blank line. */
static struct str
paragraph(struct str s, size_t at)
{
	for (; at < s.n; at++) {
		if (s.p[at] != '\n')
			continue;
		if (bytes_at(s, at + 1, "\n") || bytes_at(s, at + 1, "\r\n"))
			break;
	}
	return str_slice(s, 0, at);
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
skip_markup(struct str s, size_t at)
{
	if (bytes_at(s, at, "<!--"))
		return behind(s, at, "-->");
	switch (s.p[at]) {
	case '<':
		return skip_tag(paragraph(s, at), at);
	case '[':
	case ']':
		return skip_bracket(paragraph(s, at), at);
	case '~':
		return bytes_at(s, at, "~~") ?
			       behind(paragraph(s, at), at + 2, "~~") :
			       at;
	default:
		return at;
	}
}

/* --- names ----------------------------------------------------------------- */

/* `fp16/bf16`, `x-3.md`, `a::b`: a joiner with a name behind it goes on. */
static size_t
joiner_at(struct str s, size_t at)
{
	size_t n = bytes_at(s, at, "::") ? 2 : 1;

	if (at >= s.n || (n == 1 && !strchr("-./'@\\", s.p[at])))
		return 0;
	return at + n < s.n && byte_is_name(s.p[at + n]) ? n : 0;
}

static size_t
skip_name(struct str s, size_t at)
{
	size_t start = at, n;
	uint32_t glyph;

	while ((n = glyph_at(&glyph, s, at)) > 0) {
		if (glyph < 0x80 ? byte_is_name((char)glyph) :
				   !glyph_is_blank(glyph) &&
					   !glyph_is_mark(glyph) &&
					   glyph != 0x2013 && glyph != 0x2212)
			at += n;
		else if ((n = joiner_at(s, at)) > 0)
			at += n;
		else
			break;
	}
	if (!bytes_at(s, at, "://"))
		return at;
	for (at = start; at < s.n; at++) {
		if (byte_is_blank(s.p[at]) || strchr(")>]\"", s.p[at]))
			break;
	}
	return at;
}

/* All that hangs on a number that could not be read. */
static size_t
skip_number(struct str s, size_t at)
{
	while (at < s.n && (byte_is_name(s.p[at]) ||
			    (strchr(".,:/%^*-+", s.p[at]) && at + 1 < s.n &&
			     byte_is_name(s.p[at + 1]))))
		at++;
	return at;
}

/* --- numbers that are names ------------------------------------------------ */

static bool
is_one_of(struct str word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (str_equal_case(word, str_of(list[i])))
			return true;
	}
	return false;
}

/* The word before `at` with blanks between, dots included. */
static struct str
word_ahead(struct str s, size_t at)
{
	size_t end = emphasis_before(s, at), start = end;

	while (start > 0 && end < at &&
	       (byte_is_name(s.p[start - 1]) || s.p[start - 1] == '.'))
		start--;
	return str_slice(s, start, end - start);
}

static struct str
word_next(struct str s, size_t at)
{
	size_t start = blanks_after(s, at), end = start;

	while (end < s.n && byte_is_name(s.p[end]))
		end++;
	return str_slice(s, start, end - start);
}

/* `1. ` or `2) ` where a line begins. */
static bool
numbers_list(const struct walk *w, const struct quantity *q, size_t at,
	     size_t end)
{
	struct str s = w->s;

	if (q->number.n > 3 || !(bytes_at(s, end, ".") || bytes_at(s, end, ")")) ||
	    end + 1 >= s.n || !byte_is_blank(s.p[end + 1]))
		return false;
	while (at > 0 && s.p[at - 1] != '\n') {
		if (!strchr(" \t>#-*", s.p[at - 1]))
			return false;
		at--;
	}
	return true;
}

/* `(2)` where `(1)` stands before, `(1)` where `(2)` comes. */
static bool
numbers_clause(struct str s, const struct quantity *q, size_t at, size_t end)
{
	char other[] = "(0)";

	if (q->number.n != 1 || at == 0 || s.p[at - 1] != '(' ||
	    !bytes_at(s, end, ")") || s.p[at] == '0')
		return false;
	other[1] = s.p[at] == '1' ? '2' : (char)(s.p[at] - 1);
	if (s.p[at] == '1')
		return str_find(str_skip(s, end), str_of(other)) < s.n - end;
	return str_find(str_slice(s, 0, at), str_of(other)) < at;
}

/* `2-SM`, `4-FMA`: the name of a thing. */
static bool
names_thing(const struct quantity *q)
{
	struct str unit = q->unit.text;
	size_t behind = q->number.n;

	if (unit.n < 2 || !bytes_at(span_str(q->at), behind, "-"))
		return false;
	for (size_t i = 0; i < unit.n; i++) {
		if (unit.p[i] < 'A' || unit.p[i] > 'Z')
			return false;
	}
	return true;
}

static bool
is_month(struct str word)
{
	if (word.n && word.p[word.n - 1] == '.')
		word.n--;
	return word.n && word.p[0] >= 'A' && word.p[0] <= 'Z' &&
	       is_one_of(word, months, COUNT_OF(months));
}

/* `Nov 2025`, `23 April`, `ICLR 2025`, `in 2024`, `(2025)`. */
static bool
is_date(struct str s, const struct quantity *q, size_t at, size_t end)
{
	struct str word = word_ahead(s, at);
	bool year = q->number.n == 4 && q->value >= 1990 && q->value < 2100;

	if (is_month(word) || (is_month(word_next(s, end)) && q->value < 32))
		return true;
	if (!year)
		return false;
	return is_one_of(word, whens, COUNT_OF(whens)) ||
	       (word.n && word.p[0] >= 'A' && word.p[0] <= 'Z') ||
	       (at > 0 && s.p[at - 1] == '(' && bytes_at(s, end, ")"));
}

/* Whether the number at `at` to `end` only tells one thing from another. */
static bool
is_name(const struct walk *w, const struct quantity *q, size_t at, size_t end)
{
	struct str word = word_ahead(w->s, at);
	bool plain = !q->unit.text.n && !q->factor && !q->approximate &&
		     q->relation == IS_EQUAL;
	bool later = !q->unit.text.n && !q->factor &&
		     q->relation == IS_AT_LEAST && bytes_at(w->s, end - 1, "+");

	if (q->kind == QUANTITY_ARCH || q->kind == QUANTITY_VERSION)
		return true;
	if (names_thing(q))
		return true;
	if ((plain || later) && is_one_of(word, products, COUNT_OF(products)))
		return true;
	return plain && (is_one_of(word, labels, COUNT_OF(labels)) ||
			 str_equal_case(word_next(w->s, end), STR("release")) ||
			 numbers_list(w, q, at, end) ||
			 numbers_clause(w->s, q, at, end) ||
			 is_date(w->s, q, at, end));
}

/* --- the walk -------------------------------------------------------------- */

static void
walk_add(struct arena *a, struct walk *w, const struct quantity *q)
{
	w->found = arena_grow(a, w->found, w->n, &w->cap, sizeof *w->found);
	w->found[w->n++] = *q;
}

/* The number at the digit w->at. */
static void
take_number(struct arena *a, struct walk *w)
{
	struct quantity q;
	size_t at = edge_sign(w->s, w->at), end;

	if (!quantity_read(&q, w->text, at, &end)) {
		w->at = skip_number(w->s, w->at);
		return;
	}
	if (!is_name(w, &q, at, end))
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
	struct str s = paragraph(w->s, w->at);
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
	if (quantity_whole(&q, span_slice(w->text, w->at, end - w->at)) &&
	    q.kind <= QUANTITY_RANGE && byte_is_digit(span_str(q.number).p[0]))
		walk_add(a, w, &q);
	w->at = end + run;
}

static bool
begins_name(struct str s, size_t at)
{
	uint32_t glyph;

	glyph_at(&glyph, s, at);
	if (glyph < 0x80)
		return byte_is_name((char)glyph) &&
		       !byte_is_digit((char)glyph) && glyph != '_';
	return !glyph_is_blank(glyph) && !glyph_is_mark(glyph) &&
	       glyph != 0x2013 && glyph != 0x2212 && glyph != 0xd7 &&
	       glyph != 0xb1;
}

size_t
quantity_collect(struct arena *a, struct quantity **out, struct span text)
{
	struct walk w = { .text = text, .s = span_str(text) };
	size_t next;

	while (w.at < w.s.n) {
		next = skip_markup(w.s, w.at);
		if (next > w.at)
			w.at = next;
		else if (w.s.p[w.at] == '`')
			take_code(a, &w);
		else if (byte_is_digit(w.s.p[w.at]))
			take_number(a, &w);
		else if (begins_name(w.s, w.at))
			w.at = skip_name(w.s, w.at);
		else
			w.at++;
	}
	*out = w.found;
	return w.n;
}
