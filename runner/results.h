/*
 * What a run has found, job by job. conditions.h, cost.h, device.h and fault.h
 * come before it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct outcome;
struct pack;

enum { RESULTS_TIME = 24 }; /* "2026-11-30T03:20:11Z" */

struct replicate {
	struct conditions conditions;
	double *values; /* REPORT_VALUES for each case */
	double *issue;	/* for each case: measure_issue */
	bool *seen;	/* for each case: there are values */
};

struct job_result {
	bool wanted;		      /* by this run */
	bool foreign;		      /* wanted, and of another device */
	struct fault fault;	      /* FAULT_NONE: none */
	const char *output;	      /* the end of what its worker printed */
	uint32_t *n;		      /* for each case; 0: not found yet */
	unsigned *fresh;	      /* for each case: fresh_mask */
	struct replicate *replicates; /* complete ones */
	size_t nreplicates;
	struct outcome *outcome;      /* of a test; NULL: none yet */
	struct cost cost;	      /* of its visits */
	size_t visits;
};

struct results {
	const struct pack *pack;
	bool known; /* the device is */
	struct device_attributes device;
	struct job_result *jobs; /* one for each of the pack's */
	char started[RESULTS_TIME], ended[RESULTS_TIME];
	double workers_ns; /* the lives of all workers */
	size_t workers;
};

/* Empty results for a pack, all jobs wanted. */
void results_make(struct arena *a, const struct pack *p, struct results *r);

/* An empty replicate for job number JOB. */
struct replicate *results_make_replicate(struct arena *a,
					 const struct results *r, size_t job);

/* Jobs whose code the device does not run are foreign and no longer wanted. */
void results_leave_foreign(struct results *r);

/* What all visits of probes took together; how many there were. */
size_t results_visits(const struct results *r, struct cost *sum);

/* Write the present time. */
void results_set_time(char out[RESULTS_TIME]);
