/*
 * Functions of expressions: abs, log2, min, …
 *
 * A table says of each how many arguments it takes and whether a unit may
 * stand: a log has no unit, and what is whole depends on the unit that is
 * counted in, which a value in coherent ones no longer tells. Of a measured
 * number the function is taken in each replicate. `min` and `max` choose one
 * of their arguments whole, runs included, by what is shown of it; `pow` is
 * the operation `^`.
 *
 * Calls of what was observed (`ptx(…)`, `cell(…)`) are facts and never get
 * here.
 */
#include <math.h>

#include "arena.h"
#include "expr.h"
#include "quantity.h"
#include "value.h"
#include "value_parts.h"

enum function_unit {
	UNIT_KEPT,
	UNIT_COUNTED, /* kept of cycles, which come in one size; else none */
	UNIT_NONE
};

struct function {
	struct str name;
	size_t arguments;       /* at least */
	bool more;              /* or more */
	enum function_unit unit;
	double (*call)(double); /* NULL: it takes more than one argument */
};

static const struct function functions[] = {
	{ STR_INIT("abs"), 1, false, UNIT_KEPT, fabs },
	{ STR_INIT("ceil"), 1, false, UNIT_COUNTED, ceil },
	{ STR_INIT("exp"), 1, false, UNIT_NONE, exp },
	{ STR_INIT("exp2"), 1, false, UNIT_NONE, exp2 },
	{ STR_INIT("floor"), 1, false, UNIT_COUNTED, floor },
	{ STR_INIT("log"), 1, false, UNIT_NONE, log },
	{ STR_INIT("log10"), 1, false, UNIT_NONE, log10 },
	{ STR_INIT("log2"), 1, false, UNIT_NONE, log2 },
	{ STR_INIT("max"), 2, true, UNIT_KEPT, NULL },
	{ STR_INIT("min"), 2, true, UNIT_KEPT, NULL },
	{ STR_INIT("pow"), 2, false, UNIT_NONE, NULL },
	{ STR_INIT("round"), 1, false, UNIT_COUNTED, round },
	{ STR_INIT("sqrt"), 1, false, UNIT_NONE, sqrt },
};

struct str
value_function(size_t i)
{
	return i < COUNT_OF(functions) ? functions[i].name : STR("");
}

static const struct function *
find_function(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(functions); i++)
		if (str_equal(functions[i].name, name))
			return &functions[i];
	return NULL;
}

bool
value_is_function(struct str name)
{
	return find_function(name) != NULL;
}

/* A unit to round in, for an example. */
static const char *
unit_example(const struct unit *u)
{
	static const struct {
		int8_t second, byte, flop;
		const char *name;
	} rows[] = {
		{ 1, 0, 0, "us" },      { 0, 1, 0, "KiB" },
		{ -1, 1, 0, "GB/s" },   { -1, 0, 1, "GFLOP/s" },
		{ -1, 0, 0, "MHz" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (u->second == rows[i].second && u->byte == rows[i].byte &&
		    u->flop == rows[i].flop && u->cycle == 0)
			return rows[i].name;
	return "UNIT";
}

static bool
is_cycles(const struct unit *u)
{
	return u->cycle == 1 && u->second == 0 && u->byte == 0 && u->flop == 0;
}

static struct value
rounds_unit(struct arena *a, const struct function *f, const struct unit *u)
{
	const char *in = unit_example(u);

	return value_lack(LACK_ERROR, arena_printf(a, "'" STR_FMT "' of a "
		"number with a unit depends on the unit: write `" STR_FMT
		"(x / 1 in %s)`, and `in %s` behind it", STR_ARG(f->name),
		STR_ARG(f->name), in, in));
}

static struct value
call_unary(struct arena *a, const struct function *f, struct value x)
{
	struct series *runs;

	if (!value_is_number(&x))
		return value_fault(a, "takes a number:", f->name);
	if (f->unit == UNIT_NONE && x.unit)
		return value_fault(a, "takes a number without unit:", f->name);
	if (f->unit == UNIT_COUNTED && x.unit && !is_cycles(x.unit))
		return rounds_unit(a, f, x.unit);
	x.number = f->call(x.number);
	if (!isfinite(x.number))
		return value_fault(a, "is not defined there:", f->name);
	if (!x.runs)
		return x;
	runs = arena_alloc(a, x.nruns * sizeof *runs);
	for (size_t r = 0; r < x.nruns; r++) {
		runs[r] = x.runs[r];
		runs[r].v = arena_alloc(a, (runs[r].n + 1) * sizeof(double));
		for (size_t i = 0; i < runs[r].n; i++)
			runs[r].v[i] = f->call(x.runs[r].v[i]);
	}
	x.runs = runs;
	return x;
}

static struct value
call_binary(struct arena *a, const struct function *f, struct value x,
	    struct value y)
{
	bool first;

	if (x.kind == VALUE_NONE || y.kind == VALUE_NONE)
		return value_combine(a, OP_ADD, x, y);
	if (str_equal(f->name, STR("pow")))
		return value_combine(a, OP_POW, x, y);
	if (!value_is_number(&x) || !value_is_number(&y) ||
	    !value_may_add(x.unit, y.unit))
		return value_fault(a, "takes numbers of one unit:", f->name);
	first = str_equal(f->name, STR("min")) ? x.number <= y.number :
						 x.number >= y.number;
	return first ? x : y;
}

/* The arguments but for the last step: *whole is cleared when one lacks. */
static struct value
call_joined(struct arena *a, const struct expr *e,
	    const struct environment *env, bool *whole)
{
	const struct function *f = find_function(e->left->text);
	size_t n = 0;
	struct value out = value_lack(LACK_ERROR, STR(""));

	for (const struct expr *arg = e->args; arg; arg = arg->next, n++) {
		struct value v = value_eval(a, arg, env);

		*whole = *whole && v.kind != VALUE_NONE;
		if (n == 0)
			out = v;
		else if (n >= f->arguments && !f->more)
			return value_fault(a, f->arguments == 1 ?
				     "takes one argument:" :
				     "too many arguments for", f->name);
		else
			out = call_binary(a, f, out, v);
	}
	if (n < f->arguments)
		return value_fault(a, "too few arguments for", f->name);
	return out;
}

struct value
value_call(struct arena *a, const struct expr *e, const struct environment *env)
{
	const struct function *f = find_function(e->left->text);
	bool whole = true;
	struct value out;

	if (!f)
		return value_placed(value_fault(a, "unknown function",
						e->left->text), e);
	out = call_joined(a, e, env, &whole);
	if (f->call && out.kind != VALUE_NONE)
		out = call_unary(a, f, out);
	return whole ? value_placed(out, e) : out;
}
