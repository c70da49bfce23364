/*
 * Replicates and workers.
 *
 * A replicate is one worker that visits every job. A job's fault may cost
 * that worker; then another one takes over the jobs that are still to be
 * visited in this replicate, and the failed job is never visited again. So
 * there are at most as many workers as replicates and jobs together. Two
 * workers never live at the same time on one device.
 *
 * Several devices take the replicates in turn, each whole: what is compared
 * within a replicate was measured on one device. A pilot before the first
 * finds what all of them must know: the length of launches, for which the
 * jobs are spread by their cost, and which cases of a sweep are measured.
 *
 * A replicate that is dropped for its conditions is made up for by one more,
 * of all jobs, so that they still pair; at most as often as was asked for.
 *
 * Signals are read, not handled: all that ends a run arrives in the session's
 * loop, and the clean-up is the same as after a hang.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "conditions.h"
#include "cost.h"
#include "device.h"
#include "die.h"
#include "fault.h"
#include "log.h"
#include "number.h"
#include "orders.h"
#include "pack.h"
#include "pilot.h"
#include "results.h"
#include "run.h"
#include "session.h"
#include "supervise.h"

enum { LOG_BYTES = 1 << 20 }; /* of all workers together */

/* What is done by turns. */
struct round {
	struct results *results;
	struct session **sessions; /* one for each device */
	struct orders *orders;     /* likewise */
	uint32_t ***lengths;       /* [device][job]: n of its order's cases */
	size_t *pilots;            /* [job]: the device that pilots it */
	unsigned lost;             /* replicates to make up for */
	struct signals signals;
};

