/*
 * Watching workers, one for each device of a run.
 *
 * One loop over the descriptors of all: reports, both output streams, signals.
 * All are drained whenever any is ready, so no worker ever blocks on one
 * while we wait for another, and reports that arrived before a deadline count.
 * A deadline starts anew when a visit starts or ends; what it then allows is
 * the visit's limit, or a time for opening and for closing the device.
 *
 * A worker that fails before it has a context has met the environment; one
 * that fails in a visit fails that job; one that fails between visits, or on
 * closing, fails the job it visited last. Every way to end but 'bye' followed
 * by exit status 0 is a failure.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "conditions.h"
#include "cost.h"
#include "device.h"
#include "fault.h"
#include "intake.h"
#include "log.h"
#include "number.h"
#include "orders.h"
#include "pack.h"
#include "results.h"
#include "session.h"
#include "supervise.h"

enum {
	OPEN_S = 120, /* first context on a machine with eight devices */
	CLOSE_S = 60,
	ROUNDS = 64, /* pieces of a pipe before the others have their turn */
	OUTPUT_END = 1024, /* of what was printed, kept beside a fault */
	TEXT = 160,
};

struct watch {
	struct session *session;
	struct child child;
	struct intake intake;
	int64_t since; /* when stage or job last changed, in ms */
	bool over;     /* the worker is no more */
	double born;   /* when, for its cost */
};

/* All workers of a round. */
struct round {
	struct watch watches[DEVICES_MOST];
	size_t n;
	struct signals *signals;
	struct fault *machine;
};

static int64_t
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* How long the present stage may take, in seconds. */
static unsigned
find_limit(const struct watch *w)
{
	const struct session *s = w->session;

	if (w->intake.failed || w->intake.stage == STAGE_BETWEEN)
		return CLOSE_S;
	if (w->intake.stage == STAGE_OPENING)
		return OPEN_S;
	if (s->limit)
		return s->limit;
	return s->results->pack->jobs[w->intake.job].limit;
}

static int64_t
find_left(const struct watch *w)
{
	return w->since + (int64_t)find_limit(w) * 1000 - now_ms();
}

/* Take reports; a change of stage starts the clock again. */
static bool
take_reports(struct watch *w, const char *bytes, size_t len)
{
	enum stage stage = w->intake.stage;
	bool failed = w->intake.failed;
	long job = w->intake.job;
	bool ok = intake_add(&w->intake, bytes, len);

	if (stage == STAGE_OPENING && w->intake.stage != STAGE_OPENING)
		w->session->results->opening_ns += cost_now() - w->born;
	if (w->intake.stage != stage || w->intake.job != job ||
	    w->intake.failed != failed)
		w->since = now_ms();
	return ok;
}

/* Read what a pipe holds now; false if the worker must be ended. */
static bool
drain_pipe(struct watch *w, int which)
{
	int *fd = &w->child.pipes[which], rounds;
	char bytes[4096];
	ssize_t n;

	for (rounds = 0; rounds < ROUNDS && *fd >= 0; rounds++) {
		n = read(*fd, bytes, sizeof(bytes));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return true;
		if (n == 0) {
			close(*fd);
			*fd = -1;
		} else if (which != CHILD_REPORTS) {
			log_add(&w->session->log, bytes, (size_t)n);
		} else if (!take_reports(w, bytes, (size_t)n)) {
			return false;
		}
	}
	return true;
}

static bool
drain_pipes(struct watch *w)
{
	drain_pipe(w, CHILD_OUT);
	drain_pipe(w, CHILD_ERR);
	return drain_pipe(w, CHILD_REPORTS);
}

/* The deadline has passed: lay it on somebody, unless the cause is known. */
static void
set_hang(struct watch *w)
{
	char text[TEXT];

	if (w->intake.failed)
		return;
	if (w->intake.stage == STAGE_OPENING)
		snprintf(text, sizeof(text), "the device did not open in %u s",
			 find_limit(w));
	else if (w->intake.stage == STAGE_VISIT)
		snprintf(text, sizeof(text), "the visit took longer than %u s",
			 find_limit(w));
	else
		snprintf(text, sizeof(text), "the worker hung after the visit");
	intake_fail(&w->intake, FAULT_HANG, text);
}

/* Until a worker has said something or has no time left. */
static void
wait_ready(struct round *r)
{
	struct pollfd fds[DEVICES_MOST * CHILD_PIPES + 1];
	int64_t left = INT32_MAX - 1, its;
	nfds_t n = 0;
	size_t i;
	int k;

	for (i = 0; i < r->n; i++) {
		if (r->watches[i].over)
			continue;
		its = find_left(&r->watches[i]);
		left = its < left ? its : left;
		for (k = 0; k < CHILD_PIPES; k++)
			fds[n++] = (struct pollfd){
				r->watches[i].child.pipes[k], POLLIN, 0 };
	}
	fds[n++] = (struct pollfd){ r->signals->fd, POLLIN, 0 };
	poll(fds, n, left < 0 ? 0 : (int)left + 1);
}

/* The names of the signals that end workers; "" for another one. */
static const char *
find_signal(int number)
{
	static const struct {
		int number;
		const char *name;
	} signals[] = {
		{ SIGABRT, "SIGABRT" }, { SIGBUS, "SIGBUS" },
		{ SIGFPE, "SIGFPE" },	{ SIGILL, "SIGILL" },
		{ SIGKILL, "SIGKILL" }, { SIGPIPE, "SIGPIPE" },
		{ SIGSEGV, "SIGSEGV" }, { SIGTERM, "SIGTERM" },
		{ SIGTRAP, "SIGTRAP" }, { SIGXCPU, "SIGXCPU" },
	};
	size_t i;

	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		if (signals[i].number == number)
			return signals[i].name;
	}
	return "";
}

