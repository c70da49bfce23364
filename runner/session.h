/*
 * The life of one worker, from its orders to its end. log.h comes before it.
 */
#include <stdbool.h>

struct arena;
struct fault;
struct orders;
struct results;

struct session {
	struct arena *arena;
	struct results *results;
	const struct orders *orders;
	unsigned limit;	 /* seconds for a visit; 0: the job's own */
	int signals;	 /* a signalfd: CHLD, and those that end us */
	bool *visited;	 /* for each job of the pack: its visit ended */
	struct log log;	 /* what the worker printed */
	int interrupted; /* the signal that ended us, or 0 */
};

/*
 * Start a worker, take its reports into the results, see it to its end. Jobs
 * that fail have their fault in the results. False with a FAULT_MACHINE, or
 * if interrupted.
 */
bool session_run(struct session *s, struct fault *f);
