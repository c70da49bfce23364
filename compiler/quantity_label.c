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

/* Numbers of a list: `steps 1, 2, 3 and 4`. */
#define LIST_MAX 8

/* Words whose number is a name: compared without case, behind a blank. */
static const char *const labels[] = {
	"algorithm", "algorithms", "appendix", "attempt", "attempts", "block",
	"call", "calls", "capability", "case", "cases", "chapter", "chapters",
	"claim", "claims", "config", "configuration", "cta", "eq", "eq.",
	"equation", "equations", "example", "examples", "experiment",
	"experiments", "fig", "fig.", "figure", "figures", "gen", "generation",
	"index", "issue", "issues", "item", "items", "lane", "line", "lines",
	"listing", "listings", "mistake", "mistakes", "no.", "note", "notes",
	"option", "options", "page", "pages", "part", "parts", "phase",
	"phases", "pitfall", "pitfalls", "pr", "principle", "principles",
	"problem", "problems", "prs", "question", "questions", "rank", "ranks",
	"round", "rule", "rules", "sec.", "section", "sections", "stage",
	"step", "steps", "table", "tables", "thread", "tile", "track",
	"tracks", "variant", "variants", "warp", "wave",
};

/* Of these the ones that are so whatever follows: `PR 2441 adds a path`. */
static const char *const certain[] = {
	"appendix", "chapter", "chapters", "eq", "eq.", "equation",
	"equations", "fig", "fig.", "figure", "figures", "issue", "issues",
	"mistake", "mistakes", "page", "pages", "pr", "problem", "problems",
	"prs", "rule", "rules", "sec.", "section", "sections", "step",
};

/* Words whose range is one of places: `columns 0-255`. */
static const char *const places[] = {
	"banks", "bits", "blocks", "bytes", "calls", "columns", "ctas",
	"iterations", "lanes", "layers", "lines", "rows", "slots", "stages",
	"threads", "tiles", "warps", "waves", "words",
};

/* Words whose number before them is a version. */
static const char *const issued[] = { "dialect", "docs", "documentation",
				      "release", "releases", "toolchain" };

/* Names whose number is a version. */
static const char *const products[] = {
	"api", "clang", "claude", "cublas", "cuda", "cudnn", "cutlass",
	"deepseek", "driver", "gcc", "gemini", "gpt", "isa", "linux", "llvm",
	"nccl", "ncu", "nsight", "nvcc", "opus", "ptx", "ptxas", "python",
	"pytorch", "release", "tensorrt", "toolkit", "triton", "ubuntu", "v",
	"version", "versions",
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

/* `2-SM`, `4-FMA`, `2-CTA / cluster`: the name of a thing. */
static bool
names_thing(struct str s, const struct quantity *q, size_t at)
{
	size_t start = at + q->number.n + 1, end = start;

	if (!bytes_at(s, start - 1, "-"))
		return false;
	while (end < s.n && byte_is_upper(s.p[end]))
		end++;
	return end > start + 1 && (end == s.n || !byte_is_name(s.p[end]));
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

/* The start of the number, or range of numbers, that ends at `end`; `end` if
   none does. */
static size_t
digits_before(struct str s, size_t end)
{
	size_t at = end;

	while (at > 0 && (byte_is_digit(s.p[at - 1]) ||
			  (byte_among(s.p[at - 1], "-.") && at < end)))
		at--;
	return at;
}

/* Where the first number of a list stands that `at` goes on: `steps 3, 4 and
   5`, of the 5 the 3; `at` itself if there is none. */
static size_t
list_start(struct str s, size_t at)
{
	static const char *const joints[] = { "and", "or", "to" };

	for (int i = 0; i < LIST_MAX; i++) {
		struct str word = word_ahead(s, at);
		size_t end = emphasis_before(s, at), start;

		if (word_among(word, joints, COUNT_OF(joints)))
			end = emphasis_before(s, end - word.n);
		else if (end == 0 || s.p[end - 1] != ',')
			return at;
		if (end > 0 && s.p[end - 1] == ',')
			end--;
		start = digits_before(s, end);
		if (start == end)
			return at;
		at = start;
	}
	return at;
}

/* Whether the word before it, or before the list that it is in, names what it
   is the number of. */
static bool
is_labelled(struct str s, const struct quantity *q, size_t at)
{
	size_t first = list_start(s, at);
	struct str word = word_ahead(s, first);
	bool counted = q->unit.text.n > 0;

	if (q->factor || q->approximate || q->relation != IS_EQUAL ||
	    q->unit.percent || q->unit.second || q->unit.byte)
		return false;
	if (first < at && (word.n == 0 || text_last(word) != 's'))
		return false;
	if (q->kind == QUANTITY_RANGE &&
	    word_among(word, places, COUNT_OF(places)))
		return true;
	return counted ? word_among(word, certain, COUNT_OF(certain)) :
			 word_among(word, labels, COUNT_OF(labels));
}

/* `CUDA 12.8, 12.9`, `3.6+`, `the 3.6 release`. */
static bool
is_version(struct str s, const struct quantity *q, size_t at, size_t end)
{
	struct str number = span_str(q->number);
	bool parted = str_find_byte(number, '.') < number.n;
	size_t first = parted ? list_start(s, at) : at;

	if (word_among(word_ahead(s, first), products, COUNT_OF(products)) ||
	    word_among(word_next(s, end), issued, COUNT_OF(issued)))
		return true;
	return parted && q->relation == IS_AT_LEAST &&
	       bytes_at(s, end - 1, "+");
}

bool
number_is_name(const struct quantity *q, struct str s, size_t at, size_t end)
{
	bool bare = !q->unit.text.n && !q->factor && !q->approximate;
	bool plain = bare && q->relation == IS_EQUAL;
	bool later = bare && q->relation == IS_AT_LEAST &&
		     bytes_at(s, end - 1, "+");

	if (q->kind > QUANTITY_RANGE || names_thing(s, q, at) ||
	    is_labelled(s, q, at))
		return true;
	if ((plain || later) && is_version(s, q, at, end))
		return true;
	return plain && (numbers_list(s, q, at, end) ||
			 numbers_clause(s, q, at, end) ||
			 is_date(s, q, at, end));
}
