/*
 * The lines 'point WEIGHT [coarse] [keep]' of a job: what a pilot must know of
 * the cases of a large sweep. They stand above the cases and are counted
 * against them when the job is closed.
 */
#include <string.h>

#include "arena.h"
#include "manifest.h"
#include "number.h"
#include "pack.h"

#include "pack_parts.h"

bool
point_parse(struct arena *a, const struct line *l, struct pack_job *job)
{
	struct pack_point *p;
	double weight;
	size_t i;

	if (l->nwords < 2)
		return line_expect(l, 2, "point WEIGHT [coarse] [keep]");
	if (!line_number(l, 1, &weight))
		return false;
	if (!(weight > 0))
		return line_fail(l, "a weight is above 0");
	job->points = arena_grow(a, job->points, job->npoints, sizeof(*p));
	p = &job->points[job->npoints++];
	p->weight = weight;
	for (i = 2; i < l->nwords; i++) {
		if (!strcmp(l->words[i], "coarse") && !p->coarse)
			p->coarse = true;
		else if (!strcmp(l->words[i], "keep") && !p->keep)
			p->keep = true;
		else
			return line_fail(l, "expected 'coarse' or 'keep', "
					 "found '%s'", l->words[i]);
	}
	return true;
}

/* Cases of a sweep have the same parameters in the same order. */
static bool
check_params(const struct line *l, const struct pack_job *job)
{
	const struct pack_case *first = &job->cases[0], *c;
	size_t n = first->nparams, i, k;

	for (i = 1; i < job->ncases; i++) {
		c = &job->cases[i];
		for (k = 0; k < n && c->nparams == n; k++) {
			if (strcmp(c->params[k].name, first->params[k].name))
				break;
		}
		if (c->nparams != n || k < n)
			return line_fail(l, "cases of a job with points have "
					 "the same parameters");
	}
	return true;
}

bool
point_check(const struct line *l, const struct pack_job *job)
{
	bool coarse = false;
	size_t i;

	if (!job->npoints)
		return true;
	if (job->npoints != job->ncases)
		return line_fail(l, "job '%s' has %zu points and %zu cases",
				 job->name, job->npoints, job->ncases);
	for (i = 0; i < job->npoints; i++)
		coarse |= job->points[i].coarse;
	if (!coarse)
		return line_fail(l, "job '%s' has no coarse point", job->name);
	return check_params(l, job);
}
