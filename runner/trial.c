/*
 * A test, point by point from the least: data are made, the launches are made
 * in their order (trial_launch.c), what they left is looked at (trial_check.c).
 *
 * What the device itself has seen (an access outside every array, a race)
 * counts as a failure of the point at which it was seen, whether or not the
 * results are right.
 */
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
	good = trial_put(t, true) && trial_make_launches(t) &&
	       trial_get(t, true);
	t->outcome->nfindings = n;
	for (i = 0; i < n; i++)
		t->outcome->findings[i].finding.count = counts[i];
	t->found = found;
	return good;
}

/* --- the image ----------------------------------------------------------- */

static bool
find_entries(struct trial *t)
{
	struct device *d = t->device;
	size_t i;
	int code;

	for (i = 0; i < t->test->nsymbols; i++) {
		code = d->ops->find(d, t->image->module,
				    t->test->symbols[i].symbol,
				    &t->entries[i]);
		if (!code)
			continue;
		if (trial_take_findings(t)) /* it cannot run this */
			return true;
		fault_set(t->fault, FAULT_LOAD, "finding '%s' failed with %d "
			  "(%s)", t->test->symbols[i].symbol, code,
			  d->ops->error(d, code));
		return false;
	}
	return true;
}

bool
trial_renew(struct trial *t)
{
	struct trial_image *m = t->image;
	struct device *d = t->device;
	int code;

	if (!t->ran) {
		t->ran = true;
		return true;
	}
	code = d->ops->renew(d, m->data, m->bytes, &m->module);
	if (!code)
		return find_entries(t);
	fault_set(t->fault, FAULT_LOAD, "loading the image again failed with "
		  "%d (%s)", code, d->ops->error(d, code));
	return false;
}

/* --- points -------------------------------------------------------------- */

bool
trial_run_once(struct trial *t)
{
	if (!trial_put(t, false) || !trial_make_launches(t))
		return false;
	return t->stop || (trial_get(t, false) &&
			   (!has_poison(t) || run_again(t)) && trial_check(t));
}

/* What approximate instructions leave open, if nothing else is wrong. */
static bool
lean(struct trial *t)
{
	return !*t->outcome->promise || t->found || t->stop || trial_lean(t);
}

/* Into an outcome of its own, since leaning may leave some of it undecided;
   bits are hashed from point to point. */
static bool
run_point(struct trial *t)
{
	struct outcome *all = t->outcome, *own = t->of_point;

	t->found = false;
	memset(own, 0, sizeof(*own));
	t->outcome = own;
	own->points = trial_fill(t) && trial_run_once(t);
	t->outcome = all;
	if (own->points && !t->stop)
		bits_add(t);
	t->outcome = own;
	own->points = own->points && lean(t);
	t->outcome = all;
	own->failed = t->found || outcome_is_bad(own);
	if (own->points)
		outcome_add(all, own);
	return own->points;
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

/* A check that never compares anything holds whatever the code does. */
static bool
has_compared(struct trial *t)
{
	size_t i;

	for (i = 0; i < t->test->nchecks && !t->stop; i++) {
		if (t->compared[i])
			continue;
		fault_set(t->fault, FAULT_CHECK, "'%s' compares no element: "
			  "the array has none for any value",
			  t->test->checks[i].text);
		return false;
	}
	return true;
}

static struct trial *
make_trial(struct arena *own, struct device *d, struct trial_image *image,
	   const struct pack_test *test)
{
	struct trial *t = arena_make(own, sizeof(*t));

	*t = (struct trial){ .arena = arena_make(own, sizeof(struct arena)),
			     .device = d, .test = test, .image = image };
	t->of_point = arena_make(own, sizeof(*t->of_point));
	return t;
}

bool
trial_run(struct device *d, struct trial_image *image,
	  const struct pack_test *test, uint64_t seed, struct outcome *o,
	  struct fault *f)
{
	struct arena own = { 0 };
	struct trial *t = make_trial(&own, d, image, test);
	size_t n = test_points(test), i;
	bool good;

	t->outcome = o;
	t->fault = f;
	t->seed = seed;
	memset(o, 0, sizeof(*o));
	good = find_entries(t);
	for (i = 0; good && i < n && !t->stop; i++) {
		t->number = i;
		test_point(test, i, t->point);
		good = run_point(t);
		clear_point(t, t->arena);
	}
	good = good && has_compared(t);
	if (!f->poisoned)
		trial_release(t);
	arena_free(&own);
	return good;
}

static bool
launch_seen(struct trial *t)
{
	struct device *d = t->device;
	int code;

	if (!trial_put(t, false))
		return false;
	code = d->ops->profile ? d->ops->profile(d, true) : -1;
	if (!code && !trial_make_launches(t))
		return false;
	if (!code)
		code = d->ops->profile(d, false);
	return !code || trial_fail(t, "telling the profiler failed with %d",
				   code);
}

bool
trial_count(struct device *d, struct trial_image *image,
	    const struct pack_test *test, uint64_t seed, unsigned rounds,
	    struct fault *f)
{
	struct arena own = { 0 };
	struct trial *t = make_trial(&own, d, image, test);
	bool good;

	t->outcome = arena_make(&own, sizeof(*t->outcome));
	t->fault = f;
	t->seed = seed;
	t->number = test_points(test) - 1;
	test_point(test, t->number, t->point);
	good = find_entries(t) && trial_fill(t);
	while (good && rounds--)
		good = launch_seen(t);
	clear_point(t, t->arena);
	if (!f->poisoned)
		trial_release(t);
	arena_free(&own);
	return good;
}
