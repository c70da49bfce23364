/*
 * What the launches of a test left, compared with what they should have left.
 *
 * The expected number, rounded to the array's format, is right; of a whole one
 * the array holds the low bytes. With a tolerance it is enough to meet `rel`
 * and `abs` together or `ulp`. A NaN is right where a NaN is expected and wrong
 * elsewhere.
 */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "device.h"
#include "fault.h"
#include "formula.h"
#include "number.h"
#include "pack_test.h"
#include "reference.h"
#include "trial_outcome.h"
#include "trial_parts.h"

#define ELEMENTS_MOST 0x1p32

/* One check at one point. */
struct comparing {
	struct trial *trial;
	const struct pack_assertion *check;
	struct check_outcome *outcome;
	struct trial_marks *marks;
	double rel, abs, ulp; /* NaN: not given */
	struct spot spot;
};

static void
begin_spot(const struct trial *t, struct spot *s)
{
	memset(s, 0, sizeof(*s));
	memcpy(s->point, t->point, sizeof(s->point));
}

/* --- outputs ------------------------------------------------------------- */

static bool
is_unwritten(const struct trial_variable *x, size_t size, size_t i)
{
	return x->other && trial_is_poison(x->after, size, i, false) &&
	       trial_is_poison(x->other, size, i, true);
}

static void
note_element(struct spot *s, struct trial_marks *m, size_t i, double got)
{
	trial_marks_add(m, i);
	if (s->bad++ == 0) {
		s->index = i;
		s->got = worth_real(got);
	}
}

static void
keep_spot(const struct spot *now, uint64_t *points, struct spot *first)
{
	if (now->bad == 0)
		return;
	if ((*points)++ == 0)
		*first = *now;
}

/* An array as a whole: what was not written, and what is NaN and was not. */
static void
check_output(struct trial *t, size_t i)
{
	const struct pack_variable *v = &t->test->variables[i];
	const struct trial_variable *x = &t->variables[i];
	struct output_outcome *o = &t->outcome->outputs[i];
	bool output = v->start == START_POISON;
	size_t size = number_size(v->type), k;
	struct spot unwritten, nan;
	double got;

	trial_marks_begin(t, &t->unwritten[i], x->count);
	trial_marks_begin(t, &t->nan[i], x->count);
	begin_spot(t, &unwritten);
	begin_spot(t, &nan);
	unwritten.of = nan.of = x->count;
	for (k = 0; k < x->count; k++) {
		got = number_load(v->type, x->after + k * size);
		if (output && is_unwritten(x, size, k))
			note_element(&unwritten, &t->unwritten[i], k, got);
		else if (isnan(got) &&
			 (output ||
			  !isnan(number_load(v->type, x->before + k * size))))
			note_element(&nan, &t->nan[i], k, got);
	}
	trial_marks_end(t, &t->unwritten[i]);
	trial_marks_end(t, &t->nan[i]);
	unwritten.untouched = unwritten.bad == x->count;
	keep_spot(&unwritten, &o->unwritten, &o->first_unwritten);
	keep_spot(&nan, &o->nan, &o->first_nan);
}

/* --- numbers ------------------------------------------------------------- */

/* What lies between X and the next number of the format. */
static double
spacing(enum number_type type, double x)
{
	uint64_t bits = 0, next;
	double low, high;

	if (number_is_whole(type) || !isfinite(x))
		return 1;
	number_store(type, &bits, fabs(x));
	next = bits + 1;
	low = number_load(type, &bits);
	high = number_load(type, &next);
	if (isfinite(high) && isfinite(low))
		return high - low;
	next = bits - 1;
	return low - number_load(type, &next);
}

static double
rounded(enum number_type type, double x)
{
	uint64_t bits = 0;

	number_store(type, &bits, x);
	return number_load(type, &bits);
}

static bool
same(double x, double y)
{
	return (isnan(x) && isnan(y)) || (x >= y && x <= y);
}

