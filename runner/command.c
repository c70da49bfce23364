/*
 * A program of this machine, run to its end: its words -> what it printed,
 * what it wrote and how it ended.
 *
 * The idea: it is started, ended and cleaned up as a worker is, in a process
 * group and a folder of its own, with an environment by list; but nothing that
 * it says is understood here. All pipes are drained whenever one is ready, so
 * that it never waits for us, and beyond a bound its output is read and
 * dropped.
 *
 * What a worker says while it runs is session.c's.
 */
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "command.h"
#include "fault.h"
#include "file.h"
#include "supervise.h"

enum {
	KEPT = 64 << 20, /* of each output; a list of all metrics is 20 MiB */
	STEP_MS = 50,    /* between looks at whether it has ended */
};

static int64_t
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Take what a pipe holds now. */
static void
drain_pipe(int *fd, struct buf *out)
{
	char bytes[8192];
	ssize_t n;

	while (*fd >= 0) {
		n = read(*fd, bytes, sizeof(bytes));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return;
		if (n == 0) {
			close(*fd);
			*fd = -1;
		} else if (out->len < KEPT) {
			buf_add(out, bytes, (size_t)n);
		}
	}
}

static void
drain_pipes(struct child *child, struct command_result *r)
{
	drain_pipe(&child->pipes[CHILD_REPORTS], &r->reports);
	drain_pipe(&child->pipes[CHILD_OUT], &r->out);
	drain_pipe(&child->pipes[CHILD_ERR], &r->err);
}

/* Take pending signals; false if one of them ends the program. */
static bool
drain_signals(const struct command *c, struct command_result *r)
{
	struct signalfd_siginfo info;

	while (c->signals >= 0 &&
	       read(c->signals, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
		if (info.ssi_signo != SIGCHLD)
			r->interrupted = (int)info.ssi_signo;
	}
	return !r->interrupted;
}

static void
wait_ready(const struct command *c, const struct child *child)
{
	struct pollfd fds[CHILD_PIPES + 1];
	int i;

	for (i = 0; i < CHILD_PIPES; i++)
		fds[i] = (struct pollfd){ child->pipes[i], POLLIN, 0 };
	fds[i] = (struct pollfd){ c->signals, POLLIN, 0 };
	poll(fds, CHILD_PIPES + 1, STEP_MS);
}

/* Until it has ended or must be ended. */
static void
watch(const struct command *c, struct child *child, struct command_result *r)
{
	int64_t end = now_ms() + (int64_t)c->limit * 1000;
	bool ended;

	for (;;) {
		wait_ready(c, child);
		if (!drain_signals(c, r))
			return;
		ended = supervise_reap(child);
		drain_pipes(child, r);
		if (ended)
			return;
		if (now_ms() > end) {
			r->hung = true;
			return;
		}
	}
}

static void
read_written(const struct command *c, const struct child *child,
	     struct command_result *r)
{
	struct buf path = { 0 };

	if (!c->file)
		return;
	buf_addf(&path, "%s/%s", child->folder, c->file);
	if (!file_read(path.data, KEPT, &r->written))
		r->written.len = 0;
	buf_free(&path);
}

bool
command_run(const struct command *c, struct command_result *r, struct fault *f)
{
	const struct program p = { c->argv[0], c->argv };
	const pid_t nobody = 0;
	struct child child;

	memset(r, 0, sizeof(*r));
	if (!supervise_start_program(&child, &p, c->input, f))
		return false;
	watch(c, &child, r);
	supervise_stop(&child, &nobody);
	drain_pipes(&child, r);
	r->status = child.status;
	read_written(c, &child, r);
	supervise_close(&child);
	return true;
}

void
command_free(struct command_result *r)
{
	buf_free(&r->out);
	buf_free(&r->err);
	buf_free(&r->reports);
	buf_free(&r->written);
}