int
run_signals(void)
{
	struct sigaction hangup;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	if (!sigaction(SIGHUP, NULL, &hangup) && hangup.sa_handler != SIG_IGN)
		sigaddset(&set, SIGHUP); /* not under nohup */
	signal(SIGPIPE, SIG_IGN);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

unsigned
run_replicates(const struct run *run, const struct pack_job *job)
{
	if (job->test) /* is run once */
		return 1;
	return run->replicates ? run->replicates :
	       job->replicates ? job->replicates : PACK_REPLICATES;
}

/* --- how many ------------------------------------------------------------ */

/* The worst of the jobs decides, since a lost replicate is lost to all that is
   compared with it. Where none was valid none will be. */
static unsigned
count_lost(const struct run *run, const struct results *r)
{
	size_t i, lost, most = 0;

	for (i = 0; i < r->pack->njobs; i++) {
		const struct job_result *j = &r->jobs[i];

		if (!j->wanted || j->fault.kind != FAULT_NONE)
			continue;
		lost = results_dropped(j);
		if (lost == j->nreplicates &&
		    lost >= run_replicates(run, &r->pack->jobs[i]))
			continue;
		most = lost > most ? lost : most;
	}
	return (unsigned)most;
}

/* The last replicate of a job, those that make up for lost ones included. */
static unsigned
last_replicate(const struct run *run, const struct pack_job *job, unsigned lost)
{
	unsigned n = run_replicates(run, job);

	if (job->test)
		return n;
	return n + (lost < n ? lost : n);
}

/* Of the job that has the most. */
static unsigned
last_of_all(const struct run *run, const struct results *r)
{
	unsigned lost = count_lost(run, r), most = 0, n;
	size_t i;

	for (i = 0; i < r->pack->njobs; i++) {
		n = last_replicate(run, &r->pack->jobs[i], lost);
		if (r->jobs[i].wanted && n > most)
			most = n;
	}
	return most;
}

/* --- who visits what ----------------------------------------------------- */

static bool
is_due(const struct run *run, const struct round *round, size_t device,
       size_t job)
{
	const struct results *r = round->results;
	unsigned replicate = round->orders[device].replicate;

	if (!r->jobs[job].wanted || r->jobs[job].fault.kind != FAULT_NONE ||
	    round->sessions[device]->visited[job])
		return false;
	if (replicate == 0)
		return pilot_has(r, job) && round->pilots[job] == device;
	if (r->jobs[job].outcome) /* of a test, by the pilot */
		return false;
	/* values pair by their places: without a gap before it */
	if (r->jobs[job].nreplicates + 1 < round->orders[0].replicate)
		return false;
	return replicate <= last_replicate(run, &r->pack->jobs[job],
					   round->lost);
}

/* The jobs that a device has still to visit in this round, as orders. */
static void
list_jobs(const struct run *run, struct round *round, size_t device)
{
	struct orders *o = &round->orders[device];
	const struct results *r = round->results;
	struct order *order;
	size_t i, k;

	o->njobs = 0;
	for (i = 0; i < r->pack->njobs; i++) {
		if (!is_due(run, round, device, i))
			continue;
		order = &o->jobs[o->njobs++];
		order->job = i;
		order->ncases = r->pack->jobs[i].ncases;
		order->n = round->lengths[device][i];
		for (k = 0; k < order->ncases; k++)
			order->n[k] = results_measures(&r->jobs[i], k) ?
				r->jobs[i].n[k] : ORDER_LEFT;
	}
}

/* --- rounds -------------------------------------------------------------- */

static void
keep_log(struct session *s, struct buf *log)
{
	if (!s->log.len || log->len > LOG_BYTES)
		return;
	buf_addf(log, "== replicate %u ==\n", s->orders->replicate);
	log_emit(&s->log, log);
	buf_addf(log, "\n");
}

/* The sessions that have something to do; how many. */
static size_t
list_busy(const struct round *round, struct session **busy)
{
	size_t i, n = 0;

	for (i = 0; i < round->results->ndevices; i++) {
		if (round->orders[i].njobs)
			busy[n++] = round->sessions[i];
	}
	return n;
}

static void
list_all_jobs(const struct run *run, struct round *round)
{
	size_t i;

	for (i = 0; i < round->results->ndevices; i++)
		list_jobs(run, round, i);
}

/* One worker for each of the busy sessions. */
static bool
run_workers(struct run *run, struct round *round, struct session **busy,
	    struct fault *f)
{
	size_t before[DEVICES_MOST], n = list_busy(round, busy), i;
	bool ok;

	for (i = 0; i < n; i++) {
		before[i] = busy[i]->orders->njobs;
		busy[i]->log.len = 0;
	}
	ok = session_run(busy, n, &round->signals, f);
	list_all_jobs(run, round);
	for (i = 0; i < n; i++) {
		keep_log(busy[i], run->log);
		if (!ok || busy[i]->orders->njobs != before[i])
			continue;
		fault_set(f, FAULT_MACHINE,
			  "a worker ended without having visited a job");
		ok = false;
	}
	return ok;
}

/* Replicates FIRST and so on, one for each device; 0: a pilot of all. */
static bool
run_round(struct run *run, struct round *round, unsigned first,
	  struct fault *f)
{
	const struct results *r = round->results;
	struct session *busy[DEVICES_MOST];
	bool ok = true;
	size_t i;

	for (i = 0; i < r->ndevices; i++) {
		round->orders[i].replicate = first ? first + (unsigned)i : 0;
		memset(round->sessions[i]->visited, 0,
		       r->pack->njobs * sizeof(bool));
	}
	list_all_jobs(run, round);
	while (ok && list_busy(round, busy))
		ok = run_workers(run, round, busy, f);
	return ok;
}

static void
add_device(struct arena *a, const struct run *run, struct round *round,
	   size_t i)
{
	struct results *r = round->results;
	struct session *s = arena_make(a, sizeof(*s));
	struct orders *o = &round->orders[i];
	size_t k;

	o->folder = r->pack->folder;
	o->manifest = r->pack->sha256;
	o->device = r->devices[i].number;
	o->jobs = arena_make(a, r->pack->njobs * sizeof(*o->jobs));
	round->lengths[i] = arena_make(a, r->pack->njobs *
					  sizeof(*round->lengths[i]));
	for (k = 0; k < r->pack->njobs; k++)
		round->lengths[i][k] =
			arena_make(a, r->pack->jobs[k].ncases *
				      sizeof(*round->lengths[i][k]));
	s->arena = a;
	s->results = r;
	s->orders = o;
	s->limit = run->limit;
	s->visited = arena_make(a, r->pack->njobs * sizeof(*s->visited));
	round->sessions[i] = s;
}

static struct round
make_round(struct arena *a, const struct run *run, struct results *r)
{
	struct round round = { .results = r };
	size_t i;

	round.sessions = arena_make(a, r->ndevices * sizeof(*round.sessions));
	round.orders = arena_make(a, r->ndevices * sizeof(*round.orders));
	round.lengths = arena_make(a, r->ndevices * sizeof(*round.lengths));
	round.pilots = arena_make(a, r->pack->njobs * sizeof(*round.pilots));
	for (i = 0; i < r->ndevices; i++)
		add_device(a, run, &round, i);
	pilot_spread(r, round.pilots);
	round.signals.fd = run_signals();
	if (round.signals.fd < 0)
		die("no signalfd: %s", strerror(errno));
	supervise_adopt();
	return round;
}

/* Say which replicate runs to somebody who waits; 0: wipe that away. */
static void
tell_progress(unsigned replicate, unsigned most)
{
	if (!isatty(STDERR_FILENO))
		return;
	if (replicate)
		fprintf(stderr, "\rreplicate %u of %u", replicate, most);
	else
		fprintf(stderr, "\r\033[K");
}

bool
run_all(struct arena *a, struct run *run, struct results *r, struct fault *f)
{
	struct round round = make_round(a, run, r);
	unsigned i;
	bool ok = true;

	results_set_time(r->started);
	if (pilot_is_needed(r))
		ok = run_round(run, &round, 0, f);
	pilot_choose(a, r);
	for (i = 1; ok && i <= last_of_all(run, r);
	     i += (unsigned)r->ndevices) {
		tell_progress(i, last_of_all(run, r));
		round.lost = count_lost(run, r);
		ok = run_round(run, &round, i, f);
	}
	tell_progress(0, 0);
	if (ok && r->devices[0].number != DEVICE_EMULATOR)
		results_leave_foreign(r);
	results_set_time(r->ended);
	run->interrupted = round.signals.interrupted;
	close(round.signals.fd);
	return ok;
}

bool
run_none(struct arena *a, struct run *run, struct results *r, struct fault *f)
{
	struct round round = make_round(a, run, r);
	bool ok = session_run(round.sessions, r->ndevices, &round.signals, f);

	run->interrupted = round.signals.interrupted;
	close(round.signals.fd);
	return ok;
}
