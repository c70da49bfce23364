/*
 * The results in memory: filled by intake.c, written by record.c.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "arena.h"
#include "conditions.h"
#include "cost.h"
#include "device.h"
#include "fault.h"
#include "number.h"
#include "pack.h"
#include "report.h"
#include "results.h"

void
results_make(struct arena *a, const struct pack *p, struct results *r)
{
	size_t i;

	memset(r, 0, sizeof(*r));
	r->pack = p;
	r->jobs = arena_make(a, p->njobs * sizeof(*r->jobs));
	for (i = 0; i < p->njobs; i++) {
		r->jobs[i].wanted = !p->jobs[i].counts_only;
		r->jobs[i].counted = p->jobs[i].ncounts > 0;
		r->jobs[i].n = arena_make(a, p->jobs[i].ncases *
						     sizeof(*r->jobs[i].n));
		r->jobs[i].fresh = arena_make(a, p->jobs[i].ncases *
						  sizeof(*r->jobs[i].fresh));
		r->jobs[i].left = arena_make(a, p->jobs[i].ncases *
						  sizeof(*r->jobs[i].left));
		r->jobs[i].refused = arena_make(a, p->jobs[i].ncases *
					sizeof(*r->jobs[i].refused));
	}
}

void
results_add_device(struct arena *a, struct results *r, int number)
{
	r->devices = arena_grow(a, r->devices, r->ndevices,
				sizeof(*r->devices));
	r->devices[r->ndevices++].number = number;
}

struct used_device *
results_find_device(const struct results *r, int number)
{
	size_t i;

	for (i = 0; i < r->ndevices; i++) {
		if (r->devices[i].number == number)
			return &r->devices[i];
	}
	return NULL;
}

/* Two devices end their replicates in any order. */
void
results_add(struct arena *a, struct results *r, size_t job,
	    const struct replicate *rep)
{
	struct job_result *j = &r->jobs[job];
	size_t i;

	j->replicates = arena_grow(a, j->replicates, j->nreplicates,
				   sizeof(*j->replicates));
	for (i = j->nreplicates++; i; i--) {
		if (j->replicates[i - 1].number <= rep->number)
			break;
		j->replicates[i] = j->replicates[i - 1];
	}
	j->replicates[i] = *rep;
}

static bool
was_measured(const struct job_result *j, size_t k)
{
	size_t i;

	for (i = 0; i < j->nreplicates; i++) {
		if (j->replicates[i].seen[k])
			return true;
	}
	return false;
}

void
results_judge_refused(struct results *r, size_t job)
{
	struct job_result *j = &r->jobs[job];
	const struct fault *first = NULL, *both = NULL;
	size_t i, others = 0;

	for (i = 0; i < r->pack->jobs[job].ncases; i++) {
		const struct fault *f = &j->refused[i];

		if (f->kind == FAULT_NONE) {
			others += !j->left[i];
			continue;
		}
		first = first ? first : f;
		both = !both && was_measured(j, i) ? f : both;
	}
	if (j->fault.kind == FAULT_NONE && first && (both || !others))
		j->fault = both ? *both : *first;
}

bool
results_measures(const struct job_result *j, size_t kase)
{
	return !j->left[kase] && j->refused[kase].kind == FAULT_NONE;
}

size_t
results_dropped(const struct job_result *j)
{
	size_t i, n = 0;

	for (i = 0; i < j->nreplicates; i++)
		n += conditions_dropped(&j->replicates[i].conditions) != NULL;
	return n;
}

struct replicate *
results_make_replicate(struct arena *a, const struct results *r, size_t job)
{
	size_t ncases = r->pack->jobs[job].ncases;
	struct replicate *rep = arena_make(a, sizeof(*rep));

	rep->conditions = conditions_make();
	rep->values =
		arena_make(a, ncases * REPORT_VALUES * sizeof(*rep->values));
	rep->issue = arena_make(a, ncases * sizeof(*rep->issue));
	rep->seen = arena_make(a, ncases * sizeof(*rep->seen));
	return rep;
}

void
results_leave_foreign(struct results *r)
{
	struct job_result *j;
	size_t i;

	for (i = 0; i < r->pack->njobs; i++) {
		j = &r->jobs[i];
		if (!j->wanted ||
		    device_runs(&r->device, r->pack->jobs[i].target))
			continue;
		j->wanted = false;
		j->foreign = true;
		j->fault.kind = FAULT_NONE;
	}
}

void
results_format_time(time_t when, char out[RESULTS_TIME])
{
	struct tm t;

	if (!gmtime_r(&when, &t) ||
	    !strftime(out, RESULTS_TIME, "%Y-%m-%dT%H:%M:%SZ", &t))
		snprintf(out, RESULTS_TIME, "1970-01-01T00:00:00Z");
}

void
results_set_time(char out[RESULTS_TIME])
{
	results_format_time(time(NULL), out);
}

size_t
results_points(const struct results *r, struct cost *sum, size_t *visits)
{
	size_t i, points = 0;

	*sum = (struct cost){ 0 };
	*visits = 0;
	for (i = 0; i < r->pack->njobs; i++) {
		if (r->pack->jobs[i].test)
			continue;
		cost_sum(sum, &r->jobs[i].cost);
		*visits += r->jobs[i].visits;
		points += r->jobs[i].points;
	}
	return points;
}
