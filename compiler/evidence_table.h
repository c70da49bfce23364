/*
 * Evidence for people: all cases of a sweep, how they were launched and under
 * which conditions. evidence.h and value.h come before it.
 */
#include "str.h"

struct arena;
struct diag;
struct metric;

/* One case of a probe's evidence in a table of all. */
struct case_found {
	struct value value;    /* the metric; a lack: no run of it counts */
	struct value share;    /* of the ceiling; kind NONE: none is known */
	double ceiling;        /* 0: none is known */
	const struct metric *ceiling_metric; /* NULL: likewise */
	bool pilot;            /* left out by its sweep: what the pilot saw */
	bool best;             /* the first of those with the best value */
};

/* What a metric was worth in each case of the evidence, in its order; their
   count. Settings of q leave none out. */
size_t evidence_cases(struct arena *a, struct case_found **out,
		      const struct asked *q, const struct metric *m);

/* What is read off a device beside its samples. */
enum condition { CONDITION_SM_CLOCK, CONDITION_MEMORY_CLOCK,
		 CONDITION_TEMPERATURE, CONDITION_POWER, CONDITION_COUNT };

/* How the cases of a record were launched, and under which conditions. */
struct details {
	struct case_detail {
		struct str entry, grid, block; /* `264`, `8 x 4` */
		struct str measure, slope;     /* `events`, `iterations` */
	} *cases;
	size_t ncases;
	struct run_detail {
		struct condition_range {
			double low, high;      /* MHz, degrees C, mW */
			size_t n;              /* replicates that know it */
		} ranges[CONDITION_COUNT];
	} *runs;
	size_t nruns;
};

/* Reads them from the record's file; false with a fail or an error in d. */
bool evidence_details(struct arena *a, struct details *out,
		      const struct evidence *e, struct diag *d);
