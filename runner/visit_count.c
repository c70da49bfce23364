/*
 * The visit of a job whose launches a profiler is to count: orders with rounds
 * -> launches that it sees, and reports of which they were.
 *
 * The idea: the profiler is told when to look. What makes the case ready (a
 * first launch, the search for N, data written anew) is not seen; then come, in
 * an order that whoever reads the profiler knows beforehand, the launches of
 * the job and nothing else. All rounds make the same ones, so that a counter
 * that is not the same in all of them can be told from one that is.
 *
 * Nothing is timed here, and no result is looked at: visit.c does that.
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
#include "fresh.h"
#include "measure.h"
#include "number.h"
#include "orders.h"
#include "pack.h"
#include "pack_test.h"
#include "probe.h"
#include "report.h"
#include "trial.h"
#include "visit.h"
#include "visit_parts.h"

static bool
profile(struct bench *b, bool on, struct fault *f)
{
	struct device *d = b->visit->device;
	int code;

	if (!d->ops->profile) {
		fault_set(f, FAULT_LAUNCH, "no profiler knows this device");
		return false;
	}
	code = d->ops->profile(d, on);
	return code ? probe_fail(&b->probe, f, "telling the profiler", code) :
		      true;
}

/* One launch of each entry, told to make N iterations. */
static bool
launch_seen(struct bench *b, uint32_t n, struct fault *f)
{
	int code = fresh_start(&b->probe);

	if (code)
		return probe_fail(&b->probe, f, "filling a buffer", code);
	return measure_wait(&b->probe, f) && profile(b, true, f) &&
	       measure_start(&b->probe, n, f) && measure_wait(&b->probe, f) &&
	       profile(b, false, f);
}

static bool
find_n(struct bench *b, size_t index, uint32_t *n, struct fault *f)
{
	const struct pack_case *c = &b->job->cases[index];
	uint32_t known = b->order->n[index];

	*n = known ? known : c->n;
	if (!measure_warm(&b->probe, *n, f) || !fresh_find(&b->probe, c, f))
		return false;
	if (c->measure != MEASURE_LAUNCHES)
		return known || measure_grow(&b->probe, n, f);
	*n = 1;
	return true;
}

static void
say(const struct bench *b, enum report_kind kind, size_t index, uint32_t n)
{
	struct report r = { .kind = kind, .job = b->order->job };

	r.kase = index;
	r.n = n;
	report_send(&r, b->visit->out);
}

static bool
count_case(struct bench *b, size_t index, unsigned rounds, struct fault *f)
{
	const struct pack_case *c = &b->job->cases[index];
	bool slope = c->measure != MEASURE_LAUNCHES;
	uint32_t n;

	say(b, REPORT_CASE, index, 0);
	if (!visit_prepare(b, c, f) || !find_n(b, index, &n, f))
		return false;
	while (rounds--) {
		if (!launch_seen(b, n, f) ||
		    (slope && !launch_seen(b, 4 * n, f)))
			return false;
	}
	say(b, REPORT_COUNTED, index, n);
	return true;
}

/* A case that the device does not take is left out, but not where there is no
   other. */
static bool
count_cases(struct bench *b, unsigned rounds, struct fault *f)
{
	struct fault refused = { 0 };
	size_t i, counted = 0;

	for (i = 0; i < b->job->ncases; i++) {
		if (b->order->n[i] == ORDER_LEFT)
			continue;
		if (count_case(b, i, rounds, f)) {
			counted++;
			continue;
		}
		f->kase = (long)i;
		if (!fault_is_refusal(f))
			return false;
		refused = *f;
		memset(f, 0, sizeof(*f));
	}
	if (counted || refused.kind == FAULT_NONE)
		return true;
	*f = refused;
	return false;
}

static bool
count_test(struct bench *b, unsigned rounds, struct fault *f)
{
	struct trial_image m = { b->image.data, b->image.len, b->module };
	bool ok;

	ok = trial_count(b->visit->device, &m, b->job->test,
			 b->visit->pack->seed, rounds, f);
	b->module = m.module;
	if (ok)
		say(b, REPORT_COUNTED, 0, 0);
	return ok;
}

bool
visit_count(const struct visit *v, const struct order *o, unsigned rounds,
	    struct fault *f)
{
	struct bench b;
	bool ok;

	visit_open(&b, v, o);
	ok = visit_load(&b, f) && (b.job->test ? count_test(&b, rounds, f)
					       : count_cases(&b, rounds, f));
	return visit_close(&b, f) && ok;
}
