/*
 * A test, point by point from the least: data are made, the launches are made
 * in their order, what they left is looked at (trial_check.c).
 *
 * What the device itself has seen (an access outside every array, a race)
 * counts as a failure of the point at which it was seen, whether or not the
 * results are right. A device that sees nothing gives an error code instead,
 * and its process can go on no longer: then the test has no outcome.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "device.h"
#include "fault.h"
#include "formula.h"
#include "number.h"
#include "pack_test.h"
#include "reference.h"
#include "trial.h"
#include "trial_bits.h"
#include "trial_outcome.h"
#include "trial_parts.h"

enum { THREADS_MOST = 1024, GRID_MOST = 2147483647, SHARED_MOST = 1 << 20 };

bool
trial_fail(struct trial *t, const char *format, ...)
{
	char text[FAULT_TEXT - 128], at[128] = "";
	const int64_t *value = t->point;
	size_t i, n = 0;
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	for (i = 0; i < t->test->nvariables && n < sizeof(at); i++) {
		if (t->test->variables[i].start != START_RANGE)
			continue;
		n += (size_t)snprintf(at + n, sizeof(at) - n, "%s%s = %lld",
				      n ? ", " : " for ",
				      t->test->names[i], (long long)*value++);
	}
	fault_set(t->fault, FAULT_CHECK, "%s%s", text, at);
	snprintf(t->fault->name, sizeof(t->fault->name), "test");
	return false;
}

struct formula_world
trial_world(const struct trial *t, size_t i)
{
	return (struct formula_world){ t->views, t->references, i };
}

/* --- launches ------------------------------------------------------------ */

static bool
eval_whole(struct trial *t, const struct formula *f, const double range[2],
	   unsigned *out)
{
	struct formula_world w = trial_world(t, 0);
	struct worth x;

	if (!formula_eval(f, &w, &x))
		return trial_fail(t, "a launch reads an element that is not "
				     "there");
	x.value = floor(x.value);
	if (!(x.value >= range[0] && x.value <= range[1]))
		return trial_fail(t, "a launch asks for %.9g, between %.0f and "
				     "%.0f are possible", x.value, range[0],
				  range[1]);
	*out = (unsigned)x.value;
	return true;
}

static bool
find_shape(struct trial *t, const struct pack_launch *l,
	   struct device_launch *out)
{
	const double grid[2] = { 1, GRID_MOST }, block[2] = { 1, THREADS_MOST };
	const double shared[2] = { 0, SHARED_MOST };
	size_t i;

	for (i = 0; i < 3; i++) {
		out->grid[i] = out->block[i] = 1;
		if (i < l->ngrid &&
		    !eval_whole(t, &l->grid[i], grid, &out->grid[i]))
			return false;
		if (i < l->nblock &&
		    !eval_whole(t, &l->block[i], block, &out->block[i]))
			return false;
	}
	if ((uint64_t)out->block[0] * out->block[1] * out->block[2] >
	    THREADS_MOST)
		return trial_fail(t, "a block has more than %d threads",
				  THREADS_MOST);
	return !l->has_shared ||
	       eval_whole(t, &l->shared, shared, &out->shared);
}

void
trial_store(const struct pack_parameter *p, double x, void *at)
{
	static const enum number_type whole[] = {
		[1] = NUMBER_S8, [2] = NUMBER_S16, [4] = NUMBER_S32,
		[8] = NUMBER_S64,
	};
	uint64_t bits = 0;

	if (p->kind == 'f') {
		number_store(p->bytes == 8 ? NUMBER_F64 :
			     p->bytes == 4 ? NUMBER_F32 : NUMBER_F16, at, x);
		return;
	}
	/* A whole number of either sign keeps its low bytes. */
	number_store(x < 0 ? whole[8] : NUMBER_U64, &bits, x);
	memcpy(at, &bits, p->bytes);
}

