/*
 * Counting: what a pack asks of the profiler -> names and values.
 *
 * A list of all metrics is asked for once and says which of the pack's names
 * there are; the others are left out of what is counted, since one unknown name
 * would cost all. Then each job that is to be counted gets a worker of its own
 * under ncu, which makes the launches in an order that is known here, twice;
 * where the two differ in any counter, ten times, so that such a counter can be
 * judged as a measurement is.
 *
 * Nothing that goes wrong here is a fault of a job or of the run: counters are
 * extra, and what is not counted stays unknown, with the reason said.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "conditions.h"
#include "cost.h"
#include "counters.h"
#include "device.h"
#include "die.h"
#include "fault.h"
#include "formula.h"
#include "ncu.h"
#include "number.h"
#include "orders.h"
#include "pack.h"
#include "pack_test.h"
#include "report.h"
#include "results.h"
#include "run.h"

enum {
	ROUNDS = 2,      /* that show whether a counter is the same */
	MORE_ROUNDS = 10,
	START_S = 240,   /* of ncu and of a context, in a count's limit */
};

bool
counters_wanted(const struct results *r)
{
	size_t i;

	for (i = 0; i < r->pack->njobs; i++) {
		if (r->jobs[i].counted)
			return true;
	}
	return r->pack->nmetrics > 0;
}

/* --- what was launched ---------------------------------------------------- */

static void
add_launch(struct arena *a, struct counter_job *j, size_t kase, size_t index,
	   uint32_t n)
{
	j->launches = arena_grow(a, j->launches, j->nlaunches,
				 sizeof(*j->launches));
	j->launches[j->nlaunches++] =
		(struct counter_launch){ kase, index, n, NULL };
}

/* The launches of a round of a case, as visit_count.c makes them. */
static void
add_case(struct arena *a, struct counter_job *j, const struct pack_case *c,
	 const struct report *r)
{
	bool slope = c->measure != MEASURE_LAUNCHES;
	size_t i, k;

	for (k = 0; k < (slope ? 2 : 1); k++) {
		for (i = 0; i < c->nlaunches; i++)
			add_launch(a, j, r->kase, i, k ? 4 * r->n : r->n);
	}
}

static void
add_test(struct arena *a, struct counter_job *j, const struct pack_test *t)
{
	size_t i;

	for (i = 0; i < t->nlaunches; i++)
		add_launch(a, j, 0, i, 0);
}

static bool
take_report(struct arena *a, struct counter_job *j, const struct pack_job *p,
	    const struct report *r)
{
	if (r->kind != REPORT_COUNTED)
		return true;
	if (p->test)
		add_test(a, j, p->test);
	else if (r->kase < p->ncases)
		add_case(a, j, &p->cases[r->kase], r);
	else
		return false;
	return true;
}

/* What the worker said: its launches, or its fault; it must have come to its
   last word. */
static bool
read_reports(struct arena *a, struct counter_job *j, const struct pack_job *p,
	     const struct buf *text, struct fault *f)
{
	char *line = arena_copy(a, text->len ? text->data : "", text->len);
	bool bye = false, good = true;
	struct report r;
	char *next;

	for (; good && (next = strchr(line, '\n')); line = next) {
		*next++ = '\0';
		good = report_parse(line, &r) && take_report(a, j, p, &r);
		if (good && r.kind == REPORT_FAULT && f->kind == FAULT_NONE)
			*f = r.fault;
		bye = bye || (good && r.kind == REPORT_BYE);
	}
	if (f->kind == FAULT_NONE && (!good || !bye))
		fault_set(f, FAULT_CRASH, "the worker ended without its last "
			  "report");
	return f->kind == FAULT_NONE;
}

/* --- values --------------------------------------------------------------- */

