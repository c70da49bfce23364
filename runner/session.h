/*
 * The life of workers, each from its orders to its end. log.h comes before it.
 */
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct fault;
struct orders;
struct results;
struct signals;

struct session {
	struct arena *arena;
	struct results *results;
	const struct orders *orders;
	unsigned limit;	 /* seconds for a visit; 0: the job's own */
	bool *visited;	 /* for each job of the pack: its visit ended */
	struct log log;	 /* what the worker printed */
};

/*
 * Start a worker for each of the N sessions, take their reports into the
 * results, see them all to their ends. Jobs that fail have their fault in the
 * results. False with a FAULT_MACHINE, or if interrupted.
 */
bool session_run(struct session *const *all, size_t n, struct signals *signals,
		 struct fault *f);
