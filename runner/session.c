/*
 * Watching one worker.
 *
 * One loop over four descriptors: reports, both output streams and signals.
 * All are drained whenever any is ready, so the worker never blocks on one
 * while we wait for another, and reports that arrived before a deadline count.
 * The deadline is that of the visit in progress, or of opening and closing.
 *
 * A fault is laid on the job whose visit was open. A worker that fails before
 * it has a context has met the environment; one that fails between visits, on
 * closing, fails the job it visited last. Every way to end but 'bye' followed
 * by exit status 0 is a failure.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "child.h"
#include "conditions.h"
#include "device.h"
#include "fault.h"
#include "log.h"
#include "number.h"
#include "orders.h"
#include "pack.h"
#include "report.h"
#include "results.h"
#include "session.h"

enum {
	OPEN_MS = 120 * 1000, /* first context on a machine of 8 devices */
	CLOSE_MS = 60 * 1000,
	LINE_MOST = 4096,     /* of a report */
	OUTPUT_END = 1024,    /* of what was printed, beside a fault */
};

enum stage { STAGE_OPENING, STAGE_BETWEEN, STAGE_VISIT, STAGE_OVER };

struct watch {
	struct session *session;
	struct child child;
	struct buf line; /* of a report, as far as it has come */
	enum stage stage;
	long job;        /* of the visit in progress or the last; -1: none */
	struct replicate replicate;
	bool bye, failed; /* the worker has said its last word */
	struct fault *machine;
	int64_t deadline;
};

static int64_t
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static const struct order *
find_order(const struct session *s, size_t job)
{
	size_t i;

	for (i = 0; i < s->orders->njobs; i++) {
		if (s->orders->jobs[i].job == job)
			return &s->orders->jobs[i];
	}
	return NULL;
}

static struct job_result *
find_result(struct watch *w)
{
	return &w->session->results->jobs[w->job];
}

/* The fault of the job in progress, or of the environment if none was. */
static struct fault *
find_fault(struct watch *w)
{
	return w->job < 0 ? w->machine : &find_result(w)->fault;
}

static bool
same_device(const struct device_attributes *a,
	const struct device_attributes *b)
{
	return a->sm_count == b->sm_count && !strcmp(a->name, b->name) &&
		!strcmp(a->bus, b->bus);
}

static bool
take_device(struct watch *w, const struct report *r)
{
	struct results *results = w->session->results;

	if (results->known && !same_device(&results->device, &r->device)) {
		fault_set(w->machine, FAULT_MACHINE, "the device changed "
			"during the run, from %s to %s", results->device.name,
			r->device.name);
		return false;
	}
	results->device = r->device;
	results->known = true;
	return true;
}

static bool
take_begin(struct watch *w, const struct report *r)
{
	struct session *s = w->session;
	unsigned limit;

	if (w->stage != STAGE_BETWEEN || !find_order(s, r->job) ||
	    s->visited[r->job])
		return false;
	limit = s->limit ? s->limit : s->results->pack->jobs[r->job].limit;
	w->stage = STAGE_VISIT;
	w->job = (long)r->job;
	w->deadline = now_ms() + (int64_t)limit * 1000;
	w->replicate = results_make_replicate(s->arena, s->results, r->job);
	return true;
}

static bool
take_sample(struct watch *w, const struct report *r)
{
	const struct order *o = find_order(w->session, r->job);

	if (r->kase >= o->ncases || r->n == 0 || w->replicate.seen[r->kase])
		return false;
	if (o->n[r->kase] && o->n[r->kase] != r->n)
		return false;
	find_result(w)->n[r->kase] = r->n;
	memcpy(w->replicate.values + r->kase * REPORT_VALUES, r->values,
		sizeof(r->values));
	w->replicate.seen[r->kase] = true;
	return true;
}

static bool
take_fault(struct watch *w, const struct report *r)
{
	struct fault *f = find_fault(w);

	if (r->fault.kind == FAULT_MACHINE) {
		if (w->machine->kind == FAULT_NONE)
			*w->machine = r->fault;
		w->failed = true;
	} else if (f->kind == FAULT_NONE) {
		*f = r->fault;
		w->failed = r->fault.poisoned;
	}
	if (w->failed)
		w->deadline = now_ms() + CLOSE_MS;
	return true;
}

