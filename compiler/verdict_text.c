/*
 * What was found, as the page would write it.
 *
 * Claim and verdict -> `1.97x (1.96..1.98)`, for reports and for pages.
 *
 * The idea: what was found is told in the page's own terms, its digits and its
 * unit, so that a reader can put it in the place of what is written. How sure
 * it is shows only in more digits than the page has: the ends of an interval
 * have some.
 *
 * Nothing is decided here.
 */
#include "arena.h"
#include "claim.h"
#include "marker.h"
#include "quantity.h"
#include "value.h"
#include "verdict.h"

#include <math.h>

/* The claim's quantity, with the unit of `in UNIT` where it has none. */
static struct quantity
with_unit(const struct claim *c, const struct value *shown)
{
	struct quantity q = *c->quantity;

	if (q.unit.text.n == 0 && !q.unit.percent && shown->unit &&
	    c->options && c->options->in.n > 0)
		unit_parse(&q.unit, c->options->in);
	return q;
}

/* A number as the claim writes its own: digits, `x`, unit. */
static struct str
like_written(struct arena *a, const struct claim *c,
	     const struct value *shown, double value)
{
	struct quantity q;
	struct str digits, unit;

	if (!c->quantity || c->quantity->kind == QUANTITY_ARCH)
		return arena_printf(a, "%.4g", value);
	q = with_unit(c, shown);
	digits = quantity_write(a, &q, value);
	if (digits.n == 0 || !byte_is_digit(digits.p[digits.n - 1]))
		return digits; /* in words: `half` */
	unit = q.unit.percent ? STR("%") : q.unit.text;
	return arena_join(a, (const struct str[]){
			  digits, quantity_multiple(&q),
			  q.factor ? STR("x") : STR(""),
			  unit.n > 0 && !q.unit.percent ? STR(" ") : STR(""),
			  unit }, 5);
}

/* An end of the interval in the claim's unit, with a digit or two more than
   the claim: how sure it is shows only there. */
static struct str
interval_end(struct arena *a, const struct claim *c,
	     const struct value *shown, double value)
{
	struct quantity q;

	if (c->quantity && c->quantity->kind != QUANTITY_ARCH) {
		q = with_unit(c, shown);
		if (q.unit.scale > 0)
			value /= q.unit.scale;
	}
	return arena_printf(a, "%.4g", value);
}

struct str
verdict_is(struct arena *a, const struct claim *c, const struct verdict *v)
{
	if (!v->shown)
		return STR("");
	if (v->measured && !isnan(v->value))
		return arena_printf(a, STR_FMT " (" STR_FMT ".." STR_FMT ")",
			STR_ARG(like_written(a, c, v->shown, v->value)),
			STR_ARG(interval_end(a, c, v->shown, v->low)),
			STR_ARG(interval_end(a, c, v->shown, v->high)));
	if (v->shown->kind == VALUE_NUMBER && c->quantity &&
	    c->quantity->kind != QUANTITY_ARCH)
		return like_written(a, c, v->shown, v->shown->number);
	return value_text_of(a, v->shown);
}
