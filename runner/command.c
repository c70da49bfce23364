/*
 * Programs of this machine, run to their ends: their words -> what they
 * printed, what they wrote and how they ended.
 *
 * The idea: each is started, ended and cleaned up as a worker is, in a process
 * group and a folder of its own, with an environment by list; but nothing that
 * it says is understood here. One loop watches a program in each lane, and the
 * next of a lane starts when the one before has been reaped. All pipes are
 * drained whenever one is ready, so that none ever waits for us, and beyond a
 * bound output is read and dropped.
 *
 * What a worker says while it runs is session.c's.
 */
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "fault.h"
#include "command.h"
#include "file.h"
#include "supervise.h"

enum {
	KEPT = 64 << 20, /* of each output; a list of all metrics is 20 MiB */
	PIECES = 64,     /* of a pipe before the others have their turn */
	STEP_MS = 50,    /* between looks at whether one has ended */
};

struct lane {
	const struct command *command; /* that runs; NULL: none */
	struct command_result *result; /* its */
	struct child child;            /* likewise */
	int64_t end;                   /* when it must have ended, in ms */
	size_t next;                   /* those before were run */
};

struct lanes {
	struct lane all[COMMAND_LANES];
	const struct command *commands;
	struct command_result *results;
	size_t n;
	struct signals *signals;
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
	int pieces;
	ssize_t n;

	for (pieces = 0; pieces < PIECES && *fd >= 0; pieces++) {
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
drain_pipes(struct lane *l)
{
	drain_pipe(&l->child.pipes[CHILD_REPORTS], &l->result->reports);
	drain_pipe(&l->child.pipes[CHILD_OUT], &l->result->out);
	drain_pipe(&l->child.pipes[CHILD_ERR], &l->result->err);
}

static void
wait_ready(const struct lanes *s)
{
	struct pollfd fds[COMMAND_LANES * CHILD_PIPES + 1];
	const struct lane *l;
	nfds_t n = 0;
	int i;

	for (l = s->all; l < s->all + COMMAND_LANES; l++) {
		for (i = 0; l->command && i < CHILD_PIPES; i++)
			fds[n++] = (struct pollfd){ l->child.pipes[i], POLLIN,
						    0 };
	}
	fds[n++] = (struct pollfd){ s->signals->fd, POLLIN, 0 };
	poll(fds, n, STEP_MS);
}

/* --- one program ---------------------------------------------------------- */

static bool
start(struct lane *l, const struct command *c, struct command_result *r)
{
	const struct program p = { c->argv[0], c->argv };

	r->began = time(NULL);
	if (!supervise_start_program(&l->child, &p, c->input, &r->fault))
		return false;
	l->command = c;
	l->result = r;
	l->end = now_ms() + (int64_t)c->limit * 1000;
	return true;
}

/* The next command of this lane that can be started, if there is one. */
static void
start_next(struct lanes *s, unsigned lane)
{
	struct lane *l = &s->all[lane];
	size_t i;

	l->command = NULL;
	while (!l->command && l->next < s->n) {
		i = l->next++;
		if (s->commands[i].lane == lane)
			start(l, &s->commands[i], &s->results[i]);
	}
}

static void
read_written(struct lane *l)
{
	struct buf path = { 0 };

	if (!l->command->file)
		return;
	buf_addf(&path, "%s/%s", l->child.folder, l->command->file);
	if (!file_read(path.data, KEPT, &l->result->written))
		l->result->written.len = 0;
	buf_free(&path);
}

/* It ends now, whatever it does; none of the others does. */
static void
end_lane(struct lanes *s, struct lane *l)
{
	pid_t others[COMMAND_LANES];
	const struct lane *o;
	size_t n = 0;

	for (o = s->all; o < s->all + COMMAND_LANES; o++) {
		if (o != l && o->command)
			others[n++] = o->child.pid;
	}
	others[n] = 0;
	supervise_stop(&l->child, others);
	drain_pipes(l);
	l->result->status = l->child.status;
	l->result->ended = time(NULL);
	read_written(l);
	supervise_close(&l->child);
	l->command = NULL;
}

/* Whether it has ended or must be ended. */
static bool
is_over(struct lane *l)
{
	bool ended = supervise_reap(&l->child);

	drain_pipes(l);
	if (!ended)
		l->result->hung = now_ms() > l->end;
	return ended || l->result->hung;
}

/* --- all of them ---------------------------------------------------------- */

static bool
is_any_alive(const struct lanes *s)
{
	size_t i;

	for (i = 0; i < COMMAND_LANES; i++) {
		if (s->all[i].command)
			return true;
	}
	return false;
}

/* Until all have ended, or we must. Signals are taken first: a CHLD that is
   taken after its program was looked for is lost. */
static void
watch(struct lanes *s)
{
	unsigned i;

	while (is_any_alive(s)) {
		wait_ready(s);
		if (!supervise_listen(s->signals))
			return;
		for (i = 0; i < COMMAND_LANES; i++) {
			if (!s->all[i].command || !is_over(&s->all[i]))
				continue;
			end_lane(s, &s->all[i]);
			start_next(s, i);
		}
	}
}

void
command_run(const struct command *c, size_t n, struct signals *signals,
	    struct command_result *r)
{
	struct lanes s = { .commands = c, .results = r, .n = n,
			   .signals = signals };
	unsigned i;

	memset(r, 0, n * sizeof(*r));
	for (i = 0; i < COMMAND_LANES && !signals->interrupted; i++)
		start_next(&s, i);
	watch(&s);
	for (i = 0; i < COMMAND_LANES; i++) {
		if (s.all[i].command)
			end_lane(&s, &s.all[i]);
	}
}

void
command_free(struct command_result *r)
{
	buf_free(&r->out);
	buf_free(&r->err);
	buf_free(&r->reports);
	buf_free(&r->written);
}
