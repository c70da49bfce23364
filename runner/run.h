/*
 * A run: all replicates of all wanted jobs.
 */
#include <stdbool.h>

struct arena;
struct buf;
struct fault;
struct pack_job;
struct results;

struct run {
	unsigned replicates; /* of every job; 0: as each says */
	unsigned limit;	 /* seconds for a visit; 0: each job's own */
	struct buf *log; /* takes what the workers printed */
	int interrupted; /* by this signal; 0: not */
};

/*
 * Run the wanted jobs of the results' pack on their devices. False with a
 * FAULT_MACHINE, or if interrupted; the results are then no evidence of
 * anything.
 */
bool run_all(struct arena *a, struct run *run, struct results *r,
	     struct fault *f);

/* How many replicates of a job there are. */
unsigned run_replicates(const struct run *run, const struct pack_job *job);

/* Open the devices once, with no job: the results then know them, or F says. */
bool run_none(struct arena *a, struct run *run, struct results *r,
	      struct fault *f);

/* A signalfd of CHLD and of what ends a run, which from then on is read there
   and does not end this process; -1 if there is none. */
int run_signals(void);
