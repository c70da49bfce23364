/*
 * What approximate instructions decide of a test.
 *
 * The ISA leaves their results open within an error; the emulator has near
 * ones and a device has its own. So a point at which some were made is run
 * again, with all of them as large as they may be, as small, mixed, and true:
 * what comes out the same each time is taken as so on every device. The rest
 * is undecided here, and is told with the instructions, their errors and what
 * the check allows; it fails no point.
 *
 * This is no proof: it leans where it can, not wherever a device might. It
 * does see what a bound on the tolerance would not: results that are not
 * checked, errors that a later step takes away or makes larger.
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
#include "trial_outcome.h"
#include "trial_parts.h"

_Static_assert(OUTCOME_LEANS == LEAN_TRUE - LEAN_MORE + 1, "one for each");

/* A point with nearest results, and the same point leaning. */
struct leaning {
	struct trial *trial;
	struct outcome *nearest, *leaned;
	bool wrong[TEST_CHECKS]; /* in some run */
	bool unwritten[TEST_VARIABLES], nan[TEST_VARIABLES];
};

/* --- elements ------------------------------------------------------------ */

void
trial_marks_begin(struct trial *t, struct trial_marks *m, size_t n)
{
	size_t bytes = (n / 64 + 1) * sizeof(*m->now);

	if (!*t->outcome->promise)
		return;
	if (t->lean == LEAN_NONE) {
		m->n = n;
		m->now = arena_make(t->arena, bytes);
		m->always = arena_make(t->arena, bytes);
	}
	memset(m->now, 0, bytes);
}

void
trial_marks_add(struct trial_marks *m, size_t i)
{
	if (m->now && i < m->n)
		m->now[i / 64] |= UINT64_C(1) << i % 64;
}

void
trial_marks_end(const struct trial *t, struct trial_marks *m)
{
	size_t i;

	for (i = 0; m->now && i < m->n / 64 + 1; i++)
		m->always[i] = m->now[i] & (t->lean == LEAN_NONE
						    ? UINT64_MAX
						    : m->always[i]);
}

/* Whether an element is wrong in all runs. */
static bool
is_any(const struct trial_marks *m)
{
	size_t i;

	for (i = 0; i < m->n / 64 + 1; i++) {
		if (m->always[i])
			return true;
	}
	return false;
}

/* --- words --------------------------------------------------------------- */

void
trial_note_promises(struct trial *t)
{
	char *at = t->outcome->promise;
	struct device *d = t->device;
	const char *text;
	unsigned i;
	size_t len;

	for (i = 0; d->ops->promise && (text = d->ops->promise(d, i)); i++) {
		len = strlen(at);
		if (!strstr(at, text))
			snprintf(at + len, sizeof(t->outcome->promise) - len,
				 "%s%s", len ? ", " : "", text);
	}
}

