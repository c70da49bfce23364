/*
 * The profiler of the toolkit, ncu, as a program: where it is, which it is,
 * what it is asked. buf.h comes before it.
 */
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct fault;

enum { NCU_PATH = 4096, NCU_VERSION = 64, NCU_WHY = 512 };

struct ncu {
	char path[NCU_PATH];
	char version[NCU_VERSION]; /* "2025.3.1.0" */
	char why[NCU_WHY];  /* it cannot be used; empty: it can */
	char denied[NCU_WHY]; /* it can list metrics and not count; likewise */
	int signals;        /* of what ends us; -1: none */
	int interrupted;    /* by this signal, or 0 */
};

/*
 * Look for ncu where KBC_NCU says, in PATH, where toolkits are installed; find
 * out which it is and whether this process may count. What is wrong is in it.
 */
void ncu_open(struct ncu *n, int signals);

/* One metric as ncu lists it. */
struct ncu_metric {
	const char *name, *kind, *unit, *text; /* "" where it says nothing */
};

struct ncu_list {
	struct ncu_metric *items;
	size_t n;
	bool complete; /* no other kind of metric is left out */
};

/* How long a name is without its suffix: 11 of `dram__bytes.sum`; and whether
   it has one. */
size_t ncu_base(const char *name);
bool ncu_has_suffix(const char *name);

/*
 * All metrics that it has for the device of this name, without suffixes. False
 * with a fault. Kinds that cannot be listed leave the list incomplete.
 */
bool ncu_list(struct arena *a, struct ncu *n, const char *device,
	      struct ncu_list *out, struct fault *f);

/* Add the names with suffixes of BASES, names with commas between. */
void ncu_add_suffixes(struct arena *a, struct ncu *n, const char *device,
		      const char *bases, struct ncu_list *out);

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
};

/*
 * Start this program as a worker, watched by ncu. REPORTS takes what the worker
 * said. False with a fault: of the machine, if nothing can be counted here.
 */
bool ncu_profile(struct arena *a, struct ncu *n, const struct ncu_job *j,
		 struct ncu_values *out, struct buf *reports, struct fault *f);