static enum number_type
type_of(const struct comparing *c)
{
	if (c->check->array < 0)
		return NUMBER_F64;
	return c->trial->test->variables[c->check->array].type;
}

static void
note_error(struct check_outcome *o, double off, double magnitude, double ulps)
{
	o->max_abs = fmax(o->max_abs, off);
	o->max_ulp = fmax(o->max_ulp, ulps);
	if (magnitude > 0)
		o->max_rel = fmax(o->max_rel, off / magnitude);
	else if (off > 0)
		o->max_rel = INFINITY;
}

/* What is left of a whole number in an array of whole ones. */
static struct worth
narrowed(enum number_type type, struct worth x)
{
	uint64_t bits = 0;
	struct worth out;

	if (x.kind == WORTH_REAL || !number_is_whole(type))
		return x;
	worth_store((int)type, &bits, x);
	out = worth_load((int)type, &bits);
	out.magnitude = x.magnitude;
	return out;
}

static bool
is_same(struct worth got, struct worth want)
{
	if (got.kind == WORTH_REAL || want.kind == WORTH_REAL)
		return same(got.value, want.value);
	return worth_order(got, want) == 0;
}

static bool
is_equal(struct comparing *c, struct worth got, struct worth given)
{
	enum number_type type = type_of(c);
	struct worth want = narrowed(type, given);
	double off = fabs(got.value - want.value), ulps;

	if (is_same(got, want))
		return true;
	if (isnan(off))
		off = INFINITY;
	ulps = off / spacing(type, want.value);
	note_error(c->outcome, off, want.magnitude, ulps);
	if ((want.kind == WORTH_REAL || !number_is_whole(type)) &&
	    same(got.value, rounded(type, want.value)))
		return true; /* the format has no nearer one */
	if (!isfinite(want.value) || !isfinite(got.value))
		return false;
	if (!isnan(c->ulp) && ulps <= c->ulp)
		return true;
	return (!isnan(c->rel) || !isnan(c->abs)) &&
	       off <= fmax(c->rel, 0) * want.magnitude + fmax(c->abs, 0);
}

static bool
holds(struct comparing *c, struct worth got, struct worth want)
{
	static const enum worth_op ops[] = {
		[COMPARISON_LT] = WORTH_LT, [COMPARISON_LE] = WORTH_LE,
		[COMPARISON_GT] = WORTH_GT, [COMPARISON_GE] = WORTH_GE,
	};

	switch ((int)c->check->comparison) {
	case COMPARISON_EQ:
		return is_equal(c, got, want);
	case COMPARISON_NE:
		return !is_equal(c, got, want);
	default:
		return worth_compute(ops[c->check->comparison], got, want)
			       .value > 0;
	}
}

/* --- checks -------------------------------------------------------------- */

static bool
fail_element(const struct comparing *c)
{
	return trial_fail(c->trial, "'%s' speaks of an element that is not "
				    "there", c->check->text);
}

static bool
eval(const struct comparing *c, const struct formula *f, size_t i,
     struct worth *out)
{
	struct formula_world w = trial_world(c->trial, i);

	return formula_eval(f, &w, out) || fail_element(c);
}

static bool
eval_tolerance(struct comparing *c, bool given, const struct formula *f,
	       double *out)
{
	struct worth x;

	*out = NAN;
	if (!given)
		return true;
	if (!eval(c, f, 0, &x))
		return false;
	*out = x.value;
	return x.value >= 0 ||
	       trial_fail(c->trial, "'%s' has a tolerance below 0",
			  c->check->text);
}

/* Whether a whole number of 64 bits is compared with a double that does not
   tell it from its neighbours. */
