/*
 * What a run has found, job by job. conditions.h, cost.h, device.h and fault.h
 * come before it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct arena;
struct outcome;
struct pack;

enum { RESULTS_TIME = 24 }; /* "2026-11-30T03:20:11Z" */

struct replicate {
	unsigned number; /* from 1; 0: a pilot */
	int device;	 /* cuda:N that it ran on */
	struct conditions conditions;
	double *values; /* REPORT_VALUES for each case */
	double *issue;	/* for each case: measure_issue */
	bool *seen;	/* for each case: there are values */
};

struct job_result {
	bool wanted;		      /* by this run, to be measured */
	bool counted;		      /* likewise, by the profiler */
	bool foreign;		      /* wanted, and of another device */
	struct fault fault;	      /* FAULT_NONE: none */
	const char *output;	      /* the end of what its worker printed */
	uint32_t *n;		      /* for each case; 0: not found yet */
	unsigned *fresh;	      /* for each case: fresh_mask */
	struct replicate *replicates; /* complete ones, by their numbers */
	size_t nreplicates;
	struct replicate *pilot;      /* of a sweep; NULL: none */
	bool *left;		      /* for each case: it is not worth it */
	struct fault *refused;	      /* for each case: why the device does not
					 take it; FAULT_NONE: it does */
	struct outcome *outcome;      /* of a test; NULL: none yet */
	struct cost cost;	      /* of its visits */
	size_t visits, points;	      /* points: cases that were measured */
};

/* One of the devices of a run. */
struct used_device {
	int number; /* of cuda:N, or DEVICE_EMULATOR */
	bool known; /* what it is */
	char bus[DEVICE_BUS];
};

struct results {
	const struct pack *pack;
	struct used_device *devices;
	size_t ndevices;
	bool known; /* what the devices are, which are all the same */
	struct device_attributes device;
	struct job_result *jobs; /* one for each of the pack's */
	char started[RESULTS_TIME], ended[RESULTS_TIME];
	double workers_ns; /* the lives of all workers */
	double opening_ns; /* of that, until there was a context */
	double closing_ns; /* and after the last report */
	size_t workers;
};

/* Empty results for a pack, all jobs wanted for what the pack says, of no
   device yet. */
void results_make(struct arena *a, const struct pack *p, struct results *r);

/* One more device, the NUMBER of cuda:N. */
void results_add_device(struct arena *a, struct results *r, int number);

/* The device of that number; NULL if it is none of this run. */
struct used_device *results_find_device(const struct results *r, int number);

/* Put a complete replicate of job number JOB in its place. */
void results_add(struct arena *a, struct results *r, size_t job,
		 const struct replicate *rep);

/*
 * A job of which all cases are refused has failed, and so has one of which a
 * case is refused that was measured before: the fault is the case's.
 */
void results_judge_refused(struct results *r, size_t job);

/* Whether a case is measured: it is worth it, and the device takes it. */
bool results_measures(const struct job_result *j, size_t kase);

/* How many replicates of a job were dropped for their conditions. */
size_t results_dropped(const struct job_result *j);

/* An empty replicate for job number JOB. */
struct replicate *results_make_replicate(struct arena *a,
					 const struct results *r, size_t job);

/* Jobs whose code the device does not run are foreign and no longer wanted. */
void results_leave_foreign(struct results *r);

/* What all visits of probes took together; how many points were measured in
   *VISITS of them. */
size_t results_points(const struct results *r, struct cost *sum,
		      size_t *visits);

/* Write a time; the present one. */
void results_format_time(time_t when, char out[RESULTS_TIME]);
void results_set_time(char out[RESULTS_TIME]);
