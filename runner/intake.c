/*
 * From lines to results, as a small machine of three stages: opening, between
 * visits, in a visit. A report that is malformed, comes in the wrong stage or
 * speaks of what was not ordered is a fault of the worker.
 *
 * Values enter the results only when their visit is done without a fault and
 * every case has them: a replicate is complete or is not there.
 */
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "conditions.h"
#include "cost.h"
#include "device.h"
#include "fault.h"
#include "formula.h"
#include "intake.h"
#include "number.h"
#include "orders.h"
#include "pack.h"
#include "pack_test.h"
#include "report.h"
#include "results.h"
#include "trial_outcome.h"

enum { LINE_MOST = 1 << 17 }; /* of a report; one of a test has findings */

static const struct order *
find_order(const struct intake *t, size_t job)
{
	size_t i;

	for (i = 0; i < t->orders->njobs; i++) {
		if (t->orders->jobs[i].job == job)
			return &t->orders->jobs[i];
	}
	return NULL;
}

static struct job_result *
find_result(struct intake *t)
{
	return &t->results->jobs[t->job];
}

struct fault *
intake_find_fault(struct intake *t)
{
	return t->job < 0 ? t->machine : &find_result(t)->fault;
}

void
intake_fail(struct intake *t, enum fault_kind kind, const char *text)
{
	struct fault *f = intake_find_fault(t);

	if (f->kind != FAULT_NONE)
		return;
	fault_set(f, t->job < 0 ? FAULT_MACHINE : kind, "%s", text);
	f->kase = t->kase;
}

static bool
same_model(const struct device_attributes *a,
	   const struct device_attributes *b)
{
	return a->sm_count == b->sm_count && !strcmp(a->name, b->name) &&
	       a->cc_major == b->cc_major && a->cc_minor == b->cc_minor;
}

/* Each device of a run stays the one it is, and all are of one model. */
static bool
take_device(struct intake *t, const struct report *r)
{
	struct results *all = t->results;
	struct used_device *d = results_find_device(all, t->orders->device);
	bool changed = d->known && strcmp(d->bus, r->device.bus);

	if (changed || (all->known && !same_model(&all->device, &r->device))) {
		fault_set(t->machine, FAULT_MACHINE,
			  all->ndevices > 1 && !d->known ?
			  "devices of different kinds, %s and %s" :
			  "the device changed during the run, from %s to %s",
			  all->device.name, r->device.name);
		return false;
	}
	snprintf(d->bus, sizeof(d->bus), "%s", r->device.bus);
	d->known = true;
	if (!all->known)
		all->device = r->device;
	all->known = true;
	return true;
}

static bool
take_begin(struct intake *t, const struct report *r)
{
	if (t->stage != STAGE_BETWEEN || !find_order(t, r->job) ||
	    t->visited[r->job])
		return false;
	t->stage = STAGE_VISIT;
	t->job = (long)r->job;
	t->replicate = results_make_replicate(t->arena, t->results, r->job);
	t->replicate->number = t->orders->replicate;
	t->replicate->device = t->orders->device;
	return true;
}

static bool
take_case(struct intake *t, const struct report *r)
{
	const struct order *o = find_order(t, r->job);

	if (!o || r->kase >= o->ncases)
		return false;
	t->kase = (long)r->kase;
	return true;
}

static bool
take_sample(struct intake *t, const struct report *r)
{
	const struct order *o = find_order(t, r->job);

	if ((long)r->kase != t->kase || r->n == 0 ||
	    t->replicate->seen[r->kase])
		return false;
	if (o->n[r->kase] && o->n[r->kase] != r->n) /* ORDER_LEFT, too */
		return false;
	find_result(t)->n[r->kase] = r->n;
	memcpy(t->replicate->values + r->kase * REPORT_VALUES, r->values,
	       sizeof(r->values));
	find_result(t)->fresh[r->kase] |= r->fresh;
	t->replicate->issue[r->kase] = r->issue;
	find_result(t)->points++;
	t->replicate->seen[r->kase] = true;
	return true;
}

static bool
take_refused(struct intake *t, const struct report *r)
{
	const struct order *o = find_order(t, r->job);
	struct fault *f;
	size_t k;

	if (r->fault.kase < 0 || r->fault.kase != t->kase ||
	    !fault_is_refusal(&r->fault))
		return false;
	k = (size_t)r->fault.kase;
	if (o->n[k] == ORDER_LEFT || t->replicate->seen[k])
		return false;
	f = &find_result(t)->refused[k];
	if (f->kind == FAULT_NONE)
		*f = r->fault;
	return true;
}

