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

/* The unit that is meant: written, or the option `in`, or none. False with a
   reason when the value's is of another kind. */
static bool
meant_unit(struct arena *a, struct written *w, const struct claim *c,
	   const struct value *v)
{
	static const struct unit bare = { .scale = 1 };
	const struct unit *theirs = v->unit ? v->unit : &bare;
	struct unit *mine = arena_alloc(a, sizeof *mine);

	*mine = c->quantity->unit;
	if (mine->text.n == 0 && !mine->percent && c->options &&
	    c->options->in.n > 0 && !unit_parse(mine, c->options->in))
		return false;
	if (!(mine->scale > 0))
		mine->scale = 1;
	w->unit = mine;
	w->scale = mine->scale;
	/* arithmetic gives a bare count of bits or bytes: `2 bytes` */
	if (!v->unit && !v->runs && mine->byte == 1 && mine->second == 0) {
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
	double slack = 1e-9 * fabs(x);

	return x >= b.low - slack && x <= b.high + slack;
}

struct finding
finding_exact(struct arena *a, struct written w, const struct claim *c,
	   const struct value *v)
{
	double t = (w.approximate ? 2 : 1) * w.half_digit + c->slack;
	bool agrees = in_band(v->number, finding_band(a, &w, c->options, t));

	if (!agrees && w.unit->binary_may) {
		double k = w.unit->binary;

		w.value *= k;
		w.high *= k;
		agrees = in_band(v->number, finding_band(a, &w, c->options,
						      t * k));
	}
	struct finding f = finding_truth(agrees, v);
	f.shown.number = v->number * w.unit->scale / w.scale;
	f.value = v->number;
	f.share = v->share;
	return f;
}

static struct finding
find_number(struct arena *a, const struct claim *c, const struct value *v,
	    const struct written *w)
{
	double t = finding_tolerance(w, finding_class(v));

	if (v->runs)
		return finding_judged(a, v, finding_band(a, w, c->options, t));
	return finding_exact(a, *w, c, v);
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

static struct finding
find_difference(struct arena *a, const struct claim *c,
		const struct value *ratio, struct written w, int sign)
{
	double low = w.value, high = w.high, t;

	w.value = sign < 0 ? 1 - high : 1 + low;
	w.high = sign < 0 ? 1 - low : 1 + high;
	if (sign < 0 && w.relation != IS_EQUAL)
		w.relation = w.relation == IS_AT_LEAST ||
			     w.relation == IS_MORE ? IS_AT_MOST : IS_AT_LEAST;
	t = finding_tolerance(&w, finding_class(ratio));
	return shift_finding(finding_judged(a, ratio,
			finding_band(a, &w, c->options, t)), sign);
}

static struct finding
find_arch(const struct claim *c, const struct value *v)
{
	const struct quantity *q = c->quantity;

	if (q->kind != QUANTITY_ARCH || v->kind != VALUE_ARCH)
		return finding_status(STATUS_ERROR,
				   STR("one side is an architecture, the "
				       "other is none"));
	return finding_truth(arch_compare(q->arch, v->text) == 0, v);
}

static struct finding
find_unit_error(struct arena *a, const struct value *v)
{
	return finding_status(STATUS_ERROR, arena_printf(a,
		"the value is " STR_FMT ", the page's unit is of another "
		"kind (`in UNIT` names one)",
		STR_ARG(value_text_of(a, v))));
}

/* One end of the quantity (or all of it) against one expression. */
static struct finding
find_equal(struct arena *a, const struct claim *c, const struct expr *e,
	   const struct environment *env)
{
	struct value v = value_eval(a, e, env);
	struct written w;
	int sign = 0;
	bool fits;

	if (v.kind == VALUE_NONE)
		return finding_lack(&v);
	if (v.kind == VALUE_ARCH || c->quantity->kind == QUANTITY_ARCH)
		return find_arch(c, &v);
	if (v.kind == VALUE_TEXT)
		return finding_status(STATUS_ERROR,
				   STR("the expression is a text"));
	w = finding_written(a, c, &v, &fits);
	if (!fits)
		return find_unit_error(a, &v);
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
