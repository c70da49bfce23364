/*
 * Replicates and workers.
 *
 * A replicate is one worker that visits every job. A job's fault may cost
 * that worker; then another one takes over the jobs that are still to be
 * visited in this replicate, and the failed job is never visited again. So
 * there are at most as many workers as replicates and jobs together. Two
 * workers never live at the same time.
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
#include "results.h"
#include "run.h"
#include "session.h"
#include "supervise.h"

enum { LOG_BYTES = 1 << 20 }; /* of all workers together */

static int
open_signals(void)
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

/* Of the job that has the most. */
static unsigned
most_replicates(const struct run *run, const struct results *r)
{
	unsigned most = 0;

	for (size_t i = 0; i < r->pack->njobs; i++) {
		unsigned n = run_replicates(run, &r->pack->jobs[i]);

		if (r->jobs[i].wanted && n > most)
			most = n;
	}
	return most;
}

/* The jobs that this replicate has still to visit, as orders. */
static void
list_jobs(const struct run *run, struct session *s, struct orders *o)
{
	struct results *r = s->results;
	struct order *order;
	size_t i;

	o->njobs = 0;
	for (i = 0; i < r->pack->njobs; i++) {
		if (s->visited[i] || !r->jobs[i].wanted ||
		    r->jobs[i].fault.kind != FAULT_NONE ||
		    o->replicate > run_replicates(run, &r->pack->jobs[i]))
			continue;
		order = &o->jobs[o->njobs++];
		order->job = i;
		order->n = r->jobs[i].n;
		order->ncases = r->pack->jobs[i].ncases;
	}
}

static void
keep_log(struct session *s, unsigned replicate, struct buf *log)
{
	if (!s->log.len || log->len > LOG_BYTES)
		return;
	buf_addf(log, "== replicate %u ==\n", replicate);
	log_emit(&s->log, log);
	buf_addf(log, "\n");
}

static bool
run_replicate(struct run *run, struct session *s, struct orders *o,
	      struct fault *f)
{
	bool ok = true;
	size_t before;

	memset(s->visited, 0, s->results->pack->njobs * sizeof(*s->visited));
	list_jobs(run, s, o);
	while (ok && o->njobs) {
		before = o->njobs;
		s->log.len = 0;
		ok = session_run(s, f);
		keep_log(s, o->replicate, run->log);
		list_jobs(run, s, o);
		if (ok && o->njobs == before) {
			fault_set(f, FAULT_MACHINE,
				  "a worker ended without "
				  "having visited a job");
			ok = false;
		}
	}
	return ok;
}

static struct session *
make_session(struct arena *a, const struct run *run, struct results *r)
{
	struct session *s = arena_make(a, sizeof(*s));

	s->arena = a;
	s->results = r;
	s->limit = run->limit;
	s->visited = arena_make(a, r->pack->njobs * sizeof(*s->visited));
	s->signals = open_signals();
	if (s->signals < 0)
		die("no signalfd: %s", strerror(errno));
	supervise_adopt();
	return s;
}

static struct orders
make_orders(struct arena *a, const struct run *run, const struct results *r)
{
	struct orders o = { .folder = r->pack->folder, .device = run->device };

	o.manifest = r->pack->sha256;
	o.jobs = arena_make(a, r->pack->njobs * sizeof(*o.jobs));
	return o;
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
	struct session *s = make_session(a, run, r);
	struct orders o = make_orders(a, run, r);
	unsigned most = most_replicates(run, r);
	bool ok = true;

	s->orders = &o;
	results_set_time(r->started);
	for (o.replicate = 1; ok && o.replicate <= most; o.replicate++) {
		tell_progress(o.replicate, most);
		ok = run_replicate(run, s, &o, f);
	}
	tell_progress(0, most);
	if (ok && run->device != DEVICE_EMULATOR)
		results_leave_foreign(r);
	results_set_time(r->ended);
	run->interrupted = s->interrupted;
	close(s->signals);
	return ok;
}

bool
run_none(struct arena *a, struct run *run, struct results *r, struct fault *f)
{
	struct session *s = make_session(a, run, r);
	struct orders o = make_orders(a, run, r);
	bool ok;

	s->orders = &o;
	results_set_time(r->started);
	ok = session_run(s, f);
	run->interrupted = s->interrupted;
	close(s->signals);
	return ok;
}
