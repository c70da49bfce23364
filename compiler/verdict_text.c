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
#include "page.h"
#include "quantity.h"
#include "source.h"
#include "summary.h"
#include "value.h"
#include "verdict.h"

#include <math.h>

/* A longer number is written with an exponent. */
#define DIGITS_MAX 40

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

/* Digits with what stands behind those of q: multiple, `x`, unit. */
static struct str
like_digits(struct arena *a, const struct quantity *q, struct str digits,
	    struct str multiple)
{
	struct str unit = q->unit.percent ? STR("%") : q->unit.text;

	return arena_join(a, (const struct str[]){
			  digits, multiple, q->factor ? STR("x") : STR(""),
			  unit.n > 0 && !q->unit.percent ? STR(" ") : STR(""),
			  unit }, 5);
}

/* A number as the claim writes its own: digits, `x`, unit. */
static struct str
like_written(struct arena *a, const struct claim *c,
	     const struct value *shown, double value)
{
	struct quantity q;
	struct str digits;

	if (!isfinite(value))
		return isnan(value) ? STR("NaN") : arena_printf(a, "%g", value);
	if (!c->quantity || c->quantity->kind == QUANTITY_ARCH)
		return arena_printf(a, "%.4g", value);
	q = with_unit(c, shown);
	digits = quantity_write(a, &q, value);
	if (digits.n == 0 || !byte_is_digit(digits.p[digits.n - 1]))
		return digits; /* in words: `half` */
	return like_digits(a, &q, digits, quantity_multiple(&q));
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

/* Whether the value, with the digits that the page has, lies outside of its
   interval, which has four. */
static bool
falls_outside(const struct quantity *q, const struct verdict *v)
{
	double scale = q->unit.scale > 0 ? q->unit.scale : 1;
	double value = v->value / scale, step = 2 * q->half_digit;
	double digit = pow(10, floor(log10(fabs(value))) - 3);
	double rounded = round(value / step) * step;

	return step > digit && (rounded < v->low / scale - digit / 2 ||
				rounded > v->high / scale + digit / 2);
}

/* The unit of a capacity in powers of 1024: `KiB` for `KB`; empty for units
   that have no such reading. */
static struct str
binary_unit(struct arena *a, const struct unit *u)
{
	struct str text = u->text;

	if (!u->binary_may || text.n != 2 || text.p[1] != 'B')
		return STR("");
	return arena_printf(a, "%ciB", text.p[0] == 'k' ? 'K' : text.p[0]);
}

/* The scale, of both readings of `KB`, in which the value is nearer to what the
   page says. */
static double
nearer_scale(struct arena *a, const struct quantity *q, double value)
{
	double binary = q->unit.scale * q->unit.binary;

	if (binary_unit(a, &q->unit).n == 0 ||
	    fabs(value / binary - q->value) >=
		    fabs(value / q->unit.scale - q->value))
		return q->unit.scale;
	return binary;
}

/* What was measured, where the page has decimals that it is too large for: to
   as many digits as the page has, and three at least. */
static double
round_measured(const struct quantity *q, double value)
{
	double step = 2 * q->half_digit * q->unit.scale, size = fabs(value);
	double written = fabs(q->value) * q->unit.scale, digits, unit;

	if (!(step > 0) || !(written > 0) || 2 * q->half_digit >= 1 ||
	    size < 100 * written)
		return value;
	digits = floor(log10(written / step)) + 1;
	unit = pow(10, floor(log10(size)) + 1 - fmax(digits, 3));
	return unit > 0 ? round(value / unit) * unit : value;
}

struct str
verdict_digits(struct arena *a, const struct claim *c, const struct verdict *v)
{
	double value = v->measured ? v->value :
		v->shown && v->shown->kind == VALUE_NUMBER ?
		v->shown->number : (double)NAN;
	struct quantity q;
	struct str digits;

	if (!c->quantity || !isfinite(value))
		return STR("");
	q = with_unit(c, v->shown);
	if (v->measured)
		value = round_measured(&q, value);
	else
		q.unit.scale = nearer_scale(a, &q, value);
	digits = quantity_write(a, &q, value);
	if (digits.n > DIGITS_MAX)
		return arena_printf(a, "%.2e", value / q.unit.scale);
	if (v->status == STATUS_REFUTED &&
	    str_equal(digits, span_str(q.number)))
		digits = arena_printf(a, "%.3g", value / q.unit.scale);
	return digits;
}

/* The median: of what is refuted never a number that is not so either. */
static struct str
middle(struct arena *a, const struct claim *c, const struct verdict *v)
{
	struct str said = like_written(a, c, v->shown, v->value);
	struct quantity q;

	if (v->status != STATUS_REFUTED || !c->quantity ||
	    c->quantity->kind == QUANTITY_ARCH || said.n == 0 ||
	    !byte_is_digit(said.p[0]))
		return said;
	q = with_unit(c, v->shown);
	if (!falls_outside(&q, v))
		return said;
	return like_digits(a, &q, interval_end(a, c, v->shown, v->value),
			   STR(""));
}

/* Whether x, to the digits of q, may be what the claim allows for beyond these
   digits. */
static bool
may_hold(const struct claim *c, const struct quantity *q, double x)
{
	const struct options *o = c->options;

	if (o && (o->within || o->low))
		return true;
	if (q->relation == IS_AT_LEAST || q->relation == IS_MORE)
		return x >= q->value;
	return q->relation != IS_EQUAL ? x <= q->value :
					 q->approximate || q->plus_minus > 0;
}

/* An exact number, of what is refuted none that would not be: 3.9 is not at
   least 4. */
static struct str
exact(struct arena *a, const struct claim *c, const struct verdict *v)
{
	double value = v->shown->number, rounded;
	struct str said = like_written(a, c, v->shown, value);
	struct quantity q = with_unit(c, v->shown);
	double step = 2 * q.half_digit;

	if (q.unit.scale > 0)
		value /= q.unit.scale;
	rounded = step > 0 ? round(value / step) * step : value;
	if (v->status != STATUS_REFUTED || said.n == 0 ||
	    byte_is_letter(said.p[0]) || !may_hold(c, &q, rounded) ||
	    fabs(rounded - value) <= 1e-9 * fabs(value))
		return said;
	return like_digits(a, &q, arena_printf(a, "%.6g", value), STR(""));
}

/* A refuted capacity in both readings: `233 KB (228 KiB)`. */
static struct str
in_both(struct arena *a, const struct claim *c, const struct verdict *v,
	struct str said)
{
	struct quantity q = with_unit(c, v->shown);
	struct str unit = binary_unit(a, &q.unit);

	if (v->status != STATUS_REFUTED || unit.n == 0 || said.n == 0)
		return said;
	q.unit.scale *= q.unit.binary;
	return arena_printf(a, STR_FMT " (" STR_FMT " " STR_FMT ")",
			    STR_ARG(said), STR_ARG(quantity_write(a, &q,
						   v->shown->number)),
			    STR_ARG(unit));
}

struct str
verdict_is(struct arena *a, const struct claim *c, const struct verdict *v)
{
	if (c->kind == CLAIM_OPEN && v->answer)
		return v->answer->text;
	if (!v->shown)
		return STR("");
	if (v->measured && !isnan(v->value))
		return arena_printf(a, STR_FMT " (" STR_FMT ".." STR_FMT ")",
			STR_ARG(middle(a, c, v)),
			STR_ARG(interval_end(a, c, v->shown, v->low)),
			STR_ARG(interval_end(a, c, v->shown, v->high)));
	if (v->shown->kind == VALUE_NUMBER && c->quantity &&
	    c->quantity->kind != QUANTITY_ARCH)
		return in_both(a, c, v, exact(a, c, v));
	return value_text_of(a, v->shown);
}

struct str
verdict_written(struct arena *a, const struct claim *c)
{
	struct str out = STR("");

	for (size_t i = 0; i < c->nfacts; i++) {
		const struct named_value *v = c->facts[i].written;

		if (v)
			out = arena_printf(a, STR_FMT "%s" STR_FMT ":%u:%u",
					   STR_ARG(out), out.n ? ", " : "",
					   STR_ARG(c->facts[i].writer),
					   v->line, v->column);
	}
	return out;
}

struct str
verdict_reason(struct arena *a, const struct claim *c, const struct verdict *v)
{
	if (v->line == 0 || v->reason.n == 0)
		return v->reason;
	return arena_printf(a, "line %u: " STR_FMT,
			    source_line_now(c->page->source, v->line),
			    STR_ARG(v->reason));
}
