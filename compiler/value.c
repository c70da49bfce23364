/*
 * Expressions evaluated: numbers with units, truths, texts, and the reasons
 * why there are none.
 *
 * The idea: a measured number is a list of runs, each one value a replicate.
 * Every operation on it is done replicate by replicate within runs of the
 * same id, so that a clock that was 3 % low in one replicate cancels in a
 * ratio. Exact numbers are the case without runs.
 *
 * A lack (nothing known) spreads through every operation; of two the stronger
 * one stays. Not here: where values come from (observe) and whether they
 * agree with what a page says (verdict).
 */
#include "arena.h"
#include "buf.h"
#include "expr.h"
#include "quantity.h"
#include "value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Exact numbers this close are equal: what double arithmetic may lose. */
#define EQUAL_RELATIVE 1e-12
/* Fewer replicates in which all parts count are no run (as in evidence). */
#define PAIRS_MIN 5

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

static struct value
fault(struct arena *a, const char *what, struct str name)
{
	return value_lack(LACK_ERROR, arena_printf(a, "%s '" STR_FMT "'", what,
						   STR_ARG(name)));
}

/* --- one operation on two doubles ---------------------------------------- */

static double
apply(enum expr_op op, double x, double y)
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

static bool
nearly_equal(double x, double y)
{
	double size = fmax(fabs(x), fabs(y));

	return !(fabs(x - y) > EQUAL_RELATIVE * size);
}

