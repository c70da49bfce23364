/*
 * Wants -> parts, one for each machine that shares them.
 *
 * The idea: targets that a claim names together are joined, those joined with
 * others through any number of claims make a group, and a group is never cut,
 * since a value that is made of two measured ones needs both from the same
 * replicates. Groups go, the most expensive first, to the part that has the
 * least so far; equal ones in the order of the plan.
 *
 * What a group costs is an estimate, of visits that all take the same; which
 * machines there are, and what they do with a part, is the engines' matter.
 */
#include "fleet.h"

#include "arena.h"
#include "pack.h"
#include "plan.h"

#include <stdlib.h>

/* As on an H200: a replicate's visit to a point of a probe, a test on all its
   points, a profiler's look at a job. */
#define VISIT_SECONDS 0.0005
#define TEST_SECONDS 0.1
#define COUNT_SECONDS 5.0

/* Targets that stay together, under their first one. */
struct group {
	size_t first;
	double cost;
};

static bool
is_wanted(const struct pack_wants *w, size_t i)
{
	return w->replicates[i] > 0 || (w->counts && w->counts[i]);
}

static double
cost_of(const struct plan *p, const struct pack_wants *w, size_t i)
{
	double points = (double)p->targets[i].npoints;
	double counts = w->counts && w->counts[i] ? COUNT_SECONDS : 0;

	if (w->replicates[i] > 0 && points < 1)
		return TEST_SECONDS + counts;
	return VISIT_SECONDS * points * (double)w->replicates[i] + counts;
}

/* The first of those that i is joined with. */
static size_t
first_of(size_t *joined, size_t i)
{
	while (joined[i] != i) {
		joined[i] = joined[joined[i]];
		i = joined[i];
	}
	return i;
}

/* Joins what claims name together: uses of a claim stand side by side. */
static size_t *
join_targets(struct arena *a, const struct plan *p, const struct pack_wants *w)
{
	size_t *joined = arena_alloc(a, (p->ntargets + 1) * sizeof *joined);
	const struct use *last = NULL;

	for (size_t i = 0; i < p->ntargets; i++)
		joined[i] = i;
	for (size_t i = 0; i < p->nuses; i++) {
		const struct use *u = &p->uses[i];
		size_t x, y;

		if (!is_wanted(w, u->target))
			continue;
		if (last && last->page == u->page && last->claim == u->claim) {
			x = first_of(joined, last->target);
			y = first_of(joined, u->target);
			joined[x > y ? x : y] = x > y ? y : x;
		}
		last = u;
	}
	return joined;
}

/* Dear ones first, then in the plan's order. */
static int
compare_groups(const void *left, const void *right)
{
	const struct group *x = left, *y = right;

	if (x->cost > y->cost || x->cost < y->cost)
		return x->cost > y->cost ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

/* All groups, in the order in which they are given out. */
static size_t
make_groups(struct arena *a, struct group **out, const struct plan *p,
	    const struct pack_wants *w, size_t *joined)
{
	size_t *at = arena_alloc(a, (p->ntargets + 1) * sizeof *at), n = 0;

	*out = arena_alloc(a, (p->ntargets + 1) * sizeof **out);
	for (size_t i = 0; i < p->ntargets; i++) {
		size_t first = first_of(joined, i);

		if (!is_wanted(w, i))
			continue;
		if (at[first] == 0) {
			(*out)[n++].first = first;
			at[first] = n;
		}
		(*out)[at[first] - 1].cost += cost_of(p, w, i);
	}
	qsort(*out, n, sizeof **out, compare_groups);
	return n;
}

static size_t
find_least(const struct fleet_part *parts, size_t n)
{
	size_t least = 0;

	for (size_t i = 1; i < n; i++)
		if (parts[i].cost < parts[least].cost)
			least = i;
	return least;
}

static struct fleet_part *
make_parts(struct arena *a, size_t n, size_t ntargets)
{
	struct fleet_part *parts = arena_alloc(a, (n + 1) * sizeof *parts);

	for (size_t i = 0; i < n; i++) {
		parts[i].replicates = arena_alloc(a, (ntargets + 1) *
						  sizeof(size_t));
		parts[i].counts = arena_alloc(a, (ntargets + 1) *
					      sizeof(bool));
	}
	return parts;
}

size_t
fleet_split(struct arena *a, struct fleet_part **parts, const struct plan *p,
	    const struct pack_wants *wants, size_t most)
{
	size_t *joined = join_targets(a, p, wants);
	size_t *part = arena_alloc(a, (p->ntargets + 1) * sizeof *part);
	struct group *groups;
	size_t ngroups = make_groups(a, &groups, p, wants, joined);
	size_t n = ngroups < most ? ngroups : most;

	if (n == 0 && wants->metrics && most > 0)
		n = 1; /* names alone */
	*parts = make_parts(a, n, p->ntargets);
	for (size_t i = 0; i < ngroups && n > 0; i++) {
		size_t to = find_least(*parts, n);

		part[groups[i].first] = to;
		(*parts)[to].cost += groups[i].cost;
	}
	for (size_t i = 0; n > 0 && i < p->ntargets; i++) {
		struct fleet_part *to = &(*parts)[part[first_of(joined, i)]];

		if (!is_wanted(wants, i))
			continue;
		to->replicates[i] = wants->replicates[i];
		to->counts[i] = wants->counts && wants->counts[i];
		to->njobs++;
	}
	if (n > 0)
		(*parts)[n - 1].metrics = wants->metrics;
	return n;
}
