/*
 * A quantity as written against the value of its expression.
 *
 * The idea: units first. What has no unit may stand for a bare number or for
 * cycles, which people count; everything else must be of one kind. Then an
 * exact value must agree to the digits, a measured one lie in the band; a
 * range has two ends, each with its own expression or one band for both.
 */
#include "arena.h"
#include "claim.h"
#include "expr.h"
#include "judge.h"
#include "marker.h"
#include "quantity.h"
#include "value.h"
#include "verdict.h"
#include "verdict_parts.h"

#include <math.h>

static bool
counts(const struct unit *u)
{
	return u->second == 0 && u->byte == 0 && u->flop == 0;
}

static bool
has_unit(const struct quantity *q)
{
	return q->unit.text.n > 0 || q->unit.percent;
}

/* The unit of `in UNIT`; false if the claim has none. */
static bool
given_unit(struct unit *u, const struct claim *c)
{
	return c->options && c->options->in.n > 0 &&
	       unit_parse(u, c->options->in);
}

/* A bare value beside a quantity with a unit: `in UNIT` is the value's. */
static struct value
with_given_unit(struct arena *a, const struct claim *c, struct value v)
{
	struct unit *u = arena_alloc(a, sizeof *u);

	if (v.kind != VALUE_NUMBER || v.unit || !has_unit(c->quantity) ||
	    !given_unit(u, c))
		return v;
	return value_combine(a, OP_MUL, v, value_number(u->scale, u));
}

/* The unit that is meant: written, or the option `in`, or none. False when the
   value's is of another kind. */
static bool
meant_unit(struct arena *a, struct written *w, const struct claim *c,
	   const struct value *v)
{
	static const struct unit bare = { .scale = 1 };
	const struct unit *theirs = v->unit ? v->unit : &bare;
	struct unit *mine = arena_alloc(a, sizeof *mine);

	*mine = c->quantity->unit;
	if (v->unit && !has_unit(c->quantity))
		given_unit(mine, c);
	if (!(mine->scale > 0))
		mine->scale = 1;
	w->unit = mine;
	w->scale = mine->scale;
	/* arithmetic gives a bare count of bits or bytes: `2 bytes` */
	if (!v->unit && !v->runs && mine->byte == 1 && mine->second == 0 &&
	    mine->scale <= 1) {
		w->scale = 1;
		return true;
	}
	return unit_same_kind(mine, theirs) ||
	       (counts(mine) && counts(theirs));
}

struct written
finding_written(struct arena *a, const struct claim *c, const struct value *v,
		bool *fits)
{
	const struct quantity *q = c->quantity;
	struct written w = { 0 };

	*fits = meant_unit(a, &w, c, v);
	w.value = q->value * w.scale;
	w.high = q->kind == QUANTITY_RANGE ? q->high * w.scale : w.value;
	w.half_digit = q->half_digit * w.scale;
	w.plus_minus = q->plus_minus * w.scale;
	w.relation = q->relation;
	w.approximate = q->approximate;
	return w;
}

static bool
in_band(double x, struct band b)
{
	double slack = isfinite(x) ? quantity_slack(x, x, 1) : 0;

	return x >= b.low - slack && x <= b.high + slack;
}

/* Whether x agrees with what is written; an exact 4 is not more than 4. */
static bool
agrees_exactly(struct arena *a, const struct written *w,
	       const struct claim *c, double x)
{
	double t = (w->approximate ? 2 : 1) * w->half_digit + c->slack;
	bool edge = isfinite(x) &&
		    fabs(x - w->value) <= quantity_slack(x, w->value, 1);

	if (edge && (w->relation == IS_MORE || w->relation == IS_LESS))
		return false;
	return in_band(x, finding_band(a, w, c->options, t));
}

struct finding
finding_exact(struct arena *a, struct written w, const struct claim *c,
	      const struct value *v)
{
	bool agrees = agrees_exactly(a, &w, c, v->number);
	double scale = w.scale;
	struct finding f;

	if (!agrees && w.unit->binary_may) {
		struct written binary = w;

		binary.value *= w.unit->binary;
		binary.high *= w.unit->binary;
		binary.half_digit *= w.unit->binary;
		binary.plus_minus *= w.unit->binary;
		binary.scale *= w.unit->binary;
		agrees = agrees_exactly(a, &binary, c, v->number);
		scale = agrees ? binary.scale : scale;
	}
	f = finding_truth(agrees, v);
	f.shown.number = v->number * w.unit->scale / scale;
	f.value = v->number;
	f.share = v->share;
	if (!agrees)
		f.side = v->number < w.value ? -1 : 1;
	return f;
}

static struct finding
find_number(struct arena *a, const struct claim *c, const struct value *v,
	    const struct written *w)
{
	struct band band;
	double f;

	if (!v->runs)
		return finding_exact(a, *w, c, v);
	f = finding_floor(v);
	band = finding_band(a, w, c->options,
			    finding_tolerance(w, finding_class(v), f));
	band.floor = f;
	return finding_judged(a, v, band);
}

/* `12 %` bound to 1 - a/b: the band is that of a/b. */
const struct expr *
finding_difference(const struct expr *e, int *sign)
{
	if (e->kind != EXPR_BINARY || e->op != OP_SUB)
		return NULL;
	if (e->left->kind == EXPR_NUMBER && e->left->number == 1.0) {
		*sign = -1;
		return e->right;
	}
	if (e->right->kind == EXPR_NUMBER && e->right->number == 1.0) {
		*sign = 1;
		return e->left;
	}
	return NULL;
}