/* All cases have values: then the replicate counts as one. */
static bool
take_done(struct watch *w, const struct report *r)
{
	const struct order *o = find_order(w->session, r->job);
	struct job_result *j = find_result(w);
	size_t i;

	w->session->visited[r->job] = true;
	w->stage = STAGE_BETWEEN;
	w->deadline = now_ms() + CLOSE_MS;
	if (j->fault.kind != FAULT_NONE)
		return true;
	for (i = 0; i < o->ncases; i++) {
		if (!w->replicate.seen[i])
			return false;
	}
	j->replicates = arena_grow(w->session->arena, j->replicates,
		j->nreplicates, sizeof(*j->replicates));
	j->replicates[j->nreplicates++] = w->replicate;
	return true;
}

/* A report that belongs to the visit in progress. */
static bool
take_visit(struct watch *w, const struct report *r)
{
	if (r->kind == REPORT_FAULT && w->stage == STAGE_OPENING)
		return take_fault(w, r);
	if (w->stage != STAGE_VISIT || (long)r->job != w->job)
		return false;
	if (r->kind == REPORT_SAMPLE)
		return take_sample(w, r);
	if (r->kind == REPORT_FAULT)
		return take_fault(w, r);
	if (r->kind == REPORT_DONE)
		return take_done(w, r);
	w->replicate.conditions = r->conditions;
	return true;
}

static bool
take_report(struct watch *w, const struct report *r)
{
	switch (r->kind) {
	case REPORT_DEVICE:
		return w->stage == STAGE_OPENING && take_device(w, r);
	case REPORT_READY:
		if (w->stage != STAGE_OPENING)
			return false;
		w->stage = STAGE_BETWEEN;
		w->deadline = now_ms() + CLOSE_MS;
		return true;
	case REPORT_BEGIN:
		return take_begin(w, r);
	case REPORT_BYE:
		w->bye = w->stage == STAGE_BETWEEN;
		w->stage = STAGE_OVER;
		return w->bye;
	case REPORT_SAMPLE:
	case REPORT_CONDITIONS:
	case REPORT_FAULT:
	case REPORT_DONE:
		return take_visit(w, r);
	}
	return false;
}

static bool
take_line(struct watch *w)
{
	struct report r;

	memset(&r, 0, sizeof(r));
	if (report_parse(w->line.data, &r) && take_report(w, &r))
		return true;
	fault_set(find_fault(w), w->job < 0 ? FAULT_MACHINE : FAULT_CRASH,
		"the worker reported nonsense");
	w->failed = true;
	return false;
}

/* False if a report makes no sense: the worker must be ended. */
static bool
take_reports(struct watch *w, const char *bytes, size_t len)
{
	size_t n;
	const char *newline;

	for (; len; bytes += n, len -= n) {
		newline = memchr(bytes, '\n', len);
		n = newline ? (size_t)(newline - bytes) : len;
		buf_add(&w->line, bytes, n);
		if (newline) {
			if (!take_line(w))
				return false;
			w->line.len = 0;
			n++;
		} else if (w->line.len > LINE_MOST) {
			return take_line(w);
		}
	}
	return true;
}