static bool
take_fault(struct intake *t, const struct report *r)
{
	struct fault *f = intake_find_fault(t);

	if (r->fault.kind == FAULT_MACHINE)
		f = t->machine;
	if (f->kind == FAULT_NONE)
		*f = r->fault;
	t->failed = r->fault.poisoned || r->fault.kind == FAULT_MACHINE;
	return true;
}

static bool
take_outcome(struct intake *t, const struct report *r)
{
	const struct pack_test *test = t->results->pack->jobs[r->job].test;
	struct job_result *j = find_result(t);

	if (!test || j->outcome)
		return false;
	j->outcome = arena_make(t->arena, sizeof(*j->outcome));
	return outcome_parse(r->text, test, j->outcome);
}

static bool
take_done(struct intake *t, const struct report *r)
{
	const struct order *o = find_order(t, r->job);
	struct job_result *j = find_result(t);
	size_t i;

	t->visited[r->job] = true;
	t->stage = STAGE_BETWEEN;
	t->kase = FAULT_NO_CASE;
	results_judge_refused(t->results, r->job);
	if (j->fault.kind != FAULT_NONE)
		return true;
	if (t->results->pack->jobs[r->job].test)
		return j->outcome != NULL;
	if (t->orders->replicate == 0) {
		j->pilot = t->replicate;
		return true;
	}
	for (i = 0; i < o->ncases; i++) {
		if (!t->replicate->seen[i] && o->n[i] != ORDER_LEFT &&
		    j->refused[i].kind == FAULT_NONE)
			return false;
	}
	results_add(t->arena, t->results, r->job, t->replicate);
	results_judge_refused(t->results, r->job);
	return true;
}

static bool
take_cost(struct intake *t, const struct report *r)
{
	struct job_result *j = find_result(t);

	cost_sum(&j->cost, &r->cost);
	j->visits++;
	return true;
}

/* A report that belongs to the visit in progress. */
static bool
take_visit(struct intake *t, const struct report *r)
{
	if (r->kind == REPORT_FAULT && t->stage == STAGE_OPENING)
		return take_fault(t, r);
	if (t->stage != STAGE_VISIT || (long)r->job != t->job)
		return false;
	if (r->kind == REPORT_CASE)
		return take_case(t, r);
	if (r->kind == REPORT_SAMPLE)
		return take_sample(t, r);
	if (r->kind == REPORT_REFUSED)
		return take_refused(t, r);
	if (r->kind == REPORT_FAULT)
		return take_fault(t, r);
	if (r->kind == REPORT_OUTCOME)
		return take_outcome(t, r);
	if (r->kind == REPORT_DONE)
		return take_done(t, r);
	if (r->kind == REPORT_COST)
		return take_cost(t, r);
	t->replicate->conditions = r->conditions;
	return true;
}

static bool
take_report(struct intake *t, const struct report *r)
{
	if (t->bye || t->failed)
		return false; /* nothing comes after the last word */
	switch (r->kind) {
	case REPORT_DEVICE:
		return t->stage == STAGE_OPENING && take_device(t, r);
	case REPORT_READY:
		if (t->stage != STAGE_OPENING || !t->results->known)
			return false;
		t->stage = STAGE_BETWEEN;
		return true;
	case REPORT_BEGIN:
		return take_begin(t, r);
	case REPORT_BYE:
		t->bye = t->stage == STAGE_BETWEEN;
		return t->bye;
	case REPORT_CASE:
	case REPORT_SAMPLE:
	case REPORT_REFUSED:
	case REPORT_CONDITIONS:
	case REPORT_OUTCOME:
	case REPORT_COST:
	case REPORT_FAULT:
	case REPORT_DONE:
		return take_visit(t, r);
	case REPORT_COUNTED: /* of orders that are none of ours */
		break;
	}
	return false;
}

static bool
take_line(struct intake *t)
{
	struct report r;

	memset(&r, 0, sizeof(r));
	if (report_parse(t->line.data, &r) && take_report(t, &r))
		return true;
	intake_fail(t, FAULT_CRASH, "the worker reported nonsense");
	t->failed = true;
	return false;
}

bool
intake_add(struct intake *t, const char *bytes, size_t len)
{
	const char *newline;
	size_t n;

	for (; len; bytes += n, len -= n) {
		newline = memchr(bytes, '\n', len);
		n = newline ? (size_t)(newline - bytes) : len;
		buf_add(&t->line, bytes, n);
		if (!newline && t->line.len <= LINE_MOST)
			continue;
		if (!take_line(t))
			return false;
		t->line.len = 0;
		n += newline != NULL;
	}
	return true;
}
