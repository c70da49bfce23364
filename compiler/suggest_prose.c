/*
 * Numbers in prose, by the words around them -> what they should equal.
 *
 * The idea: a number that is wrong fits nothing, so what it is of is told by
 * words, never by what would confirm it. A ratio is known by the page's own
 * table: it is of the two rows whose numbers there have it. A rule that is not
 * sure of its words says nothing.
 */
#include "suggest.h"

#include "arena.h"
#include "expr.h"
#include "fact.h"
#include "page.h"
#include "quantity.h"
#include "suggest_parts.h"
#include "value.h"

#include <math.h>

/* Digits that tell a ratio from its neighbours: half a unit of the last one is
   no more than this share of it. */
#define DIGITS_MAX 0.06

/* --- ratios of rates ------------------------------------------------------ */

enum shape { RATIO, MORE, LESS, SHAPES };

/* What a pair of rates comes to, as a ratio, a gain or a loss. */
static double
worth(const struct rate *x, const struct rate *y, enum shape shape)
{
	double ratio = x->value / y->value;

	return shape == RATIO ? ratio : shape == MORE ? ratio - 1 : 1 - ratio;
}

static struct str
pair_text(struct arena *a, const struct rate *x, const struct rate *y,
	  enum shape shape)
{
	static const char *const heads[SHAPES] = { "", "", "1 - " };
	static const char *const tails[SHAPES] = { "", " - 1", "" };

	return arena_printf(a, "%s" STR_FMT " / " STR_FMT "%s", heads[shape],
			    STR_ARG(x->name), STR_ARG(y->name), tails[shape]);
}

/* The two rows of which `value` is what shape says; those of one format before
   others. */
static struct str
find_pair(const struct finding *f, double value, double half, enum shape shape)
{
	const struct rate *found[2] = { NULL, NULL };
	bool own = false;

	for (size_t i = 0; i < f->nrates; i++)
		for (size_t k = 0; k < f->nrates; k++) {
			const struct rate *x = &f->rates[i], *y = &f->rates[k];
			bool same = str_equal(x->format, y->format);

			if (i == k || (found[0] && (own || !same)) ||
			    fabs(worth(x, y, shape) - value) > half * 1.001)
				continue;
			found[0] = x;
			found[1] = y;
			own = same;
		}
	return found[0] ? pair_text(f->arena, found[0], found[1], shape) :
			  STR("");
}

static struct str
find_range(const struct finding *f, const struct quantity *q)
{
	struct str low = find_pair(f, q->value, q->half_digit, RATIO);
	struct str high = find_pair(f, q->high, q->half_digit, RATIO);

	return low.n == 0 || high.n == 0 ? STR("") :
		arena_printf(f->arena, STR_FMT " to " STR_FMT, STR_ARG(low),
			     STR_ARG(high));
}

/* A rate itself: of those that are so, the one whose format was named last. */
static struct str
find_rate(const struct finding *f, const struct place *x)
{
	struct str named = text_last_format(x->before), found = STR("");
	const struct quantity *q = x->q;

	for (size_t i = 0; i < f->nrates; i++) {
		const struct rate *r = &f->rates[i];
		double off = fabs(r->value / q->unit.scale - q->value);

		if (off <= q->half_digit * 1.001 &&
		    (found.n == 0 || str_equal(r->format, named)))
			found = r->name;
	}
	return found;
}

struct str
suggest_ratio(const struct finding *f, const struct place *x)
{
	const struct quantity *q = x->q;
	struct str after = text_start(x->after, 24);
	bool less = text_has(after, "slower") || text_has(after, "less") ||
		    text_has(after, "lower");

	if (f->nrates == 0 || q->relation != IS_EQUAL || !(q->value > 0) ||
	    q->half_digit > DIGITS_MAX * q->value)
		return STR("");
	if (q->kind == QUANTITY_RANGE)
		return q->factor ? find_range(f, q) : STR("");
	if (q->unit.flop == 1 && q->unit.second == -1)
		return find_rate(f, x);
	if (q->unit.percent)
		return find_pair(f, q->value / 100, q->half_digit / 100,
				 less ? LESS : MORE);
	return q->factor ? find_pair(f, q->value, q->half_digit, RATIO) :
			   STR("");
}

/* --- formats -------------------------------------------------------------- */

static struct str
entry(struct arena *a, struct str format, const char *member)
{
	return format.n == 0 ? STR("") :
		arena_printf(a, "format." STR_FMT ".%s", STR_ARG(format),
			     member);
}

