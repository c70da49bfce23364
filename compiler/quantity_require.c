/*
 * How pages say which architecture they need, and what a misspelt one may
 * have meant: `>=7.0`, `sm_80+`, `8.0 or later`, `Hopper+`, `7.x`; `sm_9`.
 *
 * Input: a text. Output: the least architecture that it names, or a complaint
 * with the known name that is nearest.
 *
 * The idea: a requirement is one architecture with words around it that say
 * "or later", which are taken off; a generation stands for its first chip.
 * Near is by changes of single bytes, of two names the one that begins alike.
 *
 * Whether a toolkit builds for it is not decided here, and lists are read by
 * who has them.
 */
#include "arena.h"
#include "quantity.h"
#include "quantity_parts.h"

/* Longest name that is compared, changes that are still near. */
#define NEAR_MAX 24
#define CHANGES_MAX 2

/* The first chip of each generation.
   Source: CUDA GPUs, compute capability of each product line. */
static const struct {
	struct str name, sm;
} generations[] = {
	{ STR_INIT("maxwell"), STR_INIT("sm_50") },
	{ STR_INIT("pascal"), STR_INIT("sm_60") },
	{ STR_INIT("volta"), STR_INIT("sm_70") },
	{ STR_INIT("turing"), STR_INIT("sm_75") },
	{ STR_INIT("ampere"), STR_INIT("sm_80") },
	{ STR_INIT("ada"), STR_INIT("sm_89") },
	{ STR_INIT("ada lovelace"), STR_INIT("sm_89") },
	{ STR_INIT("hopper"), STR_INIT("sm_90") },
	{ STR_INIT("blackwell"), STR_INIT("sm_100") },
};

/* --- requirements -------------------------------------------------------- */

static const struct str heads[] = {
	STR_INIT(">="), STR_INIT("\xe2\x89\xa5"), STR_INIT(">"), STR_INIT("<="),
	STR_INIT("\xe2\x89\xa4"), STR_INIT("<"), STR_INIT("="),
	STR_INIT("at least "), STR_INIT("from "), STR_INIT("since "),
};

static const struct str tails[] = {
	STR_INIT("+"), STR_INIT(" or later"), STR_INIT(" or newer"),
	STR_INIT(" or higher"), STR_INIT(" or above"), STR_INIT(" and later"),
	STR_INIT(" and newer"), STR_INIT(" and higher"), STR_INIT(" and above"),
	STR_INIT(" and up"), STR_INIT(" onwards"),
};

static bool
starts_with(struct str s, struct str head)
{
	return str_equal_case(str_slice(s, 0, head.n), head);
}

static bool
ends_with(struct str s, struct str tail)
{
	return s.n >= tail.n && starts_with(str_skip(s, s.n - tail.n), tail);
}

struct str
arch_without_comparison(struct str text)
{
	text = str_trim(text);
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		if (starts_with(text, heads[i]))
			text = str_trim(str_skip(text, heads[i].n));
	for (size_t i = 0; i < COUNT_OF(tails); i++)
		if (ends_with(text, tails[i]))
			text = str_trim(str_slice(text, 0,
						  text.n - tails[i].n));
	return text;
}

/* `7.x`: the first of them. */
static bool
series_find(struct str *out, struct str text)
{
	char first[] = "0.0";
	int number, order;

	if (text.n != 3 || text.p[1] != '.' || !byte_among(text.p[2], "xX"))
		return false;
	first[0] = text.p[0];
	return arch_find(out, &number, &order, str_of(first));
}

bool
arch_require(struct str *out, struct str text)
{
	int number, order;

	text = arch_without_comparison(text);
	for (size_t i = 0; i < COUNT_OF(generations); i++)
		if (str_equal_case(text, generations[i].name)) {
			*out = generations[i].sm;
			return true;
		}
	return series_find(out, text) || arch_find(out, &number, &order, text);
}

/* --- what was meant ------------------------------------------------------ */

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Bytes to add, drop or change to make b of a. */
static size_t
changes(struct str a, struct str b)
{
	size_t row[NEAR_MAX + 1];

	for (size_t k = 0; k <= b.n; k++)
		row[k] = k;
	for (size_t i = 0; i < a.n; i++) {
		size_t corner = row[0];

		row[0] = i + 1;
		for (size_t k = 0; k < b.n; k++) {
			size_t same = byte_lower(a.p[i]) == b.p[k];
			size_t fresh = least(least(row[k], row[k + 1]) + 1,
					     corner + !same);

			corner = row[k + 1];
			row[k + 1] = fresh;
		}
	}
	return row[b.n];
}

static size_t
common(struct str a, struct str b)
{
	size_t n = 0;

	while (n < a.n && n < b.n && byte_lower(a.p[n]) == b.p[n])
		n++;
	return n;
}

/* What is near to a text: how a name is written, and the name. */
struct near {
	struct str text, written, name;
	size_t changes;
};

static void
take_nearer(struct near *best, struct str written, struct str name)
{
	size_t n = changes(best->text, written);

	if (n > CHANGES_MAX || n >= written.n || n > best->changes ||
	    (n == best->changes && common(best->text, written) <=
					   common(best->text, best->written)))
		return;
	best->written = written;
	best->name = name;
	best->changes = n;
}

struct str
arch_nearest(struct str text)
{
	struct near best = { .text = arch_without_comparison(text),
			     .changes = CHANGES_MAX + 1 };
	size_t prefix = strlen("sm_");
	struct str name;

	if (best.text.n == 0 || best.text.n > NEAR_MAX)
		return STR("");
	for (size_t i = 0; (name = arch_known(i)).n > 0; i++)
		take_nearer(&best, byte_is_digit(best.text.p[0]) ?
				   str_skip(name, prefix) : name, name);
	for (size_t i = 0; i < COUNT_OF(generations); i++)
		take_nearer(&best, generations[i].name, generations[i].sm);
	return best.name;
}

struct str
arch_complaint(struct arena *a, struct str text)
{
	struct str near = arch_nearest(text);

	if (near.n > 0)
		return arena_printf(a, "unknown architecture '" STR_FMT
				    "'; the nearest known is '" STR_FMT "'",
				    STR_ARG(text), STR_ARG(near));
	return arena_printf(a, "unknown architecture '" STR_FMT "'; a "
			    "known one is 'sm_90a'",
			    STR_ARG(text));
}