static bool
pass_variable(struct trial *t, const struct pack_parameter *p, size_t i,
	      void *at)
{
	const struct pack_variable *v = &t->test->variables[i];
	const struct trial_variable *x = &t->variables[i];
	size_t bytes = x->count * number_size(v->type);

	if (!v->scalar) {
		if (p->kind != 'i' || p->bytes != sizeof(uint64_t))
			return trial_fail(t, "%s is an array, its parameter "
					     "no address", v->name);
		memcpy(at, &x->address, sizeof(x->address));
		return true;
	}
	if (p->kind == 'b') {
		if (bytes != p->bytes)
			return trial_fail(t, "%s has %zu bytes, its parameter "
					     "%u", v->name, bytes, p->bytes);
		memcpy(at, x->before, bytes);
		return true;
	}
	if (v->lanes > 1)
		return trial_fail(t, "%s has lanes, its parameter none",
				  v->name);
	trial_store(p, number_load(v->type, x->before), at);
	return true;
}

static bool
pass(struct trial *t, const struct pack_parameter *p,
     const struct pack_pass *pass, void *at)
{
	struct formula_world w = trial_world(t, 0);
	struct worth x;

	if (pass->variable >= 0)
		return pass_variable(t, p, (size_t)pass->variable, at);
	if (p->kind == 'b')
		return trial_fail(t, "a number is passed where the kernel "
				     "takes %u bytes of another kind",
				  p->bytes);
	if (!formula_eval(&pass->number, &w, &x))
		return trial_fail(t, "a launch reads an element that is not "
				     "there");
	trial_store(p, x.value, at);
	return true;
}

/* Take what the device saw; whether it goes on. */
static bool
take_findings(struct trial *t)
{
	struct device *d = t->device;
	struct finding f;
	bool any = false;

	while (d->ops->finding && d->ops->finding(d, &f)) {
		any = true;
		if (f.kind != FINDING_RACE || !t->test->allow_races) {
			t->found = true;
			outcome_add_finding(t->outcome, &f, t->point);
		}
		t->stop = t->stop || f.kind == FINDING_HANG ||
			  f.kind == FINDING_UNSUPPORTED;
	}
	return any;
}

/* A code without a finding, or of a device that has none, is a fault. */
static bool
fail_launch(struct trial *t, int code)
{
	struct device *d = t->device;

	if (take_findings(t))
		return true;
	trial_fail(t, "the kernel failed with %d (%s)", code,
		   d->ops->error(d, code));
	t->fault->kind = FAULT_LAUNCH;
	t->fault->code = code;
	t->fault->poisoned = true;
	snprintf(t->fault->name, sizeof(t->fault->name), "%s",
		 d->ops->error(d, code));
	return false;
}

static bool
make_launch(struct trial *t, const struct pack_launch *l)
{
	const struct pack_symbol *s = &t->test->symbols[l->symbol];
	struct device_launch launch = { .entry = t->entries[l->symbol],
					.budget = t->test->budget };
	struct device *d = t->device;
	size_t i;
	int code;

	if (!find_shape(t, l, &launch))
		return false;
	launch.cooperative = s->cooperative;
	if (!device_fits(d, &launch, s->name, t->fault))
		return false;
	launch.args = arena_make(t->arena, (s->nparameters + 1) *
						   sizeof(*launch.args));
	for (i = 0; i < s->nparameters; i++) {
		launch.args[i] = arena_make(t->arena,
					    s->parameters[i].bytes + 8);
		if (!pass(t, &s->parameters[i], &l->passes[i],
			  launch.args[i]))
			return false;
	}
	code = d->ops->launch(d, &launch);
	if (!code)
		code = d->ops->synchronise(d);
	if (code)
		return fail_launch(t, code);
	take_findings(t);
	return true;
}

static bool
make_launches(struct trial *t)
{
	size_t i;

	for (i = 0; i < t->test->nlaunches && !t->stop; i++) {
		if (!make_launch(t, &t->test->launches[i]))
			return false;
	}
	return true;
}