/* The formats, of those that the block names before, of which a number is the
   entry: the nearest; empty: none. */
static struct str
nearest_format(struct arena *a, const struct place *x, const char *member)
{
	struct str before = x->before, format;
	const struct quantity *q = x->q;
	double value = q->value * q->unit.scale;

	while ((format = text_last_format(before)).n > 0) {
		struct value v = format_entry(a, format, str_of(member));
		size_t at;

		if (v.kind == VALUE_NUMBER && value > 0 &&
		    fabs(v.number / value - 1) <= 0.25)
			return entry(a, format, member);
		at = text_find_last(before, arena_text(a, format));
		before = text_start(before, at);
	}
	return STR("");
}

/* The format that a number's own words are of: the one that its item begins
   with (`- **bf16 has fp32's range**, but …`), else the one named last. */
static struct str
subject_of(const struct place *x)
{
	struct str head = text_first_format(text_start(x->before, 10));

	return head.n > 0 ? head : text_last_format(x->before);
}

/* `16x coarser than fp16`, of another format. */
static struct str
coarser(struct arena *a, const struct place *x)
{
	struct str than = text_first_format(text_start(x->after, 40));
	struct str what = subject_of(x);

	if (!x->q->factor || what.n == 0 || than.n == 0 ||
	    str_equal(what, than) || !text_has(text_start(x->after, 40),
						"coarser"))
		return STR("");
	return arena_printf(a, "format." STR_FMT ".ulp / format." STR_FMT
			    ".ulp", STR_ARG(what), STR_ARG(than));
}

static struct str
bits(struct arena *a, const struct place *x)
{
	struct str near = text_end(x->before, 60);
	struct str format = subject_of(x);

	if (text_has(text_start(x->after, 16), "of storage"))
		return entry(a, format, "bits");
	if (text_has(near, "mantissa"))
		return entry(a, format, "mantissa_bits");
	return text_has(near, "exponent") ? entry(a, format, "exponent_bits") :
					    STR("");
}

/* A share that is an error or a step: of the two that it may be, the one that
   the page means. */
static struct str
step(struct arena *a, const struct place *x)
{
	struct str found = STR("");

	if (text_has(text_start(x->after, 8), "eps") ||
	    text_has(text_end(x->before, 24), "mantissa error") ||
	    text_has(text_end(x->before, 40), " eps (vs "))
		found = nearest_format(a, x, "ulp");
	if (found.n == 0 && text_has(text_end(x->before, 40), " eps (vs "))
		found = nearest_format(a, x, "roundoff");
	return found;
}

struct str
suggest_format(struct arena *a, const struct place *x)
{
	const struct quantity *q = x->q;
	struct str out = coarser(a, x);

	if (out.n > 0 || q->relation != IS_EQUAL || q->kind != QUANTITY_NUMBER)
		return out;
	if (str_ends(x->text, STR("bits")))
		return bits(a, x);
	if (str_ends(x->text, STR("decimal")) &&
	    text_has(text_start(x->after, 8), "digits"))
		return subject_of(x).n == 0 ? out :
			arena_printf(a, "(format." STR_FMT ".mantissa_bits + 1)"
				" / log2(10)", STR_ARG(subject_of(x)));
	if (q->unit.percent)
		return step(a, x);
	if (q->unit.text.n > 0 || q->factor)
		return out;
	if (q->value < 1e-3 && (text_has(x->before, "min-normal") ||
				text_has(x->before, "min normal")))
		return nearest_format(a, x, "min_normal");
	if (q->value >= 1e4 && text_has(text_end(x->before, 32), "verflow"))
		return nearest_format(a, x, "max");
	return out;
}

/* --- the device ----------------------------------------------------------- */

/* `(2 blocks of 128)` of a kernel with `128 registers/thread`. */
static struct str
blocks(struct arena *a, const struct place *x)
{
	struct str of = STR("of "), after = str_trim(x->after), before;
	size_t at = text_find_last(x->before, "registers/thread");
	size_t n = 0, from;

	if (!str_ends(x->text, STR("blocks")) || !str_starts(after, of) ||
	    at == SIZE_MAX)
		return STR("");
	after = str_skip(after, of.n);
	while (n < after.n && byte_is_digit(after.p[n]))
		n++;
	before = str_trim(text_start(x->before, at));
	from = before.n;
	while (from > 0 && byte_is_digit(before.p[from - 1]))
		from--;
	return n == 0 || from == before.n ? STR("") :
		arena_printf(a, "occupancy(threads=" STR_FMT ", regs=" STR_FMT
			     ").blocks", STR_ARG(text_start(after, n)),
			     STR_ARG(str_skip(before, from)));
}

