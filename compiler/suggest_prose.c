/*
 * Numbers in prose that are of a format or of the device, by the words around
 * them -> what they should equal.
 *
 * The idea: a number that is wrong fits nothing, so what it is of is told by
 * words, never by what would confirm it. A rule that is not sure of its words
 * says nothing.
 */
#include "suggest.h"

#include "arena.h"
#include "expr.h"
#include "fact.h"
#include "quantity.h"
#include "suggest_parts.h"
#include "value.h"

#include <math.h>

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