bool
trial_consult(struct trial *t, size_t reference)
{
	const struct pack_reference *r = &t->test->references[reference];
	struct formula_reference *out = &t->references[reference];
	const struct trial_variable *x = &t->variables[r->variable];
	enum number_type type = t->test->variables[r->variable].type;
	size_t bytes = x->count * number_size(type), i;
	struct device *d = t->device;
	unsigned char *left;
	int code = 0;

	if (!trial_put(t, false) || !make_launch(t, r->oracle))
		return false;
	left = arena_make(t->arena, bytes + 1);
	if (bytes)
		code = d->ops->copy_out(d, left, x->address, bytes);
	if (code)
		return fail_launch(t, code);
	out->count = x->count;
	out->value = arena_make(t->arena, (x->count + 1) * sizeof(double));
	out->magnitude = arena_make(t->arena, (x->count + 1) * sizeof(double));
	for (i = 0; i < x->count; i++) {
		out->value[i] = number_load(type, left + i * number_size(type));
		out->magnitude[i] = fabs(out->value[i]);
	}
	return true;
}

/* --- outputs that nothing wrote ------------------------------------------ */

static bool
has_poison(const struct trial *t)
{
	size_t i, k, size;

	for (i = 0; i < t->test->nvariables; i++) {
		if (t->test->variables[i].start != START_POISON)
			continue;
		size = number_size(t->test->variables[i].type);
		for (k = 0; k < t->variables[i].count; k++) {
			if (trial_is_poison(t->variables[i].after, size, k,
					    false))
				return true;
		}
	}
	return false;
}

/* A number may look like the poison: those that do are looked at again, over
   another one. What the device says of that run was said of the first. */
static bool
run_again(struct trial *t)
{
	bool found = t->found, good;
	size_t n = t->outcome->nfindings, i;
	uint64_t counts[OUTCOME_FINDINGS];

	for (i = 0; i < n; i++)
		counts[i] = t->outcome->findings[i].finding.count;
	good = trial_put(t, true) && make_launches(t) && trial_get(t, true);
	t->outcome->nfindings = n;
	for (i = 0; i < n; i++)
		t->outcome->findings[i].finding.count = counts[i];
	t->found = found;
	return good;
}

/* --- points -------------------------------------------------------------- */

static bool
run_point(struct trial *t)
{
	bool good = true;

	t->found = false;
	if (!trial_fill(t) || !trial_put(t, false) || !make_launches(t))
		return false;
	t->outcome->points++;
	if (!t->stop) {
		if (!trial_get(t, false) || (has_poison(t) && !run_again(t)) ||
		    !trial_check(t, &good))
			return false;
		bits_add(t);
	}
	t->outcome->failed += !good || t->found;
	return true;
}

static bool
find_entries(struct trial *t, void *module)
{
	struct device *d = t->device;
	size_t i;
	int code;

	for (i = 0; i < t->test->nsymbols; i++) {
		code = d->ops->find(d, module, t->test->symbols[i].symbol,
				    &t->entries[i]);
		if (!code)
			continue;
		if (take_findings(t)) /* it cannot run this */
			return true;
		fault_set(t->fault, FAULT_LOAD, "finding '%s' failed with %d "
			  "(%s)", t->test->symbols[i].symbol, code,
			  d->ops->error(d, code));
		return false;
	}
	return true;
}

static void
clear_point(struct trial *t, struct arena *a)
{
	size_t i;

	arena_free(a);
	for (i = 0; i < TEST_VARIABLES; i++)
		t->variables[i].before = t->variables[i].after =
			t->variables[i].other = NULL;
	memset(t->references, 0, sizeof(t->references));
}

bool
trial_run(struct device *d, void *module, const struct pack_test *test,
	  uint64_t seed, struct outcome *o, struct fault *f)
{
	struct arena a = { 0 }, own = { 0 };
	struct trial *t = arena_make(&own, sizeof(*t));
	size_t n = test_points(test), i;
	bool good;

	*t = (struct trial){ .arena = &a, .device = d, .test = test,
			     .outcome = o, .fault = f, .seed = seed };
	memset(o, 0, sizeof(*o));
	good = find_entries(t, module);
	for (i = 0; good && i < n && !t->stop; i++) {
		t->number = i;
		test_point(test, i, t->point);
		good = run_point(t);
		clear_point(t, &a);
	}
	if (!f->poisoned)
		trial_release(t);
	arena_free(&own);
	return good;
}
