/*
 * What is asked of the profiler: names of its metrics, and the targets whose
 * launches it shall count.
 *
 * The idea: a name is asked once for all pages, and a target's counts are
 * sorted, so that neither the order of pages nor that of claims is seen in a
 * pack. A target that is counted is measured as well: of a sweep the best point
 * is the one that counts.
 */
#include "arena.h"
#include "claim.h"
#include "expr.h"
#include "fact.h"
#include "plan.h"
#include "plan_parts.h"

/* Adds a name to a sorted list that has each once. */
static void
add_sorted(struct arena *a, struct str **names, size_t *n, struct str name)
{
	struct str *grown = arena_alloc(a, (*n + 1) * sizeof *grown);
	size_t at = 0;

	while (at < *n && str_compare((*names)[at], name) < 0)
		at++;
	if (at < *n && str_equal((*names)[at], name))
		return;
	for (size_t i = 0; i < *n; i++)
		grown[i + (i >= at)] = (*names)[i];
	grown[at] = name;
	*names = grown;
	++*n;
}

void
plan_metric(struct planner *p, struct str name)
{
	if (fact_is_metric(name))
		add_sorted(p->arena, &p->plan->metrics, &p->plan->nmetrics,
			   name);
}

struct target *
plan_counter(struct planner *p, const struct fact *f)
{
	struct target *t;

	plan_metric(p, f->metric);
	if (f->expr->kind != EXPR_RAW)
		return NULL;
	t = f->probe ? plan_probe(p, f) :
		       plan_run(p, plan_find_run(p, f->subject));
	if (t)
		add_sorted(p->arena, &t->counts, &t->ncounts, f->metric);
	return t;
}
