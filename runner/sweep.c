/*
 * Sweeps from coarse to fine.
 *
 * The idea: the cases of a job are points of a grid, which their parameters
 * span; a neighbour is one step away in one parameter. A pilot looks at a
 * coarse grid once, then goes uphill from its best, so that all neighbours of
 * where it ends have been seen. Each replicate measures that point and its
 * neighbours, and who judges chooses among them by all replicates: the pilot
 * only says what is not worth the time.
 *
 * Which points are coarse and what a slope is worth is the pack's to say.
 */
#include <string.h>

#include "arena.h"
#include "number.h"
#include "pack.h"

#include "sweep.h"

/* The place of a case's value among those that a parameter has, in the order
   in which they come. */
static unsigned
find_rank(const struct pack_job *job, size_t k, size_t param)
{
	const char *value = job->cases[k].params[param].value;
	unsigned rank = 0;
	size_t i, j;

	for (i = 0; i < k; i++) {
		const char *other = job->cases[i].params[param].value;

		if (!strcmp(other, value))
			return rank;
		for (j = 0; j < i; j++) {
			if (!strcmp(job->cases[j].params[param].value, other))
				break;
		}
		rank += j == i;
	}
	return rank;
}

struct sweep
sweep_make(struct arena *a, const struct pack_job *job)
{
	struct sweep s = { .job = job };
	size_t n = job->cases[0].nparams, i, j;

	s.ranks = arena_make(a, (job->ncases * n + 1) * sizeof(*s.ranks));
	s.slopes = arena_make(a, job->ncases * sizeof(*s.slopes));
	s.seen = arena_make(a, job->ncases * sizeof(*s.seen));
	for (i = 0; i < job->ncases; i++) {
		for (j = 0; j < n; j++)
			s.ranks[i * n + j] = find_rank(job, i, j);
	}
	return s;
}

void
sweep_add(struct sweep *s, size_t k, double slope)
{
	s->slopes[k] = slope;
	s->seen[k] = true;
}

static double
find_worth(const struct sweep *s, size_t k)
{
	return s->seen[k] && s->slopes[k] > 0 ?
	       s->job->points[k].weight / s->slopes[k] : 0;
}

/* The first of the best; the number of cases when nothing is worth anything. */
static size_t
find_best(const struct sweep *s)
{
	size_t best = s->job->ncases, k;

	for (k = 0; k < s->job->ncases; k++) {
		if (find_worth(s, k) > 0 &&
		    (best == s->job->ncases ||
		     find_worth(s, k) > find_worth(s, best)))
			best = k;
	}
	return best;
}

static bool
are_neighbours(const struct sweep *s, size_t x, size_t y)
{
	size_t n = s->job->cases[0].nparams, i;
	unsigned steps = 0, a, b;

	for (i = 0; i < n; i++) {
		a = s->ranks[x * n + i];
		b = s->ranks[y * n + i];
		steps += a < b ? b - a : a - b;
	}
	return steps == 1;
}

size_t
sweep_next(const struct sweep *s)
{
	size_t n = s->job->ncases, best, k;

	for (k = 0; k < n; k++) {
		if (!s->seen[k] &&
		    (s->job->points[k].coarse || s->job->points[k].keep))
			return k;
	}
	best = find_best(s);
	for (k = 0; k < n && best < n; k++) {
		if (!s->seen[k] && are_neighbours(s, k, best))
			return k;
	}
	return n;
}

bool
sweep_leaves(const struct sweep *s, size_t k)
{
	size_t best = find_best(s);

	if (s->job->points[k].keep || k == best)
		return false;
	return best == s->job->ncases ? !s->job->points[k].coarse :
					!are_neighbours(s, k, best);
}