static bool
is_vague(const struct comparing *c, struct worth got, struct worth want)
{
	enum number_type type = type_of(c);

	return (type == NUMBER_S64 || type == NUMBER_U64) &&
	       (got.kind == WORTH_REAL || want.kind == WORTH_REAL) &&
	       fabs(got.value) >= 0x1p53 && same(got.value, want.value) &&
	       isnan(c->rel) && isnan(c->abs) && isnan(c->ulp) &&
	       (c->check->comparison == COMPARISON_EQ ||
		c->check->comparison == COMPARISON_NE);
}

static bool
check_element(struct comparing *c, size_t i)
{
	struct worth got, want, index = worth_real((double)i);

	if (!eval(c, &c->check->left, i, &got) ||
	    !eval(c, &c->check->right, i, &want))
		return false;
	if (is_vague(c, got, want))
		return trial_fail(c->trial, "'%s' compares a whole number "
				  "beyond 2^53 with a real one, which does not "
				  "tell it from its neighbours",
				  c->check->text);
	if (holds(c, got, want))
		return true;
	trial_marks_add(c->marks, i);
	if (c->check->array >= 0 && !eval(c, &c->check->index, i, &index))
		return false;
	if (c->spot.bad++ == 0) {
		c->spot.index = (uint64_t)index.value;
		c->spot.got = got;
		c->spot.want = narrowed(type_of(c), want);
	}
	return true;
}

static bool
is_untouched(const struct comparing *c)
{
	const struct trial *t = c->trial;
	const struct trial_variable *x;

	if (c->check->array < 0)
		return false;
	x = &t->variables[c->check->array];
	return !memcmp(x->before, x->after, x->count *
		       number_size(t->test->variables[c->check->array].type));
}

static bool
check_one(struct trial *t, size_t k)
{
	struct comparing c = { t, &t->test->checks[k], &t->outcome->checks[k],
			       &t->bad[k], NAN, NAN, NAN,
			       { .bad = 0 } };
	struct worth count;
	size_t i;

	begin_spot(t, &c.spot);
	if (!eval_tolerance(&c, c.check->has_rel, &c.check->rel, &c.rel) ||
	    !eval_tolerance(&c, c.check->has_abs, &c.check->abs, &c.abs) ||
	    !eval_tolerance(&c, c.check->has_ulp, &c.check->ulp, &c.ulp) ||
	    !eval(&c, &c.check->count, 0, &count))
		return false;
	if (!(count.value >= 0 && count.value < ELEMENTS_MOST))
		return fail_element(&c);
	c.spot.of = (uint64_t)count.value;
	trial_marks_begin(t, c.marks, c.spot.of);
	for (i = 0; i < c.spot.of; i++) {
		if (!check_element(&c, i))
			return false;
	}
	trial_marks_end(t, c.marks);
	t->compared[k] += c.spot.of;
	c.spot.untouched = c.spot.bad > 0 && is_untouched(&c);
	keep_spot(&c.spot, &c.outcome->bad, &c.outcome->first);
	for (i = 0; i < OUTCOME_LEANS; i++)
		c.outcome->leaned[i] = outcome_lean(c.outcome);
	return true;
}

static bool
compute_references(struct trial *t)
{
	const struct pack_reference *r = t->test->references;
	struct formula_world w = trial_world(t, 0);
	const char *why = "";
	size_t i;

	for (i = 0; i < t->test->nreferences; i++) {
		if (r[i].oracle ? trial_consult(t, i)
				: reference_compute(t->arena, r[i].function,
						    r[i].args, &w,
						    &t->references[i], &why))
			continue;
		return t->fault->kind != FAULT_NONE
			       ? false
			       : trial_fail(t, "a reference: %s", why);
	}
	return true;
}

bool
trial_check(struct trial *t)
{
	size_t i;

	for (i = 0; i < t->test->nvariables; i++) {
		if (!t->test->variables[i].scalar)
			check_output(t, i);
	}
	if (!compute_references(t))
		return false;
	for (i = 0; i < t->test->nchecks; i++) {
		if (!check_one(t, i))
			return false;
	}
	return true;
}
