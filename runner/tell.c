/*
 * What is said to people: of the device, of a run and of each job that went
 * wrong, in lines that other programs may cut up. What a run has found is in
 * its records (record.c); nothing is decided here.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "conditions.h"
#include "cost.h"
#include "device.h"
#include "die.h"
#include "fault.h"
#include "number.h"
#include "pack.h"
#include "results.h"
#include "run.h"
#include "tell.h"

/* `, 10 replicates`, or `10 to 40` where jobs differ; a test has none. */
static void
tell_replicates(const struct results *r, const struct run *run)
{
	unsigned least = 0, most = 0, n;

	for (size_t i = 0; i < r->pack->njobs; i++) {
		if (!r->jobs[i].wanted || r->pack->jobs[i].test)
			continue;
		n = run_replicates(run, &r->pack->jobs[i]);
		least = !least || n < least ? n : least;
		most = n > most ? n : most;
	}
	if (least < most)
		printf(", %u to %u replicates", least, most);
	else if (most)
		printf(", %u replicates", most);
}

/* Where the time of the run went, if any probe was visited. */
static void
tell_cost(const struct results *r)
{
	struct cost sum;
	size_t visits, points = results_points(r, &sum, &visits);
	double kernels = sum.ns[COST_KERNELS];

	if (points)
		printf("%.1f s: %zu visits to %zu points in %.1f s, kernels "
		       "in %.1f s of it, %.2f ms a point beside them; %zu "
		       "workers started in %.1f s, ended in %.1f s\n",
		       r->workers_ns / 1e9, visits, points,
		       sum.ns[COST_ALL] / 1e9, kernels / 1e9,
		       (sum.ns[COST_ALL] - kernels) / 1e6 / (double)points,
		       r->workers, r->opening_ns / 1e9, r->closing_ns / 1e9);
}

/* The cases that the device does not take, while others were measured. */
static void
tell_refused(const struct pack_job *p, const struct job_result *j)
{
	const struct pack_case *c;
	struct buf at = { 0 };
	size_t i, k;

	for (i = 0; i < p->ncases; i++) {
		if (j->refused[i].kind == FAULT_NONE)
			continue;
		c = &p->cases[i];
		at.len = 0;
		if (!c->nparams)
			buf_addf(&at, "case %zu", i);
		for (k = 0; k < c->nparams; k++)
			buf_addf(&at, "%s%s=%s", k ? " " : "",
				 c->params[k].name, c->params[k].value);
		warn("%s: not measured at %s: %s", p->name, at.data,
		     j->refused[i].text);
	}
	buf_free(&at);
}

size_t
tell_results(const struct results *r, const struct run *run,
	     const char *folder, size_t *measured)
{
	size_t i, wanted = 0, failed = 0, dropped = 0;
	const struct job_result *j;

	for (i = 0; i < r->pack->njobs; i++) {
		j = &r->jobs[i];
		if (j->foreign)
			warn("%s: not run (needs %s)", r->pack->jobs[i].name,
			     r->pack->jobs[i].target);
		wanted += j->wanted;
		dropped += results_dropped(j);
		if (j->fault.kind == FAULT_NONE) {
			tell_refused(&r->pack->jobs[i], j);
			continue;
		}
		failed++;
		warn("%s: %s: %s", r->pack->jobs[i].name,
		     fault_word(j->fault.kind), j->fault.text);
	}
	if (r->ndevices > 1)
		printf("%zu devices ", r->ndevices);
	printf("%s: %zu of %zu jobs measured", r->device.name,
	       wanted - failed, wanted);
	tell_replicates(r, run);
	printf(", %zu dropped; evidence in %s\n", dropped, folder);
	tell_cost(r);
	*measured = wanted - failed;
	return failed;
}

static const char *
word_of_flag(int64_t flag)
{
	return flag < 0 ? "unknown" : flag ? "on" : "off";
}

void
tell_device(const struct device_attributes *d, int index)
{
	if (index == DEVICE_EMULATOR)
		printf("emu");
	else
		printf("cuda:%d", index);
	printf(": %s (sm_%" PRId64 "%" PRId64 "), %" PRId64
	       " multiprocessors, %" PRId64 " MiB, driver %s, ECC %s, "
	       "MIG %s\n",
	       d->name, d->cc_major, d->cc_minor, d->sm_count,
	       d->memory_bytes >> 20, d->driver, word_of_flag(d->ecc),
	       word_of_flag(d->mig));
	if (d->mig == 1)
		warn("MIG is on: a slice is no measure of the device");
}
