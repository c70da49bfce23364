/*
 * Signals that would end us, held back for a while.
 *
 * The idea: who has something to tidy up first, work on other machines, asks
 * when it is ready to hear of them, and is then ended by the signal all the
 * same, in its usual way. What is ignored stays ignored.
 *
 * Holding them back while a child runs is proc.c.
 */
#include "proc.h"

#include <signal.h>
#include <time.h>

#include "buf.h"
#include "proc_parts.h"

void
proc_ending(sigset_t *all)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction now;

	sigemptyset(all);
	for (size_t i = 0; i < COUNT_OF(signals); i++)
		if (sigaction(signals[i], NULL, &now) == 0 &&
		    now.sa_handler != SIG_IGN)
			sigaddset(all, signals[i]);
}

void
proc_hold(void)
{
	sigset_t all;

	proc_ending(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
}

int
proc_pause(double seconds)
{
	struct timespec time = {
		.tv_sec = (time_t)seconds,
		.tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9),
	};
	sigset_t all;
	int signal;

	proc_ending(&all);
	signal = sigtimedwait(&all, NULL, &time);
	return signal > 0 ? signal : 0;
}

void
proc_release(int signal)
{
	sigset_t all;

	proc_ending(&all);
	if (signal > 0)
		raise(signal);
	sigprocmask(SIG_UNBLOCK, &all, NULL);
}
