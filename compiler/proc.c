/*
 * Programs: start one, collect what it writes, see that it ends.
 *
 * A child gets a process group of its own, a file or /dev/null as input, a
 * pipe for each stream, limits, perhaps a Landlock sandbox, and no other
 * descriptor of ours. Here is the frame of one run: what this process is while
 * a child lives, and the way back to what it was.
 *
 * While it runs we are the reaper of its orphans. A process that left the
 * group by setsid escapes us; it holds no file of ours. SIGINT, SIGTERM and
 * SIGHUP are held back while a child runs and end its group first; the
 * pending signal then ends us in its usual way. No signal tells the programs
 * of a program that we are gone: those watch a line, a pipe whose other end
 * only we hold.
 *
 * It says nothing: what an exit status means, the caller knows. Finding the
 * program is proc_find.c, the sandbox proc_box.c, the start proc_start.c, and
 * the wait proc_watch.c.
 */
#include "proc.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>

#include "buf.h"
#include "proc_parts.h"

/* Kept of each stream when the caller names no amount. */
#define OUTPUT_DEFAULT ((size_t)1 << 20)

/* What the process was like before a child was started. */
struct habits {
	sigset_t mask, childs; /* ours, and that of a child */
	struct sigaction child;
	int reaper;
};

/* Holds back the signals that would end us; a descriptor that tells of them. */
static int
hold_signals(struct habits *old)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction usual = { .sa_handler = SIG_DFL };
	sigset_t held;

	proc_ending(&held);
	sigprocmask(SIG_BLOCK, &held, &old->mask);
	old->childs = old->mask;
	for (size_t i = 0; i < COUNT_OF(signals); i++)
		if (sigismember(&held, signals[i]) == 1)
			sigdelset(&old->childs, signals[i]);
	sigaction(SIGCHLD, &usual, &old->child);
	prctl(PR_GET_CHILD_SUBREAPER, &old->reaper);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	return signalfd(-1, &held, SFD_CLOEXEC);
}

static void
release_signals(const struct habits *old)
{
	prctl(PR_SET_CHILD_SUBREAPER, old->reaper);
	sigaction(SIGCHLD, &old->child, NULL);
	sigprocmask(SIG_SETMASK, &old->mask, NULL);
}

bool
proc_run(struct arena *a, struct proc_result *result, const struct proc *p)
{
	struct habits old = { 0 };
	struct run r = { .pipes = { -1, -1 }, .end = -1, .signals = -1,
			 .line = p->line > 0 ? p->line : -1 };
	struct birth b = { .p = p, .streams = { -1, -1 }, .input = -1,
			   .rules = -1, .mask = &old.childs };

	*result = (struct proc_result){ .status = -1 };
	for (int i = 0; i < 2; i++)
		r.kept[i].half = (p->limits.output ? p->limits.output :
						     OUTPUT_DEFAULT) / 2;
	r.signals = hold_signals(&old);
	result->started = proc_start(a, &r, &b);
	if (!result->started)
		result->error = errno;
	proc_close_birth(&b);
	if (result->started)
		proc_watch(result, &r, p->limits.seconds);
	for (int i = 0; i < 2; i++) {
		proc_close(&r.pipes[i]);
		*(i ? &result->err : &result->out) = proc_take(a, &r.kept[i]);
	}
	proc_close(&r.end);
	proc_close(&r.signals);
	release_signals(&old);
	/* As a signal would end us: nobody waits for what we would say. */
	if (r.orphaned)
		raise(SIGKILL);
	return result->started && result->status == 0;
}