static bool
compare_holds(enum expr_op op, double x, double y)
{
	bool equal = nearly_equal(x, y);

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

/* --- units --------------------------------------------------------------- */

/* A bare number may stand where cycles are meant: people count them so. */
static bool
counts(const struct unit *u)
{
	return !u || (u->second == 0 && u->byte == 0 && u->flop == 0);
}

static bool
may_add(const struct unit *x, const struct unit *y)
{
	if (!x || !y)
		return counts(x) && counts(y);
	return unit_same_kind(x, y) || (counts(x) && counts(y));
}

static const struct unit *
keep_unit(struct arena *a, struct unit u)
{
	struct unit *kept;

	if (u.second == 0 && u.byte == 0 && u.flop == 0 && u.cycle == 0)
		return NULL;
	kept = arena_alloc(a, sizeof *kept);
	*kept = u;
	return kept;
}

static const struct unit *
product_unit(struct arena *a, const struct unit *x, const struct unit *y,
	     int power)
{
	static const struct unit none = { .scale = 1 };

	if (!x && !y)
		return NULL;
	return keep_unit(a, unit_combine(x ? x : &none, y ? y : &none, power));
}

/* Units of x^n for a small whole n; NULL in *out for a bare number. */
static bool
power_unit(struct arena *a, const struct unit **out, const struct unit *x,
	   double n)
{
	int times = (int)fabs(n);

	*out = NULL;
	if (!x)
		return true;
	if (!nearly_equal(n, round(n)) || times > 8)
		return false;
	for (int i = 0; i < times; i++)
		*out = product_unit(a, *out, x, n < 0 ? -1 : 1);
	return true;
}

/* --- measured operands: run by run, replicate by replicate --------------- */

static const struct series *
find_run(const struct value *v, struct str id)
{
	for (size_t i = 0; i < v->nruns; i++)
		if (str_equal(v->runs[i].id, id))
			return &v->runs[i];
	return NULL;
}

static double
series_at(const struct series *s, double exact, size_t i)
{
	return s ? s->v[i] : exact;
}

/* One run of the result; x or y is NULL for an exact operand. */
static struct series
combine_run(struct arena *a, enum expr_op op, const struct series *run[2],
	    const double exact[2])
{
	const struct series *some = run[0] ? run[0] : run[1];
	size_t n = some->n;
	struct series out = { some->id, NULL, 0 };

	if (run[0] && run[1] && run[1]->n < n)
		n = run[1]->n;
	out.v = arena_alloc(a, (n + 1) * sizeof *out.v);
	out.n = n;
	for (size_t i = 0; i < n; i++)
		out.v[i] = apply(op, series_at(run[0], exact[0], i),
				 series_at(run[1], exact[1], i));
	return out;
}

static int
compare_doubles(const void *left, const void *right)
{
	double x = *(const double *)left, y = *(const double *)right;

	return (x > y) - (x < y);
}

/* Median of all valid replicates. */
static double
runs_median(struct arena *a, const struct series *runs, size_t nruns)
{
	size_t n = 0, total = 0;
	double *all;

	for (size_t i = 0; i < nruns; i++)
		total += runs[i].n;
	all = arena_alloc(a, (total + 1) * sizeof *all);
	for (size_t i = 0; i < nruns; i++)
		for (size_t k = 0; k < runs[i].n; k++)
			if (!isnan(runs[i].v[k]))
				all[n++] = runs[i].v[k];
	if (n == 0)
		return NAN;
	qsort(all, n, sizeof *all, compare_doubles);
	return n % 2 ? all[n / 2] : (all[n / 2 - 1] + all[n / 2]) / 2;
}

static size_t
count_valid(const struct series *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		if (!isnan(s->v[i]))
			n++;
	return n;
}

static struct value
no_runs(bool paired)
{
	if (paired)
		return value_lack(LACK_INCONCLUSIVE,
				  STR("too few replicates in which all its "
				      "parts count"));
	return value_lack(LACK_STALE, STR("its parts were measured in "
					  "different runs"));
}

static struct value
combine_measured(struct arena *a, enum expr_op op, const struct value *x,
		 const struct value *y)
{
	const struct value *some = x->runs ? x : y;
	const double exact[2] = { x->number, y->number };
	struct series *runs = arena_alloc(a, (some->nruns + 1) * sizeof *runs);
	struct value out = value_number(0, NULL);
	bool paired = false;

	for (size_t i = 0; i < some->nruns; i++) {
		struct str id = some->runs[i].id;
		const struct series *run[2] = {
			x->runs ? find_run(x, id) : NULL,
			y->runs ? find_run(y, id) : NULL
		};

		if ((x->runs && !run[0]) || (y->runs && !run[1]))
			continue;
		paired = true;
		runs[out.nruns] = combine_run(a, op, run, exact);
		if (count_valid(&runs[out.nruns]) >= PAIRS_MIN)
			out.nruns++;
	}
	if (out.nruns == 0)
		return no_runs(paired);
	out.runs = runs;
	out.number = runs_median(a, runs, out.nruns);
	return out;
}

/* How well a part speaks of the hardware: below 1 too little, infinite if it
   need not; a share over the limit is worst of all. */
static double
trust(const struct value *v)
{
	if (!(v->share > 0))
		return INFINITY;
	if (v->share > VALUE_SHARE_MAX)
		return 0;
	if (v->pinned) /* any share will do: behind all that must reach one */
		return 1e6 * v->share;
	return v->share / (v->reach > 0 ? v->reach : VALUE_SHARE_MIN);
}

/* The closeness to a ceiling is that of the worse probe; where the best was
   is known of one probe only. */
static void
join_remarks(struct value *out, const struct value *x, const struct value *y)
{
	const struct value *worse = trust(y) < trust(x) ? y : x;

	out->share = worse->share;
	out->reach = worse->reach;
	out->pinned = worse->pinned;
	if (x->at.n == 0 || y->at.n == 0 || str_equal(x->at, y->at))
		out->at = x->at.n ? x->at : y->at;
}

/* --- operations on values ------------------------------------------------ */

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
		return fault(a, "a text and an architecture cannot be "
			     "compared:", x->text);
	return fault(a, "a number and a text cannot be compared:",
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
	if (!may_add(x->unit, y->unit))
		return value_lack(LACK_ERROR,
				  STR("compares values of different units"));
	out = value_truth(compare_holds(op, x->number, y->number));
	join_remarks(&out, x, y);
	return out;
}

static struct value
combine_truths(struct arena *a, const struct value *x, const struct value *y)
{
	struct value out;

	(void)a;
	if (x->kind != VALUE_TRUTH || y->kind != VALUE_TRUTH)
		return value_lack(LACK_ERROR,
				  STR("'&' joins conditions only"));
	out = value_truth(x->number > 0 && y->number > 0);
	join_remarks(&out, x, y);
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
		*out = product_unit(a, x, y, 1);
		return true;
	case OP_DIV:
		*out = product_unit(a, x, y, -1);
		return true;
	case OP_POW:
		return !y && power_unit(a, out, x, v[1]->number);
	default:
		*out = x ? x : y;
		return may_add(x, y);
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
		out = combine_measured(a, op, x, y);
	else
		out = value_number(apply(op, x->number, y->number), NULL);
	if (out.kind == VALUE_NONE)
		return out;
	if (!isfinite(out.number))
		return value_lack(LACK_ERROR, STR("is no finite number"));
	out.unit = unit;
	join_remarks(&out, x, y);
	return out;
}

static bool
is_number(const struct value *v)
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
		return combine_truths(a, &x, &y);
	if (is_compare(o))
		return compare_values(a, o, &x, &y);
	if (!is_number(&x) || !is_number(&y))
		return fault(a, "a text stands where a number belongs:",
			     x.text.n ? x.text : y.text);
	return combine_numbers(a, o, &x, &y);
}

/* --- functions ----------------------------------------------------------- */

enum function_unit { UNIT_KEPT, UNIT_NONE };

struct function {
	struct str name;
	size_t arguments;       /* at least */
	bool more;              /* or more */
	enum function_unit unit;
};

