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

/* Whether the part of one place in a heap goes before that of another: it has
   less so far, or as much and comes first. */
static bool
goes_before(const struct fleet_part *x, const struct fleet_part *y)
{
	if (x->cost < y->cost || x->cost > y->cost)
		return x->cost < y->cost;
	return x->number < y->number;
}

/* Lets the part at the top of the heap, which has got more, sink to its
   place. */
static void
sink(struct fleet_part *heap, size_t n)
{
	size_t at = 0, below;

	while ((below = 2 * at + 1) < n) {
		struct fleet_part moved = heap[at];

		if (below + 1 < n && goes_before(&heap[below + 1],
						 &heap[below]))
			below++;
		if (!goes_before(&heap[below], &heap[at]))
			return;
		heap[at] = heap[below];
		heap[below] = moved;
		at = below;
	}
}

static int
compare_parts(const void *left, const void *right)
{
	const struct fleet_part *x = left, *y = right;

	return (x->number > y->number) - (x->number < y->number);
}

/* Gives each group to the part that has the least; of its first target. */
static void
give_out(struct fleet_split *s, const struct group *groups, size_t ngroups)
{
	for (size_t i = 0; i < s->n; i++)
		s->parts[i].number = i; /* a heap: all have nothing */
	for (size_t i = 0; i < ngroups && s->n > 0; i++) {
		s->part[groups[i].first] = s->parts[0].number;
		s->parts[0].cost += groups[i].cost;
		sink(s->parts, s->n);
	}
	qsort(s->parts, s->n, sizeof *s->parts, compare_parts);
}

void
fleet_split(struct arena *a, struct fleet_split *out, const struct plan *p,
	    const struct pack_wants *wants, size_t most)
{
	size_t *joined = join_targets(a, p, wants);
	struct group *groups;
	size_t ngroups = make_groups(a, &groups, p, wants, joined);
	size_t n = ngroups < most ? ngroups : most;

	if (n == 0 && wants->metrics && most > 0)
		n = 1; /* names alone */
	*out = (struct fleet_split){ .n = n };
	out->parts = arena_alloc(a, (n + 1) * sizeof *out->parts);
	out->part = arena_alloc(a, (p->ntargets + 1) * sizeof *out->part);
	give_out(out, groups, ngroups);
	for (size_t i = 0; i < p->ntargets; i++) {
		if (n == 0 || !is_wanted(wants, i)) {
			out->part[i] = n;
			continue;
		}
		/* the first of them has its own by now */
		out->part[i] = out->part[first_of(joined, i)];
		out->parts[out->part[i]].njobs++;
	}
	if (n > 0)
		out->parts[n - 1].metrics = wants->metrics;
}

void
fleet_wants(struct fleet_share *out, const struct fleet_split *s, size_t part,
	    const struct pack_wants *wants)
{
	for (size_t i = 0; i < out->ntargets; i++) {
		bool mine = s->part[i] == part;

		out->replicates[i] = mine ? wants->replicates[i] : 0;
		out->counts[i] = mine && wants->counts && wants->counts[i];
	}
	out->metrics = s->parts[part].metrics;
}
