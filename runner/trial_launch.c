/*
 * The launches of a test at one point: shapes and arguments from its formulas,
 * what the device says of each.
 *
 * A device that sees nothing gives an error code where another has a finding,
 * and its process can go on no longer: then the test has no outcome.
 */
#include <math.h>
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
#include "trial_outcome.h"
#include "trial_parts.h"

enum { THREADS_MOST = 1024, GRID_MOST = 2147483647, SHARED_MOST = 1 << 20 };

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
trial_store(const struct pack_parameter *p, struct worth x, void *at)
{
	uint64_t bits = 0;

	if (p->kind == 'f') {
		number_store(p->bytes == 8 ? NUMBER_F64 :
			     p->bytes == 4 ? NUMBER_F32 : NUMBER_F16, at,
			     x.value);
		return;
	}
	/* A whole number of either sign keeps its low bytes. */
	worth_store(x.value < 0 ? NUMBER_S64 : NUMBER_U64, &bits, x);
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
	trial_store(p, worth_load((int)v->type, x->before), at);
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
	trial_store(p, x, at);
	return true;
}

bool
trial_take_findings(struct trial *t)
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

	if (trial_take_findings(t))
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
					.budget = t->test->budget,
					.lean = t->lean };
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
	trial_take_findings(t);
	trial_note_promises(t);
	return true;
}

bool
trial_make_launches(struct trial *t)
{
	size_t i;

	for (i = 0; i < t->test->nlaunches && !t->stop; i++) {
		if (!make_launch(t, &t->test->launches[i]))
			return false;
	}
	return true;
}

/* Whether an output is as it was before an oracle, in all elements. */
static bool
is_untouched(const struct trial *t, size_t i, const unsigned char *left)
{
	size_t size = number_size(t->test->variables[i].type), k;

	if (t->test->variables[i].start != START_POISON)
		return false;
	for (k = 0; k < t->variables[i].count; k++) {
		if (!trial_is_poison(left, size, k, false))
			return false;
	}
	return k > 0;
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
	if (is_untouched(t, r->variable, left))
		return trial_fail(t, "the oracle '%s' writes nothing into %s: "
				     "is it passed where the kernel writes?",
				  t->test->symbols[r->oracle->symbol].name,
				  t->test->names[r->variable]);
	out->count = x->count;
	out->items = arena_make(t->arena, (x->count + 1) * sizeof(*out->items));
	for (i = 0; i < x->count; i++)
		out->items[i] = worth_load((int)type,
					   left + i * number_size(type));
	return true;
}
