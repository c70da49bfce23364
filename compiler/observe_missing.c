/*
 * What the ledger lacks of what the plan asks for.
 *
 * The idea: a target is missing when there is no evidence of it on the device,
 * and likewise when a claim asks for a point of its sweep that every run has
 * left out. What runs have measured is measured by the next ones, too, so that
 * they can be compared. And since a claim pairs its parts run by run, all that
 * it is measured by goes with what is missing of it.
 *
 * Whether what is there decides anything is judged elsewhere.
 */
#include "arena.h"
#include "evidence.h"
#include "judge.h"
#include "library.h"
#include "observe.h"
#include "plan.h"
#include "recall.h"

static const struct evidence *
find_evidence(const struct world *w, const struct target *t, struct str device)
{
	return ledger_find(w->ledger, recall_job(w->recall, t), device);
}

/* Whether no run has measured a point that is asked for. */
static bool
lacks_point(const struct target *t, const struct evidence *e)
{
	for (size_t k = 0; t->keep && k < t->npoints; k++)
		if (t->keep[k] && !evidence_has(e, t->points[k].settings,
						t->points[k].nsettings))
			return true;
	return false;
}

/* How many uses of one claim there are from the first on. */
static size_t
count_uses(const struct plan *p, size_t first)
{
	const struct use *u = &p->uses[first];
	size_t n = 1;

	while (first + n < p->nuses && u[n].page == u->page &&
	       u[n].claim == u->claim)
		n++;
	return n;
}

/* Adds what shares a claim with anything that is missing; how much that is. */
static size_t
add_partners(struct arena *a, const struct world *w, const bool *missing,
	     size_t *wanted)
{
	const struct plan *p = w->plan;
	size_t added = 0, n;

	for (size_t i = 0; i < p->nuses; i += n) {
		bool any = false;

		n = count_uses(p, i);
		for (size_t k = i; k < i + n; k++)
			any = any || missing[p->uses[k].target];
		for (size_t k = i; any && k < i + n; k++) {
			size_t t = p->uses[k].target;

			if (wanted[t] > 0 || !observe_runnable(a, w, t))
				continue;
			wanted[t] = JUDGE_REPLICATES;
			added++;
		}
	}
	return added;
}

size_t
observe_missing(struct arena *a, const struct world *w, struct str device,
		size_t **wanted)
{
	bool *missing = arena_alloc(a, (w->plan->ntargets + 1) *
					       sizeof *missing);
	size_t count = 0;

	*wanted = arena_alloc(a, (w->plan->ntargets + 1) * sizeof **wanted);
	for (size_t i = 0; i < w->plan->ntargets; i++) {
		const struct target *t = &w->plan->targets[i];
		const struct evidence *e;

		if (!observe_runnable(a, w, i))
			continue;
		e = find_evidence(w, t, device);
		if (e && !lacks_point(t, e))
			continue;
		(*wanted)[i] = JUDGE_REPLICATES;
		missing[i] = true;
		count++;
	}
	return count + add_partners(a, w, missing, *wanted);
}

void
observe_keep(const struct world *w, struct str device)
{
	for (size_t i = 0; i < w->plan->ntargets; i++) {
		const struct target *t = &w->plan->targets[i];
		const struct evidence *e =
			t->keep ? find_evidence(w, t, device) : NULL;

		for (size_t k = 0; e && k < t->npoints; k++)
			if (evidence_has(e, t->points[k].settings,
					 t->points[k].nsettings))
				t->keep[k] = true;
	}
}
