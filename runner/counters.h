/*
 * What the profiler says of a pack: its metrics' names, and their values for
 * launches of jobs.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct ncu;
struct ncu_list;
struct ncu_metric;
struct results;
struct run;

enum { COUNTERS_TIME = 24 }; /* as RESULTS_TIME */

/* A name or pattern that was asked for. */
struct counter_name {
	const char *name;
	const struct ncu_metric **found;
	size_t nfound, left;     /* left: of a pattern, more than are kept */
	const char **near;       /* of a name that ncu does not have */
	size_t nnear;
};

/* A launch of a case; all rounds made it. */
struct counter_launch {
	size_t kase;             /* 0 of a test */
	size_t index;            /* of the case's or the test's launches */
	uint32_t n;              /* iterations; 0 of a test */
	double *values;          /* [round][metric] */
};

struct counter_job {
	size_t job;              /* of the pack */
	int device;              /* cuda:N that it was counted on */
	const char *const *metrics; /* that ncu knows */
	size_t nmetrics;
	const char **units;
	unsigned rounds;
	struct counter_launch *launches; /* of one round, in their order */
	size_t nlaunches;
	char started[COUNTERS_TIME], ended[COUNTERS_TIME];
};

struct counters {
	struct ncu *ncu;
	char started[COUNTERS_TIME];
	struct counter_name *names; /* sorted as the pack has them */
	size_t nnames;
	struct counter_job *jobs;   /* those that were counted */
	size_t njobs;
	size_t nwanted;             /* jobs that were to be */
};

/* Whether the pack asks the profiler anything of jobs that are wanted. */
bool counters_wanted(const struct results *r);

/*
 * Ask it, on the results' devices. What cannot be answered is said and left
 * out. False if interrupted.
 */
bool counters_run(struct arena *a, struct run *run, const struct results *r,
		  struct counters *c);

/* Ask for all metrics and find the pack's names among them. False, after a
   message, if none are listed. */
bool counters_find_names(struct arena *a, const struct results *r,
			 struct counters *c);

/*
 * Write metrics.json and a file for each job that was counted into FOLDER.
 * False, after a message, if one cannot be written.
 */
bool counters_write(const struct results *r, const struct counters *c,
		    const char *folder);
