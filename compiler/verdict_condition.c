/*
 * Conditions. A measured `A op B` is judged as the ratio A/B against 1, so
 * that clocks cancel; `X - 1` and `1 - X` are first moved to the other side,
 * so that a small difference has the band of the ratio it comes from.
 */
#include "claim.h"
#include "expr.h"
#include "judge.h"
#include "quantity.h"
#include "value.h"
#include "verdict.h"
#include "verdict_parts.h"

#include <math.h>

static enum expr_op
mirror(enum expr_op op)
{
	switch ((int)op) {
	case OP_LT:
		return OP_GT;
	case OP_LE:
		return OP_GE;
	case OP_GT:
		return OP_LT;
	case OP_GE:
		return OP_LE;
	default:
		return op;
	}
}

/* The ratio of both sides against 1. */
static struct band
ratio_band(struct arena *a, const struct claim *c, enum expr_op op,
	   double class)
{
	struct written one = { 1, 1, 0, 0, NULL, 1, IS_EQUAL, false };

	if (op == OP_EQ || op == OP_NE)
		return finding_band(a, &one, c->options, class);
	if (op == OP_LT || op == OP_LE)
		return (struct band){ -INFINITY, 1, VALUE_FLOOR };
	return (struct band){ 1, INFINITY, VALUE_FLOOR };
}

static struct finding
negate_finding(struct finding f)
{
	if (f.status == STATUS_CONFIRMED)
		f.status = STATUS_REFUTED;
	else if (f.status == STATUS_REFUTED)
		f.status = STATUS_CONFIRMED;
	return f;
}

/* `X - 1 < k` is `X < 1 + k`; `1 - X < k` is `X > 1 - k`. */
static void
move_one(struct arena *a, const struct expr *side,
	 const struct environment *env, struct value *left,
	 struct value *right, enum expr_op *op)
{
	struct value one = value_number(1, NULL);
	int sign = 0;
	const struct expr *x = finding_difference(side, &sign);

	if (!x || !left->runs)
		return;
	*left = value_eval(a, x, env);
	*right = value_combine(a, sign < 0 ? OP_SUB : OP_ADD, one, *right);
	if (sign < 0)
		*op = mirror(*op);
}

/* `A - B < 0` is `A < B`. */
static void
move_right(struct arena *a, const struct expr *side,
	   const struct environment *env, struct value *left,
	   struct value *right)
{
	if (side->kind != EXPR_BINARY || side->op != OP_SUB ||
	    right->kind != VALUE_NUMBER || right->runs ||
	    fabs(right->number) > 0)
		return;
	*left = value_eval(a, side->left, env);
	*right = value_eval(a, side->right, env);
}

static struct finding
find_measured(struct arena *a, const struct claim *c, const struct expr *e,
	      const struct environment *env, const struct value side[2])
{
	struct value left = side[0], right = side[1];
	struct value ratio = value_combine(a, (int)e->op, left, right);
	enum expr_op op = e->op;
	struct finding f;
	const struct value *of;
	struct band band;

	if (ratio.kind == VALUE_NONE) { /* units, or nothing known */
		ratio = value_eval(a, e, env);
		return finding_lack(&ratio);
	}
	move_one(a, e->left, env, &left, &right, &op);
	move_right(a, e->left, env, &left, &right);
	ratio = value_combine(a, OP_DIV, left, right);
	if (ratio.kind == VALUE_NONE)
		return finding_lack(&ratio);
	band = ratio_band(a, c, op, finding_class(&left));
	/* of a number and what it bounds the latter has the class */
	of = !right.runs ? &left : !left.runs ? &right : &ratio;
	band.floor = finding_floor(of);
	f = finding_judged(a, &ratio, band);
	finding_set_class(&f, of);
	return op == OP_NE ? negate_finding(f) : f;
}

static bool
is_comparison(enum expr_op op)
{
	return op == OP_EQ || op == OP_NE || op == OP_LT || op == OP_LE ||
	       op == OP_GT || op == OP_GE;
}

/* A truth, or why there is none. */
static struct finding
find_truth(const struct value *v)
{
	if (v->kind == VALUE_NONE)
		return finding_lack(v);
	if (v->kind != VALUE_TRUTH)
		return finding_status(STATUS_ERROR, STR("is no condition"));
	return finding_truth(v->number > 0, v);
}

/* Of numbers that should, or should not, be equal and are not: the side. */
static int
find_side(enum expr_op op, const struct value side[2])
{
	if ((op != OP_EQ && op != OP_NE) || side[0].kind != VALUE_NUMBER ||
	    side[1].kind != VALUE_NUMBER)
		return 0;
	return (side[0].number > side[1].number) -
	       (side[0].number < side[1].number);
}

struct finding
finding_condition(struct arena *a, const struct claim *c, const struct expr *e,
		  const struct environment *env)
{
	struct value side[2], v;
	struct finding f;

	if (e->kind == EXPR_BINARY && e->op == OP_AND)
		return finding_worse(finding_condition(a, c, e->left, env),
				     finding_condition(a, c, e->right, env));
	if (e->kind != EXPR_BINARY || !is_comparison(e->op)) {
		v = value_eval(a, e, env);
		return find_truth(&v);
	}
	side[0] = value_eval(a, e->left, env);
	side[1] = value_eval(a, e->right, env);
	if (side[0].runs || side[1].runs)
		return find_measured(a, c, e, env, side);
	v = value_eval(a, e, env);
	f = find_truth(&v);
	f.side = find_side(e->op, side);
	return f;
}
