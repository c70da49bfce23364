/*
 * The pilot: what is done once before the replicates, and counts for nothing.
 *
 * Devices that share the replicates must agree on the lengths of launches, and
 * a large sweep on the cases that are worth measuring. A job that has neither
 * need finds its lengths in the first replicate.
 */
#include "arena.h"
#include "conditions.h"
#include "cost.h"
#include "device.h"
#include "fault.h"
#include "measure.h"
#include "number.h"
#include "pack.h"
#include "report.h"
#include "results.h"
#include "sweep.h"

#include "pilot.h"

bool
pilot_has(const struct results *r, size_t job)
{
	return r->jobs[job].wanted &&
	       (r->ndevices > 1 || r->pack->jobs[job].npoints);
}

bool
pilot_is_needed(const struct results *r)
{
	size_t i;

	for (i = 0; i < r->pack->njobs; i++) {
		if (pilot_has(r, i))
			return true;
	}
	return false;
}

/* Cases cost alike. */
void
pilot_spread(const struct results *r, size_t *pilots)
{
	size_t load[DEVICES_MOST] = { 0 }, i, k, least;

	for (i = 0; i < r->pack->njobs; i++) {
		if (!pilot_has(r, i))
			continue;
		for (k = least = 0; k < r->ndevices; k++)
			least = load[k] < load[least] ? k : least;
		pilots[i] = least;
		load[least] += 1 + r->pack->jobs[i].ncases;
	}
}

/* What the pilot has seen of a sweep says what is left out. */
static void
choose_cases(struct arena *a, struct results *r, size_t job)
{
	const struct pack_job *p = &r->pack->jobs[job];
	struct job_result *j = &r->jobs[job];
	struct sweep s = sweep_make(a, p);
	size_t k;

	for (k = 0; k < p->ncases; k++) {
		if (j->pilot->seen[k])
			sweep_add(&s, k, measure_slope(
				j->pilot->values + k * REPORT_VALUES, j->n[k]));
	}
	for (k = 0; k < p->ncases; k++)
		j->left[k] = sweep_leaves(&s, k);
}

void
pilot_choose(struct arena *a, struct results *r)
{
	size_t i;

	for (i = 0; i < r->pack->njobs; i++) {
		if (r->pack->jobs[i].npoints && r->jobs[i].pilot)
			choose_cases(a, r, i);
	}
}