/* What a launch's kernel is called in the image. */
static const char *
find_symbol(const struct pack_job *p, const struct counter_launch *l)
{
	const struct pack_test *t = p->test;
	const struct pack_symbol *symbol;
	const char *entry;

	if (t)
		return t->symbols[t->launches[l->index].symbol].symbol;
	entry = p->cases[l->kase].launches[l->index].entry;
	symbol = test_find_symbol(p->symbols, entry);
	return symbol ? symbol->symbol : entry;
}

static size_t
count_launches(const struct counter_job *j, const struct pack_job *p, size_t k)
{
	size_t n = 0;

	if (p->test)
		return j->nlaunches;
	while (k + n < j->nlaunches &&
	       j->launches[k + n].kase == j->launches[k].kase)
		n++;
	return n;
}

/* The I-th launch that was seen must be of this one's kernel. */
static bool
take_launch(const struct pack_job *p, struct counter_job *j, size_t k,
	    const struct ncu_launch *seen, unsigned round)
{
	struct counter_launch *l = &j->launches[k];

	if (strcmp(seen->kernel, find_symbol(p, l)))
		return false;
	memcpy(l->values + round * j->nmetrics, seen->values,
	       j->nmetrics * sizeof(*l->values));
	return true;
}

/* Rounds follow one another within a case, cases within the job. */
static bool
take_values(struct arena *a, const struct pack_job *p, struct counter_job *j,
	    const struct ncu_values *v, struct fault *f)
{
	size_t k, n, i, at = 0;
	unsigned round;
	bool good = v->nlaunches == j->nlaunches * j->rounds;

	for (k = 0; k < j->nlaunches; k++)
		j->launches[k].values = arena_make(a, (j->rounds * j->nmetrics +
						       1) * sizeof(double));
	for (k = 0; good && k < j->nlaunches; k += n) {
		n = count_launches(j, p, k);
		for (round = 0; round < j->rounds; round++) {
			for (i = 0; good && i < n; i++)
				good = take_launch(p, j, k + i,
						   &v->launches[at++], round);
		}
	}
	j->units = v->units;
	if (!good)
		fault_set(f, FAULT_MACHINE, "ncu saw %zu launches, and not the "
			  "%zu that were made", v->nlaunches,
			  j->nlaunches * j->rounds);
	return good;
}

static bool
is_same(double x, double y)
{
	return (isnan(x) && isnan(y)) || !(x < y || x > y || isnan(x) ||
					   isnan(y));
}

/* Whether all counters are the same in all rounds. */
static bool
is_steady(const struct counter_job *j)
{
	size_t k, i;

	for (k = 0; k < j->nlaunches; k++) {
		const double *v = j->launches[k].values;

		for (i = j->nmetrics; i < j->rounds * j->nmetrics; i++) {
			if (!is_same(v[i], v[i - j->nmetrics]))
				return false;
		}
	}
	return true;
}

/* --- jobs ----------------------------------------------------------------- */

/* Those of the job's metrics that ncu lists. */
static void
list_known(struct arena *a, const struct counters *c, const struct pack_job *p,
	   struct counter_job *j)
{
	const char **known = arena_make(a, (p->ncounts + 1) * sizeof(*known));
	size_t i, k;

	for (i = 0; i < p->ncounts; i++) {
		for (k = 0; k < c->nnames; k++) {
			if (!strcmp(c->names[k].name, p->counts[i]))
				break;
		}
		if (k == c->nnames || c->names[k].nfound)
			known[j->nmetrics++] = p->counts[i];
	}
	j->metrics = known;
}

/* Cases that a sweep has left out are not counted. */
static void
make_orders(struct arena *a, const struct results *r,
	    const struct counter_job *j, struct buf *text)
{
	const struct job_result *known = &r->jobs[j->job];
	struct order order = { .job = j->job,
			       .ncases = r->pack->jobs[j->job].ncases };
	struct orders o = { .folder = r->pack->folder,
			    .manifest = r->pack->sha256,
			    .device = r->devices[0].number, .replicate = 1,
			    .rounds = j->rounds, .jobs = &order, .njobs = 1 };
	size_t i;

	order.n = arena_make(a, (order.ncases + 1) * sizeof(*order.n));
	for (i = 0; i < order.ncases; i++)
		order.n[i] = known->left[i] ? ORDER_LEFT : known->n[i];
	orders_dump(&o, text);
}