/* Why the point is undecided; only the first reason is kept. */
static void
doubt(struct leaning *l, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void
doubt(struct leaning *l, const char *format, ...)
{
	char *at = l->nearest->unsure;
	const size_t cap = sizeof(l->nearest->unsure);
	va_list ap;
	int n;

	if (*at)
		return;
	n = snprintf(at, cap, "%s, ", l->nearest->promise);
	va_start(ap, format);
	vsnprintf(at + n, cap - (size_t)n, format, ap);
	va_end(ap);
}

/* The tolerance as the page has it: "rel 1e-05 and abs 0.1". */
static void
tell_tolerance(const struct leaning *l, const struct pack_assertion *c,
	       char *out, size_t cap)
{
	const struct {
		bool given;
		const struct formula *f;
		const char *before, *behind;
	} parts[] = {
		{ c->has_rel, &c->rel, "rel ", "" },
		{ c->has_abs, &c->abs, "abs ", "" },
		{ c->has_ulp, &c->ulp, "", " ulp" },
	};
	struct formula_world w = trial_world(l->trial, 0);
	size_t i, n = 0;
	struct worth x;

	snprintf(out, cap, "nothing");
	for (i = 0; i < sizeof(parts) / sizeof(parts[0]) && n < cap; i++) {
		if (parts[i].given && formula_eval(parts[i].f, &w, &x))
			n += (size_t)snprintf(out + n, cap - n, "%s%s%.3g%s",
					      n ? " and " : "",
					      parts[i].before, x.value,
					      parts[i].behind);
	}
}

static void
doubt_check(struct leaning *l, size_t k)
{
	const struct pack_assertion *c = &l->trial->test->checks[k];
	char allowed[96], name[200] = "the check";

	if (l->trial->test->nchecks > 1)
		snprintf(name, sizeof(name), "the check '%.180s'", c->text);
	tell_tolerance(l, c, allowed, sizeof(allowed));
	if (c->comparison == COMPARISON_EQ || c->comparison == COMPARISON_NE)
		doubt(l, "%s allows %s", name, allowed);
	else
		doubt(l, "which decides %s", name);
}

/* --- what differs -------------------------------------------------------- */

static void
note_lean(struct leaning *l, size_t lean)
{
	const struct outcome *o = l->leaned;
	size_t i;

	if (o->nfindings && !l->nearest->nfindings)
		doubt(l, "within which this happens: %s",
		      o->findings[0].finding.text);
	for (i = 0; i < TEST_CHECKS; i++) {
		l->nearest->checks[i].leaned[lean] =
			outcome_lean(&o->checks[i]);
		l->wrong[i] |= o->checks[i].bad != 0;
	}
	for (i = 0; i < TEST_VARIABLES; i++) {
		l->unwritten[i] |= o->outputs[i].unwritten != 0;
		l->nan[i] |= o->outputs[i].nan != 0;
	}
}

/* What is wrong in some runs, and of no element in all, is undecided: neither
   right nor wrong. */
static void
decide(struct leaning *l)
{
	const struct trial *t = l->trial;
	struct outcome *o = l->nearest;
	size_t i;

	for (i = 0; i < t->test->nchecks; i++) {
		if (!l->wrong[i] || is_any(&t->bad[i]))
			continue;
		o->checks[i].bad = 0;
		doubt_check(l, i);
	}
	for (i = 0; i < t->test->nvariables; i++) {
		if (l->unwritten[i] && !is_any(&t->unwritten[i])) {
			o->outputs[i].unwritten = 0;
			doubt(l, "which decides whether %s is written",
			      t->test->names[i]);
		}
		if (l->nan[i] && !is_any(&t->nan[i])) {
			o->outputs[i].nan = 0;
			doubt(l, "which decides whether %s is NaN",
			      t->test->names[i]);
		}
	}
}

/* --- the point again ----------------------------------------------------- */

/* False with a fault that is not of the results. */
static bool
run_leaning(struct leaning *l, enum device_lean lean)
{
	struct trial *t = l->trial;
	bool ran;

	memset(l->leaned, 0, sizeof(*l->leaned));
	t->outcome = l->leaned;
	t->lean = lean;
	ran = trial_run_once(t);
	t->outcome = l->nearest;
	t->lean = LEAN_NONE;
	t->stop = false;
	if (ran)
		note_lean(l, (size_t)(lean - LEAN_MORE));
	else if (t->fault->kind == FAULT_CHECK)
		doubt(l, "within which this happens: %s", t->fault->text);
	return ran || t->fault->kind == FAULT_CHECK;
}

bool
trial_lean(struct trial *t)
{
	struct leaning l = { .trial = t, .nearest = t->outcome };
	const struct fault none = *t->fault;
	bool found = t->found;
	size_t i;
	int lean;

	for (i = 0; i < TEST_CHECKS; i++)
		l.wrong[i] = t->outcome->checks[i].bad != 0;
	for (i = 0; i < TEST_VARIABLES; i++) {
		l.unwritten[i] = t->outcome->outputs[i].unwritten != 0;
		l.nan[i] = t->outcome->outputs[i].nan != 0;
	}
	l.leaned = arena_make(t->arena, sizeof(*l.leaned));
	for (lean = LEAN_MORE; lean <= LEAN_TRUE; lean++) {
		if (!run_leaning(&l, (enum device_lean)lean))
			return false;
		*t->fault = none;
	}
	t->found = found;
	decide(&l);
	return true;
}