static const struct function functions[] = {
	{ STR_INIT("abs"), 1, false, UNIT_KEPT },
	{ STR_INIT("ceil"), 1, false, UNIT_KEPT },
	{ STR_INIT("exp"), 1, false, UNIT_NONE },
	{ STR_INIT("exp2"), 1, false, UNIT_NONE },
	{ STR_INIT("floor"), 1, false, UNIT_KEPT },
	{ STR_INIT("log"), 1, false, UNIT_NONE },
	{ STR_INIT("log10"), 1, false, UNIT_NONE },
	{ STR_INIT("log2"), 1, false, UNIT_NONE },
	{ STR_INIT("max"), 2, true, UNIT_KEPT },
	{ STR_INIT("min"), 2, true, UNIT_KEPT },
	{ STR_INIT("pow"), 2, false, UNIT_NONE },
	{ STR_INIT("round"), 1, false, UNIT_KEPT },
	{ STR_INIT("sqrt"), 1, false, UNIT_NONE },
};

static const struct function *
find_function(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(functions); i++)
		if (str_equal(functions[i].name, name))
			return &functions[i];
	return NULL;
}

static double
call_one(struct str name, double x)
{
	switch (name.p[0]) {
	case 'a':
		return fabs(x);
	case 'c':
		return ceil(x);
	case 'e':
		return name.n == 3 ? exp(x) : exp2(x);
	case 'f':
		return floor(x);
	case 'l':
		if (name.n == 3)
			return log(x);
		return name.n == 4 ? log2(x) : log10(x);
	case 'r':
		return round(x);
	default:
		return sqrt(x);
	}
}

static struct value
call_unary(struct arena *a, const struct function *f, struct value x)
{
	struct series *runs;

	if (!is_number(&x))
		return fault(a, "takes a number:", f->name);
	if (f->unit == UNIT_NONE && x.unit)
		return fault(a, "takes a number without unit:", f->name);
	x.number = call_one(f->name, x.number);
	if (!isfinite(x.number))
		return fault(a, "is not defined there:", f->name);
	if (!x.runs)
		return x;
	runs = arena_alloc(a, x.nruns * sizeof *runs);
	for (size_t r = 0; r < x.nruns; r++) {
		runs[r] = x.runs[r];
		runs[r].v = arena_alloc(a, (runs[r].n + 1) * sizeof(double));
		for (size_t i = 0; i < runs[r].n; i++)
			runs[r].v[i] = call_one(f->name, x.runs[r].v[i]);
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
	if (!is_number(&x) || !is_number(&y) || !may_add(x.unit, y.unit))
		return fault(a, "takes numbers of one unit:", f->name);
	first = str_equal(f->name, STR("min")) ? x.number <= y.number :
						 x.number >= y.number;
	return first ? x : y;
}

static struct value
call_function(struct arena *a, const struct expr *e,
	      const struct environment *env)
{
	const struct function *f = find_function(e->left->text);
	size_t n = 0;
	struct value out = value_lack(LACK_ERROR, STR(""));

	if (!f)
		return fault(a, "unknown function", e->left->text);
	for (const struct expr *arg = e->args; arg; arg = arg->next, n++) {
		struct value v = value_eval(a, arg, env);

		if (n == 0)
			out = v;
		else if (n >= f->arguments && !f->more)
			return fault(a, f->arguments == 1 ?
				     "takes one argument:" :
				     "too many arguments for", f->name);
		else
			out = call_binary(a, f, out, v);
	}
	if (n < f->arguments)
		return fault(a, "too few arguments for", f->name);
	if (f->arguments > 1 || out.kind == VALUE_NONE)
		return out;
	return call_unary(a, f, out);
}

/* --- the tree ------------------------------------------------------------ */

static struct value
find_binding(struct arena *a, const struct expr *e,
	     const struct environment *env)
{
	struct str name = expr_text(a, e);

	for (size_t i = 0; i < env->nbindings; i++)
		if (str_equal(env->bindings[i].name, name))
			return env->bindings[i].value;
	return fault(a, "unknown name", name);
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
		return fault(a, "unknown unit", unit);
	v.number *= u->scale;
	v.unit = u;
	return v;
}

struct value
value_eval(struct arena *a, const struct expr *e,
	   const struct environment *env)
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
		return with_unit(a, value_eval(a, e->left, env), e->text);
	case EXPR_UNARY:
		return negate(a, value_eval(a, e->left, env));
	case EXPR_BINARY:
		return value_combine(a, e->op, value_eval(a, e->left, env),
				     value_eval(a, e->right, env));
	case EXPR_CALL:
		if (e->left->kind == EXPR_NAME && find_function(e->left->text))
			return call_function(a, e, env);
		return find_binding(a, e, env);
	default:
		return find_binding(a, e, env);
	}
}

/* --- for people ---------------------------------------------------------- */

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
