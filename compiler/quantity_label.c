/*
 * Numbers that only tell one thing from another: `step 2`, `CUDA 12.9`.
 *
 * Input: a quantity in its text. Output: whether it is a name.
 *
 * The idea: tables of the words that stand before such numbers, and the few
 * shapes that say it themselves (list, clause, date, architecture, version).
 * A number with a unit, a relation or a `~` is none of these.
 *
 * In doubt a number is material: a name too many in the coverage is ignored
 * by its author in a line, a number too few is never looked at again.
 */
#include "quantity.h"
#include "quantity_parts.h"

/* How far from `(1)` its `(2)` may stand. */
#define CLAUSES_REACH 4096

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
numbers_list(struct str s, const struct quantity *q, size_t at, size_t end)
{
	if (q->number.n > 3 || end >= s.n || !byte_among(s.p[end], ".)") ||
	    end + 1 >= s.n || !byte_is_blank(s.p[end + 1]))
		return false;
	while (at > 0 && s.p[at - 1] != '\n') {
		if (!byte_among(s.p[at - 1], " \t>#-*"))
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
	size_t from = at > CLAUSES_REACH ? at - CLAUSES_REACH : 0;
	struct str rest = str_slice(s, end, CLAUSES_REACH);

	if (q->number.n != 1 || at == 0 || s.p[at - 1] != '(' ||
	    !bytes_at(s, end, ")") || s.p[at] == '0')
		return false;
	other[1] = s.p[at] == '1' ? '2' : (char)(s.p[at] - 1);
	if (s.p[at] == '1')
		return str_find(rest, str_of(other)) < rest.n;
	rest = str_slice(s, from, at - from);
	return str_find(rest, str_of(other)) < rest.n;
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
		if (!byte_is_upper(unit.p[i]))
			return false;
	}
	return true;
}

static bool
is_month(struct str word)
{
	if (word.n && word.p[word.n - 1] == '.')
		word.n--;
	return word.n && byte_is_upper(word.p[0]) &&
	       word_among(word, months, COUNT_OF(months));
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
	return word_among(word, whens, COUNT_OF(whens)) ||
	       (word.n && byte_is_upper(word.p[0])) ||
	       (at > 0 && s.p[at - 1] == '(' && bytes_at(s, end, ")"));
}

bool
number_is_name(const struct quantity *q, struct str s, size_t at, size_t end)
{
	struct str word = word_ahead(s, at);
	bool plain = !q->unit.text.n && !q->factor && !q->approximate &&
		     q->relation == IS_EQUAL;
	bool later = !q->unit.text.n && !q->factor &&
		     q->relation == IS_AT_LEAST && bytes_at(s, end - 1, "+");

	if (q->kind > QUANTITY_RANGE || names_thing(q))
		return true;
	if ((plain || later) && word_among(word, products, COUNT_OF(products)))
		return true;
	return plain && (word_among(word, labels, COUNT_OF(labels)) ||
			 str_equal_case(word_next(s, end), STR("release")) ||
			 numbers_list(s, q, at, end) ||
			 numbers_clause(s, q, at, end) ||
			 is_date(s, q, at, end));
}
