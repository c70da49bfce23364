/*
 * The visit of a job, in the order in which things can go wrong: the cubin is
 * read and must have the hash that the pack says; it is loaded; then for each
 * case buffers, entry, one launch to see whether it works, the measurement,
 * one more launch over poisoned outputs during which the device's conditions
 * are read, and the checks on what that launch left.
 *
 * Nothing is retried. The first fault ends the visit, but that of a case whose
 * launches the device does not take: it is told, and the visit goes on without
 * it. A pilot only times: it leaves the last launch and the checks out.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "check.h"
#include "conditions.h"
#include "cost.h"
#include "device.h"
#include "fault.h"
#include "file.h"
#include "fill.h"
#include "formula.h"
#include "fresh.h"
#include "measure.h"
#include "number.h"
#include "nvml.h"
#include "orders.h"
#include "pack.h"
#include "pack_test.h"
#include "probe.h"
#include "random.h"
#include "report.h"
#include "sweep.h"
#include "trial.h"
#include "trial_outcome.h"
#include "visit.h"

#include "visit_parts.h"

/* One untimed launch, during which the device's conditions are read. */
static bool
run_watched(struct bench *b, uint32_t n, struct fault *f)
{
	struct cost *cost = b->probe.cost;
	double since = cost_now(), kernels = cost->ns[COST_KERNELS], beyond;

	if (!measure_start(&b->probe, n, f))
		return false;
	if (b->visit->nvml)
		nvml_sample(b->visit->nvml, &b->conditions);
	beyond = cost_now() - since;
	if (!measure_wait(&b->probe, f))
		return false;
	beyond -= cost->ns[COST_KERNELS] - kernels;
	cost->ns[COST_WATCH] += beyond > 0 ? beyond : 0;
	return true;
}

/* A watched launch over fresh outputs, and the checks on what it left. */
static bool
run_checked(struct bench *b, const struct pack_case *c, uint32_t n,
	    struct fault *f)
{
	struct probe *p = &b->probe;
	double since = cost_now();
	int code = fresh_start(p);
	bool good;

	if (code)
		return probe_fail(p, f, "filling a buffer", code);
	good = probe_poison(p, c, f);
	cost_add(p->cost, COST_FILL, since);
	if (!good || !run_watched(b, n, f))
		return false;
	since = cost_now();
	good = check_run(c, p, f);
	cost_add(p->cost, COST_CHECK, since);
	return good;
}

/* What looks like the poison may be a number: then it is so over another one,
   too. */
static bool
run_last(struct bench *b, const struct pack_case *c, uint32_t n,
	 struct fault *f)
{
	bool good;

	if (run_checked(b, c, n, f))
		return true;
	if (f->kind != FAULT_CHECK || strcmp(f->name, CHECK_UNWRITTEN))
		return false;
	memset(f, 0, sizeof(*f));
	b->probe.poison = PACK_OTHER_POISON;
	good = run_checked(b, c, n, f);
	b->probe.poison = PACK_POISON;
	return good;
}

static bool
prepare_launch(struct bench *b, const struct case_launch *l, struct fault *f)
{
	const struct pack_symbol *symbol =
		test_find_symbol(b->job->symbols, l->entry);
	struct device *d = b->visit->device;
	void *entry = NULL;
	int code;

	code = d->ops->find(d, b->module, symbol ? symbol->symbol : l->entry,
			    &entry);
	if (code)
		return visit_fail_load(b, f, "finding the entry", code);
	return probe_add(&b->probe, l, entry, symbol, f);
}

bool
visit_prepare(struct bench *b, const struct pack_case *c, struct fault *f)
{
	double since;
	bool ok;
	size_t i;

	if (!visit_renew(b, f))
		return false;
	since = cost_now();
	if (!probe_allocate(&b->probe, c, f) || !probe_bind(&b->probe, c, f))
		return false;
	for (i = 0; i < c->nlaunches; i++) {
		if (!prepare_launch(b, &c->launches[i], f))
			return false;
	}
	ok = probe_fill(&b->probe, c, f);
	cost_add(&b->cost, COST_FILL, since);
	return ok;
}

static bool
find_fresh(struct bench *b, const struct pack_case *c, struct fault *f)
{
	double since = cost_now();
	bool ok = fresh_find(&b->probe, c, f);

	cost_add(&b->cost, COST_CHECK, since);
	return ok;
}

static bool
visit_case(struct bench *b, size_t index, double *slope, struct fault *f)
{
	const struct pack_case *c = &b->job->cases[index];
	struct report r = { .job = b->order->job };
	bool found = b->order->n[index] != 0;

	r.kind = REPORT_CASE;
	r.kase = index;
	report_send(&r, b->visit->out);
	r.n = found ? b->order->n[index] : c->n;
	if (!visit_prepare(b, c, f) || !measure_warm(&b->probe, r.n, f) ||
	    !find_fresh(b, c, f))
		return false;
	if (!found && !measure_grow(&b->probe, &r.n, f))
		return false;
	if (!measure_settle(&b->probe, 4 * r.n, f) ||
	    !measure_issue(&b->probe, r.n, &r.issue, f) ||
	    !measure_pairs(&b->probe, r.n, r.values, f) ||
	    (b->visit->replicate && !run_last(b, c, 4 * r.n, f)))
		return false;
	r.kind = REPORT_SAMPLE;
	r.fresh = fresh_mask(&b->probe);
	report_send(&r, b->visit->out);
	*slope = measure_slope(r.values, r.n);
	return true;
}

