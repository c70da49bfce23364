/*
 * What the profiler said, as kbc-run records it: values of its metrics for a
 * job's launches (NAME-HASH8.ncu.json), and of names what it lists of them
 * (metrics.json). evidence.h comes before it.
 */
#include "str.h"

struct arena;
struct ledger;
struct setting;

/* A metric of one launch, a value a round. */
struct count_value {
	struct str metric, unit;
	double *rounds;
	size_t nrounds;      /* 0: it has no value for this launch */
};

struct count_launch {
	struct str entry;    /* as the job names it */
	double n;            /* iterations that it was told to make */
	struct count_value *values;
	size_t nvalues;
};

struct count_case {
	struct setting *settings;
	size_t nsettings;
	bool iterations;     /* launches of N and 4N iterations; else one of
				each entry */
	struct count_launch *launches;
	size_t nlaunches;
};

struct count_run {
	struct str started, profiler;
	int gpu;             /* number of its device; -1: it does not say */
	struct count_case *cases;
	size_t ncases;
};

struct counter_record {
	struct str path, name, key, harness, cubin, toolkit;
	struct device_record device;
	struct count_run *runs;      /* by time */
	size_t nruns;
	struct str lacks;            /* as that of evidence */
};

/* One of the profiler's metrics. */
struct listed_metric {
	struct str name, kind, unit, text;
};

/* What it lists of a name or pattern that was asked for. */
struct listed_name {
	struct str name;
	struct listed_metric *found;
	size_t nfound;
	double left;         /* further ones that a pattern matches */
	struct str *near;    /* of a name that it does not have */
	size_t nnear;
};

struct metric_list {
	struct str path, profiler;
	struct device_record device;
	struct listed_name *names;
	size_t nnames;
	struct str lacks;    /* as that of evidence */
};

/* The record of a job on the device that a pattern names; NULL if none. */
const struct counter_record *ledger_counters(const struct ledger *l,
					     struct str job,
					     struct str device);

/* What is known of a name on a device, likewise; where not NULL, *list is whose
   list says so. */
const struct listed_name *ledger_metric(const struct ledger *l,
					struct str name, struct str device,
					const struct metric_list **list);

/* The newest run of a record that counted a metric; NULL if none did. */
const struct count_run *counter_run(const struct counter_record *r,
				    struct str metric);

/* Whether a run counted a metric. */
bool counter_has(const struct count_run *run, struct str metric);

/* Whether a case has all these settings. */
bool count_case_has(const struct count_case *c, const struct setting *s,
		    size_t n);

/* A launch's value of a metric; NULL if it was not counted. */
const struct count_value *count_find(const struct count_launch *l,
				     struct str metric);
