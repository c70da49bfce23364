/*
 * Values made, expressions evaluated, and what people are shown.
 *
 * The idea: a measured number is a list of runs, each one value a replicate.
 * Every operation on it is done replicate by replicate within runs of the
 * same id, so that a clock that was 3 % low in one replicate cancels in a
 * ratio. Exact numbers are the case without runs.
 *
 * Here the tree of an expression is walked; its depth is bounded where it was
 * parsed. One operation is value_combine.c, one function value_call.c. Not
 * here: where values come from (observe) and whether they agree with what a
 * page says (verdict).
 */
#include "value.h"

#include <math.h>

#include "arena.h"
#include "expr.h"
#include "quantity.h"
#include "value_parts.h"

struct value
value_number(double number, const struct unit *unit)
{
	return (struct value){ .kind = VALUE_NUMBER, .number = number,
			       .unit = unit };
}

struct value
value_truth(bool truth)
{
	return (struct value){ .kind = VALUE_TRUTH, .number = truth };
}

struct value
value_text(struct str text)
{
	return (struct value){ .kind = VALUE_TEXT, .text = text };
}

struct value
value_arch(struct str canonical)
{
	return (struct value){ .kind = VALUE_ARCH, .text = canonical };
}

struct value
value_lack(enum lack lack, struct str reason)
{
	return (struct value){ .kind = VALUE_NONE, .lack = lack,
			       .reason = reason };
}

struct value
value_fault(struct arena *a, const char *what, struct str name)
{
	return value_lack(LACK_ERROR, arena_printf(a, "%s '" STR_FMT "'", what,
						   STR_ARG(name)));
}

struct value
value_placed(struct value v, const struct expr *e)
{
	if (v.kind == VALUE_NONE)
		v.part = e->at;
	return v;
}

static struct value
find_binding(struct arena *a, const struct expr *e,
	     const struct environment *env)
{
	struct str name = expr_text(a, e);

	for (size_t i = 0; i < env->nbindings; i++)
		if (str_equal(env->bindings[i].name, name))
			return env->bindings[i].value;
	return value_placed(value_fault(a, "unknown name", name), e);
}

static struct value
negate(struct arena *a, struct value v)
{
	struct value zero = value_number(0, v.unit);

	return value_combine(a, OP_SUB, zero, v);
}

/* `60 in GB/s`: a bare number in coherent units. */
static struct value
with_unit(struct arena *a, struct value v, struct str unit)
{
	struct unit *u = arena_alloc(a, sizeof *u);

	if (v.kind != VALUE_NUMBER || v.runs || v.unit)
		return value_lack(LACK_ERROR,
				  STR("'in' gives a bare number its unit"));
	if (!unit_parse(u, unit))
		return value_fault(a, "unknown unit", unit);
	v.number *= u->scale;
	v.unit = u;
	return v;
}

static struct value
eval_unary(struct arena *a, const struct expr *e,
	   const struct environment *env)
{
	struct value v = value_eval(a, e->left, env);

	if (v.kind == VALUE_NONE)
		return v;
	return value_placed(e->kind == EXPR_UNIT ? with_unit(a, v, e->text) :
						   negate(a, v), e);
}

static struct value
eval_binary(struct arena *a, const struct expr *e,
	    const struct environment *env)
{
	struct value left = value_eval(a, e->left, env);
	struct value right = value_eval(a, e->right, env);
	struct value v = value_combine(a, (int)e->op, left, right);

	return left.kind == VALUE_NONE || right.kind == VALUE_NONE ?
		v : value_placed(v, e);
}

struct value
value_eval(struct arena *a, const struct expr *e, const struct environment *env)
{
	if (e->fact >= 0 && (size_t)e->fact < env->nfacts)
		return env->facts[e->fact];
	switch ((int)e->kind) {
	case EXPR_NUMBER:
		return value_number(e->number, NULL);
	case EXPR_STRING:
		return value_text(e->text);
	case EXPR_ARCH:
		return value_arch(e->text);
	case EXPR_UNIT:
	case EXPR_UNARY:
		return eval_unary(a, e, env);
	case EXPR_BINARY:
		return eval_binary(a, e, env);
	case EXPR_CALL:
		if (e->left->kind == EXPR_NAME &&
		    value_is_function(e->left->text))
			return value_call(a, e, env);
		return find_binding(a, e, env);
	default:
		return find_binding(a, e, env);
	}
}

/* Unit shown for a coherent number, and the prefix that fits its size. */
static struct str
number_text(struct arena *a, double number, const struct unit *u)
{
	static const struct { double scale; const char *prefix; } steps[] = {
		{ 1e12, "T" }, { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" },
	};
	bool rate = u && u->second == -1 && (u->flop == 1 || u->byte == 1);
	const char *name = !u ? "" :
		rate ? (u->flop ? "FLOP/s" : "B/s") :
		u->cycle == 1 ? " cycles" : u->byte == 1 ? " B" :
		u->second == 1 ? " s" : "";

	for (size_t i = 0; rate && i < COUNT_OF(steps); i++)
		if (fabs(number) >= steps[i].scale)
			return arena_printf(a, "%.4g %s%s",
					    number / steps[i].scale,
					    steps[i].prefix, name);
	return arena_printf(a, "%.6g%s%s", number, rate ? " " : "", name);
}

struct str
value_text_of(struct arena *a, const struct value *v)
{
	switch (v->kind) {
	case VALUE_NUMBER:
		return number_text(a, v->number, v->unit);
	case VALUE_TRUTH:
		return v->number > 0 ? STR("true") : STR("false");
	case VALUE_TEXT:
	case VALUE_ARCH:
		return v->text;
	case VALUE_NONE:
	default:
		return v->reason;
	}
}

/* --- classes ------------------------------------------------------------- */

enum value_class
value_class(const struct unit *u)
{
	if (!u)
		return CLASS_RATIOS;
	if (u->second > 0)
		return CLASS_TIMES;
	if (u->second < 0)
		return u->byte > 0 ? CLASS_BANDWIDTH : CLASS_RATES;
	return u->cycle != 0 && u->flop == 0 && u->byte == 0 ? CLASS_CYCLES :
							       CLASS_RATIOS;
}

struct str
value_class_text(enum value_class c)
{
	static const struct str names[CLASS_COUNT] = {
		STR_INIT("cycles"), STR_INIT("ratios"), STR_INIT("rates"),
		STR_INIT("times"), STR_INIT("bandwidth"),
	};

	return names[c];
}
