/*
 * One operation on two values: arithmetic, comparison, `&`.
 *
 * A lack (nothing known) spreads through every operation; of two the stronger
 * one stays. Texts are compared with texts only: architectures by their
 * order, versions by their parts, others by bytes. Numbers must have units
 * that go together. Comparison allows for what double arithmetic loses, so
 * that `0.1 + 0.2 = 0.3` holds.
 *
 * Pairing of runs is value_runs.c; it judges no measured number.
 */
#include <math.h>

#include "arena.h"
#include "expr.h"
#include "quantity.h"
#include "value.h"
#include "value_parts.h"

/* Conditions allow for more lost digits than numbers that a page writes. */
#define EQUAL_SLACK 100

double
value_apply(enum expr_op op, double x, double y)
{
	switch ((int)op) {
	case OP_ADD:
		return x + y;
	case OP_SUB:
		return x - y;
	case OP_MUL:
		return x * y;
	case OP_DIV:
		return x / y;
	case OP_MOD:
		return x - y * floor(x / y);
	case OP_POW:
		return pow(x, y);
	default:
		return NAN;
	}
}

bool
value_nearly_equal(double x, double y)
{
	if (!isfinite(x) || !isfinite(y))
		return x <= y && x >= y; /* never NaN */
	return fabs(x - y) <= quantity_slack(x, y, EQUAL_SLACK);
}

static bool
compare_holds(enum expr_op op, double x, double y)
{
	bool equal = value_nearly_equal(x, y);

	switch ((int)op) {
	case OP_EQ:
		return equal;
	case OP_NE:
		return !equal;
	case OP_LT:
		return x < y && !equal;
	case OP_LE:
		return x < y || equal;
	case OP_GT:
		return x > y && !equal;
	default:
		return x > y || equal;
	}
}

static bool
is_compare(enum expr_op op)
{
	return op == OP_EQ || op == OP_NE || op == OP_LT || op == OP_LE ||
	       op == OP_GT || op == OP_GE;
}

/* `13.0.88`: digits and dots. */
static bool
is_version(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_digit(s.p[i]) && s.p[i] != '.')
			return false;
	return s.n > 0;
}

/* Order by the parts that both have: 13.0 and 13.0.88 are one. */
static int
compare_versions(struct str x, struct str y)
{
	struct str left, right;

	while (str_split(&left, &x, '.') && str_split(&right, &y, '.')) {
		uint64_t a = 0, b = 0;

		str_unsigned(left, &a);
		str_unsigned(right, &b);
		if (a != b)
			return a < b ? -1 : 1;
	}
	return 0;
}

static int
order_texts(const struct value *x, const struct value *y)
{
	if (x->kind == VALUE_ARCH)
		return arch_compare(x->text, y->text);
	if (is_version(x->text) && is_version(y->text))
		return compare_versions(x->text, y->text);
	return str_compare(x->text, y->text);
}

static struct value
compare_texts(struct arena *a, enum expr_op op, const struct value *x,
	      const struct value *y)
{
	if (x->kind == y->kind)
		return value_truth(compare_holds(op, order_texts(x, y), 0));
	if (x->text.n > 0 && y->text.n > 0)
		return value_fault(a, "a text and an architecture cannot be "
			     "compared:", x->text);
	return value_fault(a, "a number and a text cannot be compared:",
			   x->text.n ? x->text : y->text);
}

static struct value
compare_values(struct arena *a, enum expr_op op, const struct value *x,
	       const struct value *y)
{
	struct value out;

	if (x->kind == VALUE_TEXT || x->kind == VALUE_ARCH ||
	    y->kind == VALUE_TEXT || y->kind == VALUE_ARCH)
		return compare_texts(a, op, x, y);
	if (!value_may_add(x->unit, y->unit))
		return value_lack(LACK_ERROR,
				  STR("compares values of different units"));
	out = value_truth(compare_holds(op, x->number, y->number));
	value_join_remarks(&out, x, y);
	return out;
}

static struct value
combine_truths(const struct value *x, const struct value *y)
{
	struct value out;

	if (x->kind != VALUE_TRUTH || y->kind != VALUE_TRUTH)
		return value_lack(LACK_ERROR,
				  STR("'&' joins conditions only"));
	out = value_truth(x->number > 0 && y->number > 0);
	value_join_remarks(&out, x, y);
	return out;
}

/* The unit of x op y; false when they do not go together. */
static bool
result_unit(struct arena *a, enum expr_op op, const struct unit **out,
	    const struct value *v[2])
{
	const struct unit *x = v[0]->unit, *y = v[1]->unit;

	switch ((int)op) {
	case OP_MUL:
		*out = value_product_unit(a, x, y, 1);
		return true;
	case OP_DIV:
		*out = value_product_unit(a, x, y, -1);
		return true;
	case OP_POW:
		return !y && value_power_unit(a, out, x, v[1]->number);
	default:
		*out = x ? x : y;
		return value_may_add(x, y);
	}
}

static struct value
combine_numbers(struct arena *a, enum expr_op op, const struct value *x,
		const struct value *y)
{
	const struct value *both[2] = { x, y };
	const struct unit *unit = NULL;
	struct value out;

	if ((op == OP_DIV || op == OP_MOD) && !y->runs &&
	    !(fabs(y->number) > 0))
		return value_lack(LACK_ERROR, STR("divides by zero"));
	if (!result_unit(a, op, &unit, both))
		return value_lack(LACK_ERROR,
				  STR("joins values of different units"));
	if (x->runs || y->runs)
		out = value_combine_runs(a, op, x, y);
	else
		out = value_number(value_apply(op, x->number, y->number), NULL);
	if (out.kind == VALUE_NONE)
		return out;
	if (!isfinite(out.number))
		return value_lack(LACK_ERROR, arena_printf(a,
			"what '%s' gives is no finite number",
			expr_op_text(op)));
	out.unit = unit;
	value_join_remarks(&out, x, y);
	return out;
}

bool
value_is_number(const struct value *v)
{
	return v->kind == VALUE_NUMBER || v->kind == VALUE_TRUTH;
}

struct value
value_combine(struct arena *a, int op, struct value x, struct value y)
{
	enum expr_op o = (enum expr_op)op;

	if (x.kind == VALUE_NONE || y.kind == VALUE_NONE) {
		if (x.kind == VALUE_NONE && y.kind == VALUE_NONE)
			return y.lack > x.lack ? y : x;
		return x.kind == VALUE_NONE ? x : y;
	}
	if (o == OP_AND)
		return combine_truths(&x, &y);
	if (is_compare(o))
		return compare_values(a, o, &x, &y);
	if (!value_is_number(&x) || !value_is_number(&y))
		return value_fault(a, "a text stands where a number belongs:",
				   x.text.n ? x.text : y.text);
	return combine_numbers(a, o, &x, &y);
}