/* Whether the visit can go on. A case that the device refuses has the slope 0,
   which is worth nothing. */
static bool
try_case(struct bench *b, size_t index, double *slope, struct fault *f)
{
	struct report r = { .kind = REPORT_REFUSED, .job = b->order->job };

	if (visit_case(b, index, slope, f))
		return true;
	f->kase = (long)index;
	if (!fault_is_refusal(f))
		return false;
	r.fault = *f;
	report_send(&r, b->visit->out);
	memset(f, 0, sizeof(*f));
	*slope = 0;
	return true;
}

/* Run the job's test, unless the device has said that it cannot. */
static bool
visit_test(struct bench *b, struct fault *f)
{
	const struct pack_test *t = b->job->test;
	struct report r = { .kind = REPORT_OUTCOME, .job = b->order->job };
	struct trial_image m = { b->image.data, b->image.len, b->module };
	struct buf words = { 0 };
	bool ran = true;

	if (b->module)
		ran = trial_run(b->visit->device, &m, t, b->visit->pack->seed,
				b->outcome, f);
	b->module = m.module;
	if (!ran)
		return false;
	outcome_dump(b->outcome, t, &words);
	r.text = words.data;
	report_send(&r, b->visit->out);
	buf_free(&words);
	return true;
}

/* From coarse to fine: where it has been says where it goes. */
static bool
visit_pilot(struct bench *b, struct fault *f)
{
	struct sweep s = sweep_make(&b->arena, b->job);
	double slope = 0;
	size_t k;

	while ((k = sweep_next(&s)) < b->job->ncases) {
		if (!try_case(b, k, &slope, f))
			return false;
		sweep_add(&s, k, slope);
	}
	return true;
}

static bool
visit_cases(struct bench *b, struct fault *f)
{
	struct random r = random_make(b->visit->pack->seed, b->visit->replicate,
				      ~(uint64_t)b->order->job);
	size_t n = b->job->ncases, i;
	size_t *order = arena_make(&b->arena, n * sizeof(*order));
	double slope;

	for (i = 0; i < n; i++)
		order[i] = i;
	random_shuffle(&r, order, n);
	for (i = 0; i < n; i++) {
		if (b->order->n[order[i]] == ORDER_LEFT)
			continue;
		if (!try_case(b, order[i], &slope, f))
			return false;
	}
	return true;
}

static bool
visit_job(struct bench *b, struct fault *f)
{
	if (b->job->test)
		return visit_test(b, f);
	if (b->job->npoints && b->visit->replicate == 0)
		return visit_pilot(b, f);
	return visit_cases(b, f);
}

static void
say_conditions(struct bench *b)
{
	struct report r = { .kind = REPORT_CONDITIONS, .job = b->order->job };

	r.conditions = b->conditions;
	report_send(&r, b->visit->out);
}

static void
say_cost(struct bench *b)
{
	struct report r = { .kind = REPORT_COST, .job = b->order->job };

	r.cost = b->cost;
	report_send(&r, b->visit->out);
}

/* Give back what the device holds for the visit. */
static void
end_visit(struct bench *b)
{
	double since = cost_now();

	probe_release(&b->probe);
	since = cost_add(&b->cost, COST_FILL, since);
	if (b->module)
		b->visit->device->ops->unload(b->visit->device, b->module);
	cost_add(&b->cost, COST_LOAD, since);
}

static void
make_probe(struct bench *b)
{
	struct random r = random_make(b->visit->pack->seed, b->visit->replicate,
				      b->order->job);

	b->probe.arena = &b->arena;
	b->probe.cost = &b->cost;
	b->probe.device = b->visit->device;
	b->probe.seed = random_next(&r);
	b->probe.poison = PACK_POISON;
	b->probe.patterns = b->visit->patterns;
	b->probe.pinned = b->visit->pinned;
	b->probe.right = arena_make(&b->arena, FILL_PERIOD);
	b->outcome = arena_make(&b->arena, sizeof(*b->outcome));
}

void
visit_open(struct bench *b, const struct visit *v, const struct order *o)
{
	*b = (struct bench){ .visit = v, .order = o };
	b->job = &v->pack->jobs[o->job];
	make_probe(b);
}

bool
visit_close(struct bench *b, const struct fault *f)
{
	arena_free(&b->arena);
	buf_free(&b->image);
	if (f->poisoned)
		return false; /* a call into this context may never return */
	end_visit(b);
	return true;
}

bool
visit_run(const struct visit *v, const struct order *o, struct fault *f)
{
	double begin = cost_now();
	struct bench b;
	bool ok;

	visit_open(&b, v, o);
	if (v->nvml)
		nvml_begin(v->nvml);
	b.conditions = conditions_make();
	b.conditions.mps = v->mps;
	ok = visit_load(&b, f) && visit_job(&b, f);
	if (ok)
		say_conditions(&b);
	if (!visit_close(&b, f))
		return false;
	cost_add(&b.cost, COST_ALL, begin);
	say_cost(&b);
	return ok;
}
