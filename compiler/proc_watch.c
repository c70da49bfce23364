/*
 * The life of a child: its output, its deadline, its end.
 *
 * We wait on both pipes, on its end, on our own interruption and on the line to
 * those who want us to run at once, so a child can neither block on a full pipe
 * nor outlive its time: at the deadline its group is asked to end and soon
 * after made to. Of each stream the head and the tail are kept, whatever comes
 * between them only counted.
 *
 * When it has ended, whatever it left behind in its group is killed before the
 * child is reaped, so its number cannot have gone to a stranger, and reaped
 * with it; only then do we return.
 *
 * It does not judge the end: a status, a signal, a time-out are told as such.
 */
#include "proc.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "proc_parts.h"

/* Between asking a group to end and making it, in seconds. */
#define TERM_GRACE 0.2

/* For the pipes to run dry once the child has ended. */
#define PIPE_GRACE 0.1

/* For a killed process to go; a driver may hold one back for good. */
#define KILL_GRACE 5.0

/* Between looks at the child where the kernel has no pidfd. */
#define TICK 0.02

#define FOREVER 1e18

bool
proc_lives(long number)
{
	return kill((pid_t)number, 0) == 0 || errno != ESRCH;
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
keep(struct kept *k, struct str s)
{
	size_t room = k->half - k->head.n;
	size_t over;

	k->seen += s.n;
	buf_add(&k->head, str_slice(s, 0, room));
	buf_add(&k->tail, str_skip(s, room));
	if (k->tail.n <= 2 * k->half)
		return;
	over = k->tail.n - k->half;
	memmove(k->tail.p, k->tail.p + over, k->half);
	k->tail.n = k->half;
}

struct str
proc_take(struct arena *a, struct kept *k)
{
	struct str tail = buf_str(&k->tail), s;
	size_t left_out;

	if (tail.n > k->half)
		tail = str_skip(tail, tail.n - k->half);
	left_out = k->seen - k->head.n - tail.n;
	if (left_out)
		buf_printf(&k->head, "\n[%zu bytes left out]\n", left_out);
	buf_add(&k->head, tail);
	s = arena_copy(a, buf_str(&k->head));
	buf_free(&k->head);
	buf_free(&k->tail);
	return s;
}

/* Reads once from a pipe that is ready; closes it at its end. */
static void
drain(struct run *r, int i)
{
	char part[8192];
	ssize_t n = read(r->pipes[i], part, sizeof(part));

	if (n > 0)
		keep(&r->kept[i], (struct str){ part, (size_t)n });
	else if (n == 0 || errno != EINTR)
		proc_close(&r->pipes[i]);
}

static void
enter(struct run *r, enum stage stage, double next)
{
	r->stage = stage;
	r->next = next;
}

/* Goes on to the next stage of an end that does not come by itself. */
static void
press(struct run *r)
{
	switch (r->stage) {
	case STAGE_RUNS:
		kill(-r->pid, SIGTERM);
		enter(r, STAGE_ASKED, now() + TERM_GRACE);
		break;
	case STAGE_ASKED:
		kill(-r->pid, SIGKILL);
		enter(r, STAGE_KILLED, now() + KILL_GRACE);
		break;
	case STAGE_KILLED:
		enter(r, STAGE_ENDED, now());
		break;
	case STAGE_ENDED:
		proc_close(&r->pipes[0]);
		proc_close(&r->pipes[1]);
		break;
	}
}

/* Notices the end of the child and leaves it a zombie. */
static void
look_for_end(struct run *r)
{
	siginfo_t info = { 0 };

	if (r->stage == STAGE_ENDED)
		return;
	if (waitid(P_PID, (id_t)r->pid, &info, WEXITED | WNOHANG | WNOWAIT) !=
		    0 || info.si_pid == r->pid)
		enter(r, STAGE_ENDED, now() + PIPE_GRACE);
}

/* Milliseconds until the stage is over, as poll wants them. */
static int
time_left(const struct run *r)
{
	double left = r->next - now();

	if (r->end < 0 && left > TICK)
		left = TICK;
	if (left > 3600)
		left = 3600;
	return left > 0 ? (int)(left * 1e3) + 1 : 0;
}

/* Waits for the next event and serves it. */
static void
step(struct run *r)
{
	bool ended = r->stage == STAGE_ENDED;
	struct pollfd fds[] = {
		{ .fd = r->pipes[0], .events = POLLIN },
		{ .fd = r->pipes[1], .events = POLLIN },
		{ .fd = ended ? -1 : r->end, .events = POLLIN },
		{ .fd = r->interrupted ? -1 : r->signals, .events = POLLIN },
		{ .fd = r->orphaned ? -1 : r->line, .events = POLLIN },
	};

	if (poll(fds, COUNT_OF(fds), time_left(r)) > 0) {
		for (int i = 0; i < 2; i++) {
			if (fds[i].revents)
				drain(r, i);
		}
		r->interrupted = r->interrupted || fds[3].revents;
		r->orphaned = r->orphaned || fds[4].revents;
		if ((fds[3].revents || fds[4].revents) &&
		    r->stage == STAGE_RUNS)
			press(r);
	}
	look_for_end(r);
	if (now() < r->next)
		return;
	if (r->stage == STAGE_RUNS)
		r->timed_out = true;
	press(r);
}

/*
 * Kills and reaps all that is left of the group, but gives up on what cannot
 * be killed; the child's wait status.
 */
static int
reap(pid_t child)
{
	const struct timespec moment = { .tv_nsec = 1000000 };
	double deadline = now() + KILL_GRACE;
	int status = 0, of_child = SIGKILL;
	pid_t pid;

	kill(-child, SIGKILL);
	while ((pid = waitpid(-child, &status, WNOHANG)) >= 0) {
		if (pid == child)
			of_child = status;
		if (pid > 0)
			continue;
		if (now() > deadline)
			break;
		nanosleep(&moment, NULL);
	}
	return of_child;
}

void
proc_watch(struct proc_result *result, struct run *r, double seconds)
{
	int status;

	r->end = (int)syscall(SYS_pidfd_open, r->pid, 0);
	r->next = seconds > 0 ? now() + seconds : FOREVER;
	while (r->stage != STAGE_ENDED || r->pipes[0] >= 0 || r->pipes[1] >= 0)
		step(r);
	status = reap(r->pid);
	result->timed_out = r->timed_out;
	if (WIFEXITED(status))
		result->status = WEXITSTATUS(status);
	else
		result->signal = WTERMSIG(status);
}
