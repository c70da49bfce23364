/*
 * Numbers in prose that a probe of the library measures, by the words around
 * them -> the probe, which the page gets.
 *
 * The idea: cycles are of so many chains of instructions, whose count stands
 * before them, in figures or as a word; what a format gains in bandwidth is of
 * a kernel with one element a thread, where nothing else is said.
 */
#include "suggest.h"

#include "arena.h"
#include "page.h"
#include "quantity.h"
#include "source.h"
#include "suggest_parts.h"

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

/* --- bandwidth ------------------------------------------------------------ */

static struct str
elementwise(struct finding *f, const char *name, const char *type)
{
	return suggest_probe(f, (struct sure_probe){ .name = str_of(name),
		.call = arena_printf(f->arena, "elementwise_bandwidth(type=%s, "
				     "width=1, chains=1)", type) });
}

/* What a half format gains at once, in a kernel with one element a thread. */
struct str
suggest_bandwidth(struct finding *f, const struct place *x)
{
	struct str after = text_start(x->after, 24), whole;

	if (!x->q->factor || x->q->relation != IS_EQUAL ||
	    !text_has(x->before, "fp16") ||
	    (!text_has(after, "effective bandwidth") &&
	     !text_has(after, "instantly")))
		return STR("");
	whole = elementwise(f, "elements32", "fp32");
	return arena_printf(f->arena, STR_FMT ".time / " STR_FMT ".time",
			    STR_ARG(whole),
			    STR_ARG(elementwise(f, "elements16", "fp16")));
}
