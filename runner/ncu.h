/*
 * The profiler of the toolkit, ncu, as a program: where it is, which it is,
 * what it is asked. buf.h and fault.h come before it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct arena;
struct command_result;
struct signals;

enum { NCU_PATH = 4096, NCU_VERSION = 64, NCU_WHY = 512 };

struct ncu {
	char path[NCU_PATH];
	char version[NCU_VERSION]; /* "2025.3.1.0" */
	char why[NCU_WHY];  /* it cannot be used; empty: it can */
	char denied[NCU_WHY]; /* it can list metrics and not count; likewise */
	struct signals *signals; /* of what ends us */
};

/*
 * Look for ncu where KBC_NCU says, in PATH, where toolkits are installed; find
 * out which it is and whether this process may count. What is wrong is in it.
 */
void ncu_open(struct ncu *n, struct signals *signals);

/* One metric as ncu lists it. */
struct ncu_metric {
	const char *name, *kind, *unit, *text; /* "" where it says nothing */
};

struct ncu_list {
	struct ncu_metric *items;
	size_t n;
	bool complete; /* no other kind of metric is left out */
	bool suffixed; /* those with suffixes are listed, as far as asked for */
};

/* How long a name is without its suffix: 11 of `dram__bytes.sum`; and whether
   it has one. */
size_t ncu_base(const char *name);
bool ncu_has_suffix(const char *name);

/* What is to be listed. */
struct ncu_query {
	const char *device; /* its name */
	const char *bases;  /* names without suffixes, commas between them, that
			       are listed with theirs, too; NULL: none */
};

/*
 * All metrics that it has for the device, without suffixes, then what is asked
 * for with them. False with a fault. Kinds that cannot be listed leave the list
 * incomplete, suffixes that cannot leave it without them.
 */
bool ncu_list(struct arena *a, struct ncu *n, const struct ncu_query *q,
	      struct ncu_list *out, struct fault *f);

/* A launch that it saw. */
struct ncu_launch {
	const char *kernel;  /* its name in the image */
	double *values;      /* of the metrics in the order asked for; NaN: it
				has none */
};

struct ncu_values {
	struct ncu_launch *launches; /* in the order in which they were made */
	size_t nlaunches;
	const char **units;          /* of the metrics; "" where it has none */
};

/* What a worker's launches are counted for. */
struct ncu_job {
	const char *const *metrics;
	size_t nmetrics;
	const struct buf *orders;    /* of the worker */
	unsigned limit;              /* seconds for all of it */
	unsigned lane;               /* as command.h's: jobs of one are counted
					one by one */
};

/* What came of it. */
struct ncu_count {
	struct fault fault;          /* of the machine, if nothing can be
					counted; FAULT_NONE: it was */
	struct ncu_values values;
	struct buf reports;          /* what the worker said, in either case */
	time_t began, ended;
};

/* Start this program as a worker for each of N jobs, watched by ncu. OUT has
   room for as many; the caller drops the reports. */
void ncu_profile(struct arena *a, struct ncu *n, const struct ncu_job *jobs,
		 size_t njobs, struct ncu_count *out);