static bool
count_rounds(struct arena *a, const struct run *run, const struct results *r,
	     struct ncu *ncu, struct counter_job *j, struct fault *f)
{
	const struct pack_job *p = &r->pack->jobs[j->job];
	struct buf orders = { 0 }, reports = { 0 };
	struct ncu_job job = { j->metrics, j->nmetrics, &orders, 0 };
	struct ncu_values values;
	struct fault theirs = { 0 };
	bool ok;

	job.limit = START_S + (run->limit ? run->limit : p->limit) * j->rounds;
	j->launches = NULL;
	j->nlaunches = 0;
	make_orders(a, r, j, &orders);
	ok = ncu_profile(a, ncu, &job, &values, &reports, f);
	/* what the worker knows is nearer to the cause */
	if (!read_reports(a, j, p, &reports, &theirs)) {
		if (ok || theirs.kind != FAULT_CRASH)
			*f = theirs;
		ok = false;
	}
	ok = ok && take_values(a, p, j, &values, f);
	buf_free(&orders);
	buf_free(&reports);
	return ok;
}

static bool
count_job(struct arena *a, const struct run *run, const struct results *r,
	  struct ncu *ncu, struct counter_job *j)
{
	const char *name = r->pack->jobs[j->job].name;
	struct fault f = { 0 };
	bool ok;

	results_set_time(j->started);
	j->rounds = ROUNDS;
	ok = count_rounds(a, run, r, ncu, j, &f);
	if (ok && !is_steady(j)) {
		j->rounds = MORE_ROUNDS;
		ok = count_rounds(a, run, r, ncu, j, &f);
	}
	results_set_time(j->ended);
	if (!ok && !ncu->interrupted)
		warn("%s: not counted: %s", name, f.text);
	return ok;
}

static void
count_jobs(struct arena *a, const struct run *run, const struct results *r,
	   struct counters *c)
{
	size_t i;

	c->jobs = arena_make(a, (r->pack->njobs + 1) * sizeof(*c->jobs));
	for (i = 0; i < r->pack->njobs && !c->ncu->interrupted; i++) {
		struct counter_job *j = &c->jobs[c->njobs];

		if (!r->jobs[i].counted ||
		    !device_runs(&r->device, r->pack->jobs[i].target))
			continue;
		c->nwanted++;
		memset(j, 0, sizeof(*j));
		j->job = i;
		list_known(a, c, &r->pack->jobs[i], j);
		if (j->nmetrics && count_job(a, run, r, c->ncu, j))
			c->njobs++;
	}
}

/* Whether any job is to be counted, where that is not allowed. */
static bool
is_denied(const struct results *r, const struct counters *c)
{
	size_t i, n = 0;

	for (i = 0; i < r->pack->njobs; i++)
		n += r->jobs[i].counted;
	if (n && *c->ncu->denied)
		warn("counters are not read: %s", c->ncu->denied);
	return *c->ncu->denied != '\0';
}

bool
counters_run(struct arena *a, struct run *run, const struct results *r,
	     struct counters *c)
{
	int signals = run_signals();

	memset(c, 0, sizeof(*c));
	c->ncu = arena_make(a, sizeof(*c->ncu));
	results_set_time(c->started);
	ncu_open(c->ncu, signals);
	if (*c->ncu->why)
		warn("counters are not read: %s", c->ncu->why);
	else if (counters_find_names(a, r, c) && !is_denied(r, c))
		count_jobs(a, run, r, c);
	close(signals);
	run->interrupted = c->ncu->interrupted;
	return !run->interrupted;
}