/* Lay the end of the worker on somebody, if it was not as it should be. */
static void
judge_end(struct watch *w)
{
	struct fault *f = intake_find_fault(&w->intake);
	bool known = f->kind != FAULT_NONE, opening;
	int status = w->child.status;
	char text[TEXT];

	if (w->intake.failed || known)
		return;
	opening = w->intake.stage == STAGE_OPENING;
	if (WIFSIGNALED(status)) {
		snprintf(text, sizeof(text),
			 "the worker was killed by signal "
			 "%d (%s)%s",
			 WTERMSIG(status), strsignal(WTERMSIG(status)),
			 opening ? " before it had a device" : "");
		intake_fail(&w->intake, FAULT_CRASH, text);
		f->code = WTERMSIG(status);
		snprintf(f->name, sizeof(f->name), "%s",
			 find_signal(WTERMSIG(status)));
	} else if (!w->intake.bye || WEXITSTATUS(status)) {
		snprintf(text, sizeof(text),
			 "no result: the worker ended with "
			 "status %d%s",
			 WEXITSTATUS(status),
			 w->intake.bye ? " on closing"
				       : " without its last report");
		intake_fail(&w->intake, FAULT_CRASH, text);
	}
}

/* Keep the end of what a failed job's worker printed. */
static void
keep_output(struct watch *w)
{
	struct buf end = { 0 };
	struct job_result *j;

	if (w->intake.job < 0 || !w->session->log.len)
		return;
	j = &w->session->results->jobs[w->intake.job];
	if (j->fault.kind == FAULT_NONE || j->output)
		return;
	log_emit_end(&w->session->log, OUTPUT_END, &end);
	j->output = arena_copy(w->session->arena, end.data, end.len);
	buf_free(&end);
}

/* The workers that live beside W. */
static void
list_others(const struct round *r, const struct watch *w,
	    pid_t pids[DEVICES_MOST])
{
	size_t i, n = 0;

	for (i = 0; i < r->n; i++) {
		if (&r->watches[i] != w && !r->watches[i].over)
			pids[n++] = r->watches[i].child.pid;
	}
	pids[n] = 0;
}

static void
end_worker(struct round *r, struct watch *w)
{
	pid_t others[DEVICES_MOST];
	bool reaped;

	list_others(r, w, others);
	reaped = supervise_stop(&w->child, others);

	drain_pipe(w, CHILD_OUT);
	drain_pipe(w, CHILD_ERR);
	if (!reaped)
		fault_set(r->machine, FAULT_MACHINE,
			  "worker %ld cannot be ended: the "
			  "driver holds it",
			  (long)w->child.pid);
	else if (!r->signals->interrupted)
		judge_end(w);
	keep_output(w);
	supervise_close(&w->child);
	buf_free(&w->intake.line);
	if (w->intake.bye)
		w->session->results->closing_ns +=
			(double)(now_ms() - w->since) * 1e6;
	w->session->results->workers++;
	w->session->results->workers_ns += cost_now() - w->born;
	w->over = true;
}

/* True if the worker has ended or must be ended. */
static bool
is_over(struct watch *w)
{
	bool ended = supervise_reap(&w->child);

	if (!drain_pipes(w) || ended)
		return true;
	if (find_left(w) >= 0)
		return false;
	set_hang(w);
	return true;
}

/*
 * Until all workers have ended, must be ended, or we must. Signals are taken
 * first: a CHLD that is taken after its worker was looked for is lost.
 */
static void
watch_workers(struct round *r)
{
	size_t i, left = r->n;

	while (left && r->machine->kind == FAULT_NONE) {
		wait_ready(r);
		if (!supervise_listen(r->signals))
			return;
		for (i = 0; i < r->n; i++) {
			if (r->watches[i].over || !is_over(&r->watches[i]))
				continue;
			end_worker(r, &r->watches[i]);
			left--;
		}
	}
}

static bool
start_worker(struct round *r, struct session *s)
{
	struct watch *w = &r->watches[r->n];
	struct buf orders = { 0 };
	bool started;

	*w = (struct watch){ .session = s, .born = cost_now() };
	w->intake = (struct intake){ .arena = s->arena,
				     .results = s->results,
				     .orders = s->orders,
				     .visited = s->visited,
				     .machine = r->machine,
				     .job = -1,
				     .kase = FAULT_NO_CASE };
	orders_dump(s->orders, &orders);
	started = supervise_start(&w->child, &orders, r->machine);
	buf_free(&orders);
	w->since = now_ms();
	r->n += started;
	return started;
}

bool
session_run(struct session *const *all, size_t n, struct signals *signals,
	    struct fault *f)
{
	struct round r = { .signals = signals, .machine = f };
	bool started = true;
	size_t i;

	for (i = 0; i < n && started; i++)
		started = start_worker(&r, all[i]);
	if (started)
		watch_workers(&r);
	for (i = 0; i < r.n; i++) {
		if (!r.watches[i].over)
			end_worker(&r, &r.watches[i]);
	}
	return f->kind == FAULT_NONE && !signals->interrupted;
}