/* Read what a pipe holds now; false if the worker must be ended. */
static bool
drain_pipe(struct watch *w, int which)
{
	char bytes[4096];
	ssize_t n;
	int rounds; /* one that never stops printing must not hold us here */

	for (rounds = 0; rounds < 64 && w->child.pipes[which] >= 0; rounds++) {
		n = read(w->child.pipes[which], bytes, sizeof(bytes));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return true;
		if (n == 0) {
			close(w->child.pipes[which]);
			w->child.pipes[which] = -1;
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

/* Take pending signals; false if one of them ends the program. */
static bool
drain_signals(struct session *s)
{
	struct signalfd_siginfo info;

	while (read(s->signals, &info, sizeof(info)) ==
	    (ssize_t)sizeof(info)) {
		if (info.ssi_signo != SIGCHLD)
			s->interrupted = (int)info.ssi_signo;
	}
	return !s->interrupted;
}

static void
set_hang(struct watch *w)
{
	struct session *s = w->session;
	struct fault *f = find_fault(w);

	if (w->failed || w->machine->kind != FAULT_NONE)
		return; /* its reason is known, it only takes long to end */
	if (w->stage == STAGE_VISIT)
		fault_set(f, FAULT_HANG, "the visit took longer than %u s",
			s->limit ? s->limit :
			s->results->pack->jobs[w->job].limit);
	else if (w->job < 0)
		fault_set(f, FAULT_MACHINE, "the device did not open in %d s",
			OPEN_MS / 1000);
	else
		fault_set(f, FAULT_HANG, "the worker hung after the visit");
}

static void
wait_ready(struct watch *w)
{
	struct pollfd fds[CHILD_PIPES + 1];
	int64_t left = w->deadline - now_ms();
	int i;

	for (i = 0; i < CHILD_PIPES; i++)
		fds[i] = (struct pollfd){w->child.pipes[i], POLLIN, 0};
	fds[i] = (struct pollfd){w->session->signals, POLLIN, 0};
	poll(fds, CHILD_PIPES + 1, left < 0 ? 0 : (int)left + 1);
}

/* Until the worker has ended, must be ended, or we must. */
static void
watch_worker(struct watch *w)
{
	for (;;) {
		wait_ready(w);
		if (!drain_pipes(w) || !drain_signals(w->session))
			return;
		if (child_reap(&w->child)) {
			drain_pipes(w);
			return;
		}
		if (now_ms() > w->deadline) {
			set_hang(w);
			return;
		}
	}
}

/* Lay the end of the worker on somebody, if it was not as it should be. */
static void
judge_end(struct watch *w)
{
	enum fault_kind kind = w->job < 0 ? FAULT_MACHINE : FAULT_CRASH;
	const char *where = w->stage == STAGE_OPENING ?
		" before it had a device" : w->stage == STAGE_VISIT ? "" :
		" after the visit";
	struct fault *f = find_fault(w);
	int status = w->child.status;

	if (w->failed || f->kind != FAULT_NONE ||
	    w->machine->kind != FAULT_NONE)
		return;
	if (WIFSIGNALED(status)) {
		fault_set(f, kind, "the worker was killed by signal %d (%s)%s",
			WTERMSIG(status), strsignal(WTERMSIG(status)), where);
		f->code = WTERMSIG(status);
		snprintf(f->name, sizeof(f->name), "SIG%s",
			sigabbrev_np(WTERMSIG(status)) ?
			sigabbrev_np(WTERMSIG(status)) : "");
	} else if (!w->bye) {
		fault_set(f, kind, "no result: the worker ended with status "
			"%d%s", WEXITSTATUS(status), where);
	} else if (WEXITSTATUS(status)) {
		fault_set(f, kind, "the worker failed on closing with status "
			"%d", WEXITSTATUS(status));
	}
}

/* Keep the end of what a failed job's worker printed. */
static void
keep_output(struct watch *w)
{
	struct job_result *j;

	if (w->job < 0)
		return;
	j = find_result(w);
	if (j->fault.kind != FAULT_NONE && !j->output.len)
		log_emit_end(&w->session->log, OUTPUT_END, &j->output);
}

bool
session_run(struct session *s, struct fault *f)
{
	struct watch w = {.session = s, .job = -1, .machine = f};
	struct buf orders = {0};
	bool started;

	orders_dump(s->orders, &orders);
	started = child_start(&w.child, &orders, f);
	buf_free(&orders);
	if (!started)
		return false;
	w.deadline = now_ms() + OPEN_MS;
	watch_worker(&w);
	if (!child_stop(&w.child))
		fault_set(f, FAULT_MACHINE, "worker %ld cannot be ended: the "
			"driver holds it", (long)w.child.pid);
	if (!s->interrupted)
		judge_end(&w);
	keep_output(&w);
	child_close(&w.child);
	buf_free(&w.line);
	return f->kind == FAULT_NONE && !s->interrupted;
}