/* The finding told again in the terms of the page: 1 - x or x - 1. */
static struct finding
shift_finding(struct finding f, int sign)
{
	double low = f.low, high = f.high;

	f.value = sign < 0 ? 1 - f.value : f.value - 1;
	f.low = sign < 0 ? 1 - high : low - 1;
	f.high = sign < 0 ? 1 - low : high - 1;
	return f;
}

/* `between`, given in the terms of the page, for x itself. */
static struct band
shift_band(struct band b, int sign)
{
	double low = b.low, high = b.high;

	b.low = sign < 0 ? 1 - high : 1 + low;
	b.high = sign < 0 ? 1 - low : 1 + high;
	return b;
}

static struct finding
find_difference(struct arena *a, const struct claim *c,
		const struct value *ratio, struct written w, int sign)
{
	double low = w.value, high = w.high, t;
	struct band band;

	w.value = sign < 0 ? 1 - high : 1 + low;
	w.high = sign < 0 ? 1 - low : 1 + high;
	if (sign < 0 && w.relation != IS_EQUAL)
		w.relation = w.relation == IS_AT_LEAST ||
			     w.relation == IS_MORE ? IS_AT_MOST : IS_AT_LEAST;
	t = finding_tolerance(&w, finding_class(ratio), finding_floor(ratio));
	band = finding_band(a, &w, c->options, t);
	band.floor = finding_floor(ratio);
	if (c->options && c->options->low)
		band = shift_band(band, sign);
	return shift_finding(finding_judged(a, ratio, band), sign);
}

static struct finding
find_arch(const struct claim *c, const struct value *v)
{
	const struct quantity *q = c->quantity;
	struct str arch = q->arch; /* `compute capability 8.0` is sm_80 */
	int number, order;

	if (v->kind != VALUE_ARCH ||
	    (q->kind != QUANTITY_ARCH &&
	     !arch_find(&arch, &number, &order, span_str(q->number))))
		return finding_status(STATUS_ERROR,
				      STR("one side is an architecture, the "
					  "other is none"));
	return finding_truth(arch_compare(arch, v->text) == 0, v);
}

/* What the page has for a unit, as it was read. */
static struct str
said_unit(struct arena *a, const struct claim *c)
{
	const struct unit *u = &c->quantity->unit;
	struct str text = u->percent ? STR("%") : u->text;

	if (text.n == 0 && c->options)
		text = c->options->in;
	if (text.n == 0)
		return STR("the page has no unit");
	return arena_printf(a, "the page's '" STR_FMT "' is of another kind",
			    STR_ARG(text));
}

/* With a unit of several, too: `8 B/cycle`. */
static struct str
value_with_unit(struct arena *a, const struct value *v)
{
	struct str unit;

	if (!v->unit)
		return arena_printf(a, STR_FMT " without unit",
				    STR_ARG(value_text_of(a, v)));
	unit = unit_kind(a, v->unit);
	if (str_count_byte(unit, '/') == 0 || v->unit->second < 0)
		return value_text_of(a, v);
	return arena_printf(a, "%.6g " STR_FMT, v->number, STR_ARG(unit));
}

static struct finding
find_unit_error(struct arena *a, const struct claim *c, const struct value *v)
{
	return finding_status(STATUS_ERROR, arena_printf(a, "the value is "
		STR_FMT ", " STR_FMT " (`in UNIT` names that of a bare side)",
		STR_ARG(value_with_unit(a, v)), STR_ARG(said_unit(a, c))));
}

/* One end of the quantity (or all of it) against one expression. */
static struct finding
find_equal(struct arena *a, const struct claim *c, const struct expr *e,
	   const struct environment *env)
{
	struct value v = value_eval(a, e, env);
	struct finding whole;
	struct written w;
	int sign = 0;
	bool fits;

	if (v.kind == VALUE_NONE)
		return finding_lack(&v);
	if (v.kind == VALUE_ARCH || c->quantity->kind == QUANTITY_ARCH)
		return find_arch(c, &v);
	if (c->quantity->kind == QUANTITY_VERSION)
		return finding_status(STATUS_ERROR,
				      STR("a version is no number"));
	if (v.kind == VALUE_TEXT)
		return finding_status(STATUS_ERROR,
				      STR("the expression is a text"));
	v = with_given_unit(a, c, v);
	w = finding_written(a, c, &v, &fits);
	if (!fits)
		return find_unit_error(a, c, &v);
	if (finding_whole(a, &whole, c, e))
		return whole;
	if (v.runs && finding_difference(e, &sign)) {
		v = value_eval(a, finding_difference(e, &sign), env);
		return find_difference(a, c, &v, w, sign);
	}
	return find_number(a, c, &v, &w);
}

/* `3–5` bound to `A to B`: each end against its expression. */
static struct finding
find_range(struct arena *a, const struct claim *c,
	   const struct environment *env)
{
	struct quantity low = *c->quantity, high = *c->quantity;
	struct claim end = *c;
	struct finding f;

	if (c->quantity->kind != QUANTITY_RANGE)
		return finding_status(STATUS_ERROR,
				      STR("'to' needs a range as `3–5`"));
	low.kind = high.kind = QUANTITY_NUMBER;
	high.value = high.high;
	end.quantity = &low;
	f = find_equal(a, &end, c->expr, env);
	end.quantity = &high;
	return finding_worse(f, find_equal(a, &end, c->expr2, env));
}

struct finding
finding_quantity(struct arena *a, const struct claim *c,
		 const struct environment *env)
{
	struct finding f;

	if (c->range)
		return find_range(a, c, env);
	f = find_equal(a, c, c->expr, env);
	if (c->expr2)
		f = finding_worse(f, find_equal(a, c, c->expr2, env));
	return f;
}
