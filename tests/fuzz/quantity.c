/* Any bytes as prose, as a cell, and as the text around a marker: quantities
 * lie inside what they were found in, and what is written reads back. */
#include "fuzz.h"

#include "arena.h"
#include "buf.h"
#include "quantity.h"
#include "source.h"

#include <math.h>

static bool
lies_in(struct span part, struct span whole)
{
	return part.source == whole.source && part.at >= whole.at &&
	       (size_t)part.at + part.n <= (size_t)whole.at + whole.n;
}

static void
check_unit(const struct unit *u)
{
	expect(u->scale > 0 && isfinite(u->scale));
	expect(u->binary_may == (u->binary > 1));
}

static void
check_quantity(const struct quantity *q, struct span text)
{
	struct buf b = { 0 };

	expect(lies_in(q->at, text) && q->at.n > 0);
	expect(lies_in(q->number, q->at) && q->number.n > 0);
	expect(isfinite(q->value) && isfinite(q->half_digit));
	expect(q->half_digit >= 0 && q->plus_minus >= 0);
	check_unit(&q->unit);
	if (q->kind == QUANTITY_RANGE)
		expect((q->high > q->value || q->either) &&
		       lies_in(q->number_high, q->at));
	expect((q->kind == QUANTITY_ARCH) == (q->arch.n > 0));
	quantity_dump(&b, q);
	buf_free(&b);
}

/* New digits in the place of the old ones mean the new value. */
static void
check_write(struct arena *a, const struct quantity *q, double value)
{
	struct str digits = quantity_write(a, q, value * q->unit.scale);
	struct str at = span_str(q->at), fresh;
	size_t before = q->number.at - q->at.at;
	struct quantity again;
	struct source *s;

	if (digits.n == 0 || q->kind != QUANTITY_NUMBER || q->plus_minus > 0)
		return;
	fresh = arena_printf(a, STR_FMT STR_FMT STR_FMT,
			     STR_ARG(str_slice(at, 0, before)),
			     STR_ARG(digits),
			     STR_ARG(str_skip(at, before + q->number.n)));
	s = source_make(a, STR("fresh"), fresh);
	if (!quantity_whole(&again, source_span(s, 0, fresh.n)))
		return; /* `≥ -3` of `≥3`: other bytes touch it now */
	expect(fabs(again.value - value) <=
	     again.half_digit * 1.000001 + 1e-9 * fabs(value));
}

/* As it stands, a quantity is a cell of its own. */
static void
check_whole(struct arena *a, const struct quantity *q)
{
	struct str text = arena_copy(a, span_str(q->at));
	struct source *s = source_make(a, STR("cell"), text);
	struct quantity again;

	if (!quantity_whole(&again, source_span(s, 0, text.n))) {
		/* emphasis within it, which its pair stands outside of */
		expect(str_find_byte(text, '*') < text.n ||
		     str_find_byte(text, '_') < text.n);
		return;
	}
	expect(again.kind == q->kind);
	expect(!(fabs(again.value - q->value) > 0));
	check_write(a, &again, again.value);
	check_write(a, &again, again.value * 1.0625);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *a = arena_make();
	struct str copy = arena_copy(a, (struct str){ (const char *)data,
						      size });
	struct source *s = source_make(a, STR("page.md"), copy);
	struct span text = source_span(s, 0, size);
	struct span before = source_span(s, 0, size / 2);
	struct span after = source_span(s, size / 2, size - size / 2);
	struct quantity *found, q;
	size_t n = quantity_collect(a, &found, text), end = 0;

	for (size_t i = 0; i < n; i++) {
		check_quantity(&found[i], text);
		expect(found[i].number.at >= end);
		end = found[i].number.at + found[i].number.n;
		check_whole(a, &found[i]);
	}
	if (quantity_whole(&q, text)) {
		check_quantity(&q, text);
		check_whole(a, &q);
	}
	if (quantity_before(&q, before, after))
		check_quantity(&q, before);
	(void)quantity_is_none(copy);
	arena_free(a);
	return 0;
}
