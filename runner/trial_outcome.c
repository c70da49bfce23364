/*
 * Outcomes of tests: those of points put together.
 *
 * Counts add up, the first of anything is at the least point that has it, and
 * findings of one kind in one line are one. As words for the supervisor they
 * are trial_words.c's, as JSON trial_json.c's.
 */
#include <math.h>
#include <string.h>

#include "device.h"
#include "formula.h"
#include "number.h"
#include "pack_test.h"
#include "trial_outcome.h"

static bool
same_place(const struct finding *a, const struct finding *b)
{
	return a->kind == b->kind && a->line == b->line &&
	       !strcmp(a->kernel, b->kernel) && !strcmp(a->file, b->file);
}

void
outcome_add_finding(struct outcome *o, const struct finding *f,
		    const int64_t point[TEST_RANGES])
{
	struct finding_outcome *new = &o->findings[o->nfindings];
	size_t i;

	for (i = 0; i < o->nfindings; i++) {
		if (same_place(&o->findings[i].finding, f)) {
			o->findings[i].finding.count += f->count;
			return;
		}
	}
	if (o->nfindings == OUTCOME_FINDINGS)
		return;
	o->nfindings++;
	new->finding = *f;
	memcpy(new->point, point, sizeof(new->point));
}

/* --- points -------------------------------------------------------------- */

bool
outcome_is_bad(const struct outcome *o)
{
	size_t i;

	for (i = 0; i < TEST_CHECKS; i++) {
		if (o->checks[i].bad)
			return true;
	}
	for (i = 0; i < TEST_VARIABLES; i++) {
		if (o->outputs[i].unwritten)
			return true;
	}
	return false;
}

static void
add_spot(uint64_t *n, struct spot *first, uint64_t more,
	 const struct spot *spot)
{
	if (!*n && more)
		*first = *spot;
	*n += more;
}

struct leaned
outcome_lean(const struct check_outcome *c)
{
	return (struct leaned){ c->bad, c->max_rel, c->max_abs, c->max_ulp,
				c->bad ? c->first.got.value : 0 };
}

static void
add_lean(struct leaned *l, const struct leaned *point)
{
	if (!l->bad)
		l->got = point->got;
	l->bad += point->bad;
	l->max_rel = fmax(l->max_rel, point->max_rel);
	l->max_abs = fmax(l->max_abs, point->max_abs);
	l->max_ulp = fmax(l->max_ulp, point->max_ulp);
}

static void
add_check(struct check_outcome *c, const struct check_outcome *point)
{
	size_t i;

	c->max_rel = fmax(c->max_rel, point->max_rel);
	c->max_abs = fmax(c->max_abs, point->max_abs);
	c->max_ulp = fmax(c->max_ulp, point->max_ulp);
	for (i = 0; i < OUTCOME_LEANS; i++)
		add_lean(&c->leaned[i], &point->leaned[i]);
	add_spot(&c->bad, &c->first, point->bad, &point->first);
}

void
outcome_add(struct outcome *o, const struct outcome *point)
{
	size_t i;

	o->points += point->points;
	o->failed += point->failed;
	for (i = 0; i < TEST_CHECKS; i++)
		add_check(&o->checks[i], &point->checks[i]);
	for (i = 0; i < TEST_VARIABLES; i++) {
		struct output_outcome *x = &o->outputs[i];
		const struct output_outcome *y = &point->outputs[i];

		add_spot(&x->unwritten, &x->first_unwritten, y->unwritten,
			 &y->first_unwritten);
		add_spot(&x->nan, &x->first_nan, y->nan, &y->first_nan);
	}
	for (i = 0; i < point->nfindings; i++)
		outcome_add_finding(o, &point->findings[i].finding,
				    point->findings[i].point);
	if (!*o->promise)
		memcpy(o->promise, point->promise, sizeof(o->promise));
	if (!*o->unsure)
		memcpy(o->unsure, point->unsure, sizeof(o->unsure));
}