struct str
suggest_device(struct arena *a, const struct place *x)
{
	struct str whole = arena_printf(a, STR_FMT STR_FMT, STR_ARG(x->text),
					STR_ARG(text_start(x->after, 32)));

	if (x->q->relation != IS_EQUAL)
		return STR("");
	if (text_has(whole, "operations per clock per SM") &&
	    text_has(x->before, "FP32"))
		return STR("device.per_clock.fp32");
	if (text_has(text_start(x->after, 32), "32-bit registers per SM"))
		return STR("device.registers_per_sm");
	if (text_has(text_end(x->before, 14), "warp size of") &&
	    str_ends(x->text, STR("threads")))
		return STR("device.warp_size");
	if (x->q->unit.flop == 1 && text_has(text_start(x->after, 6), "peak") &&
	    text_has(x->before, "fp32"))
		return STR("device.peak.fp32");
	return blocks(a, x);
}

/* --- latency -------------------------------------------------------------- */

/* Whether words between a count and what is counted only say more of it. */
static bool
is_beside(struct str words)
{
	static const struct str known[] = {
		STR_INIT("independent"), STR_INIT("dependent"),
		STR_INIT("FMA"), STR_INIT("FP32"), STR_INIT("accumulator"),
		STR_INIT("parallel"),
	};
	struct str word;

	while (str_split(&word, &words, ' ')) {
		bool found = word.n == 0;

		for (size_t i = 0; i < COUNT_OF(known); i++)
			found |= str_equal(word, known[i]);
		if (!found)
			return false;
	}
	return true;
}

/* The digit that a word is, with what it counts behind it, as `4-` and `4 `
   are; 0: none. */
static unsigned
digit_of(struct str rest)
{
	bool good = rest.n > 1 && byte_is_digit(rest.p[0]) &&
		    byte_among(rest.p[1], " -") && is_beside(str_skip(rest, 2));

	return good ? (unsigned)(rest.p[0] - '0') : 0;
}

/* How many chains of instructions were named last: `4 independent accumulator
   chains`, `a single chain`, `4-acc`; 0: none. */
static unsigned
count_chains(struct str before)
{
	size_t chain = text_find_last(before, "chain");
	size_t acc = text_find_last(before, "acc");
	size_t at = chain == SIZE_MAX ? acc : acc == SIZE_MAX ? chain :
		    chain > acc ? chain : acc;
	struct str head = text_start(before, at == SIZE_MAX ? 0 : at);

	for (size_t i = head.n; i-- > 0 && head.n - i < 40;) {
		struct str rest = str_skip(head, i);

		if (i > 0 && byte_is_name(head.p[i - 1]))
			continue;
		if (byte_is_digit(head.p[i]))
			return digit_of(rest);
		if (str_starts(rest, STR("single ")))
			return is_beside(str_skip(rest, 7)) ? 1 : 0;
	}
	return 0;
}

static struct str
chains(struct finding *f, unsigned n)
{
	struct arena *a = f->arena;

	return suggest_probe(f, (struct sure_probe){
		.name = arena_printf(a, "chains%u", n),
		.call = arena_printf(a, "fma_latency(type=fp32, chains=%u)",
				     n) });
}

struct str
suggest_latency(struct finding *f, const struct place *x)
{
	const struct quantity *q = x->q;
	unsigned n = count_chains(x->before);
	struct str after = text_start(x->after, 16), one;

	if (n == 0 || (n & (n - 1)) != 0 || q->relation != IS_EQUAL ||
	    !text_has(span_str(f->out->page->body), "FP32"))
		return STR("");
	if (q->factor && n > 1 && (text_has(after, "improvement") ||
				   text_has(after, "speedup"))) {
		one = chains(f, 1);
		return arena_printf(f->arena, STR_FMT " / " STR_FMT,
				    STR_ARG(one), STR_ARG(chains(f, n)));
	}
	if (!text_has(x->text, "FMA"))
		return STR("");
	if (q->unit.cycle == 1)
		return chains(f, n);
	return q->unit.cycle != -1 ? STR("") :
		arena_printf(f->arena, "1 / " STR_FMT, STR_ARG(chains(f, n)));
}
