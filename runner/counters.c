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
 * Several devices take the jobs in turn, each one at a time. Where the profiler
 * fails beside another one, the job is counted once more by itself.
 *
 * Nothing that goes wrong here is a fault of a job or of the run: counters are
 * extra, and what is not counted stays unknown, with the reason said.
 */
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "fault.h"
#include "command.h"
#include "conditions.h"
#include "cost.h"
#include "counters.h"
#include "device.h"
#include "die.h"
#include "ncu.h"
#include "counters_parts.h"
#include "number.h"
#include "orders.h"
#include "pack.h"
#include "results.h"
#include "run.h"
#include "supervise.h"

enum {
	ROUNDS = 2,      /* that show whether a counter is the same */
	MORE_ROUNDS = 10,
	START_S = 240,   /* of ncu and of a context, in a count's limit */
};

_Static_assert((int)DEVICES_MOST <= (int)COMMAND_LANES, "a lane for each");

/* A job on its way. */
struct task {
	struct counter_job *job;
	unsigned lane;
	bool due;           /* to be counted, or counted anew */
	struct buf orders;  /* of its worker */
	struct fault fault; /* why it was not counted */
};

struct tasks {
	struct task *all;
	size_t n;
	const struct run *run;
	const struct results *results;
	struct ncu *ncu;
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

/* Cases that a sweep has left out, or the device, are not counted. */
static void
make_orders(struct arena *a, const struct results *r,
	    const struct counter_job *j, struct buf *text)
{
	const struct job_result *known = &r->jobs[j->job];
	struct order order = { .job = j->job,
			       .ncases = r->pack->jobs[j->job].ncases };
	struct orders o = { .folder = r->pack->folder,
			    .manifest = r->pack->sha256,
			    .device = j->device, .replicate = 1,
			    .rounds = j->rounds, .jobs = &order, .njobs = 1 };
	size_t i;

	order.n = arena_make(a, (order.ncases + 1) * sizeof(*order.n));
	for (i = 0; i < order.ncases; i++)
		order.n[i] = results_measures(known, i) ? known->n[i] :
							  ORDER_LEFT;
	orders_dump(&o, text);
}

static void
make_job(struct arena *a, const struct tasks *t, struct task *task,
	 struct ncu_job *out)
{
	const struct counter_job *j = task->job;
	const struct pack_job *p = &t->results->pack->jobs[j->job];
	unsigned visit = t->run->limit ? t->run->limit : p->limit;

	make_orders(a, t->results, j, &task->orders);
	*out = (struct ncu_job){ j->metrics, j->nmetrics, &task->orders,
				 START_S + visit * j->rounds, task->lane };
}

static void
take_count(struct arena *a, const struct tasks *t, struct task *task,
	   struct ncu_count *seen)
{
	struct counter_job *j = task->job;

	if (!*j->started)
		results_format_time(seen->began, j->started);
	results_format_time(seen->ended, j->ended);
	counters_take(a, &t->results->pack->jobs[j->job], j, seen);
	task->fault = seen->fault;
	task->due = false;
	buf_free(&task->orders);
	buf_free(&seen->reports);
}

/* Count those that are due, all devices at once. */
static void
count_due(struct arena *a, struct tasks *t)
{
	struct task **due = arena_make(a, (t->n + 1) * sizeof(*due));
	struct ncu_job *jobs = arena_make(a, (t->n + 1) * sizeof(*jobs));
	struct ncu_count *seen = arena_make(a, (t->n + 1) * sizeof(*seen));
	size_t n = 0, i;

	for (i = 0; i < t->n; i++) {
		if (!t->all[i].due)
			continue;
		due[n] = &t->all[i];
		make_job(a, t, due[n], &jobs[n]);
		n++;
	}
	ncu_profile(a, t->ncu, jobs, n, seen);
	for (i = 0; i < n; i++)
		take_count(a, t, due[i], &seen[i]);
}

/* Those that are due, and again those of them that are not steady. */
static void
count_steady(struct arena *a, struct tasks *t)
{
	struct task *task;

	count_due(a, t);
	for (task = t->all; task < t->all + t->n; task++) {
		task->due = task->fault.kind == FAULT_NONE &&
			    task->job->rounds == ROUNDS &&
			    !counters_are_steady(task->job);
		if (task->due)
			task->job->rounds = MORE_ROUNDS;
	}
	count_due(a, t);
}

/* Those that the profiler failed for, one by one, as on one device. */
static void
count_alone(struct arena *a, struct tasks *t)
{
	struct task *task;

	for (task = t->all; task < t->all + t->n; task++) {
		if (task->fault.kind != FAULT_MACHINE)
			continue;
		task->due = true;
		task->lane = 0;
		task->job->device = t->results->devices[0].number;
		task->job->rounds = ROUNDS;
	}
	count_steady(a, t);
}

/* The jobs that are to be counted, each with the device that does it. */
static struct tasks
make_tasks(struct arena *a, const struct run *run, const struct results *r,
	   struct counters *c)
{
	struct tasks t = { .run = run, .results = r, .ncu = c->ncu };
	struct counter_job *j = c->jobs;
	size_t i, device;

	t.all = arena_make(a, (r->pack->njobs + 1) * sizeof(*t.all));
	for (i = 0; i < r->pack->njobs; i++) {
		if (!r->jobs[i].counted ||
		    !device_runs(&r->device, r->pack->jobs[i].target))
			continue;
		c->nwanted++;
		device = t.n % r->ndevices;
		*j = (struct counter_job){
			.job = i, .device = r->devices[device].number,
			.rounds = ROUNDS };
		list_known(a, c, &r->pack->jobs[i], j);
		if (j->nmetrics)
			t.all[t.n++] = (struct task){
				.job = j++, .lane = (unsigned)device,
				.due = true };
	}
	return t;
}

static void
count_jobs(struct arena *a, const struct run *run, const struct results *r,
	   struct counters *c)
{
	const struct signals *signals = c->ncu->signals;
	struct tasks t;
	size_t i;

	c->jobs = arena_make(a, (r->pack->njobs + 1) * sizeof(*c->jobs));
	t = make_tasks(a, run, r, c);
	count_steady(a, &t);
	if (r->ndevices > 1 && t.n > 1)
		count_alone(a, &t);
	for (i = 0; i < t.n; i++) {
		if (t.all[i].fault.kind == FAULT_NONE)
			c->jobs[c->njobs++] = *t.all[i].job;
		else if (!signals->interrupted)
			warn("%s: not counted: %s",
			     r->pack->jobs[t.all[i].job->job].name,
			     t.all[i].fault.text);
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
	struct signals *signals = arena_make(a, sizeof(*signals));

	memset(c, 0, sizeof(*c));
	signals->fd = run_signals();
	c->ncu = arena_make(a, sizeof(*c->ncu));
	results_set_time(c->started);
	ncu_open(c->ncu, signals);
	if (*c->ncu->why)
		warn("counters are not read: %s", c->ncu->why);
	else if (counters_find_names(a, r, c) && !is_denied(r, c))
		count_jobs(a, run, r, c);
	close(signals->fd);
	run->interrupted = signals->interrupted;
	return !run->interrupted;
}
