/*
 * Sweeps from coarse to fine: which cases of a job a pilot looks at, and which
 * are measured then. pack.h comes before it.
 */
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct pack_job;

/* What a pilot knows of the cases: their slopes, 0 where it has not been. */
struct sweep {
	const struct pack_job *job; /* with points */
	unsigned *ranks; /* [case][param]: place among the param's values */
	double *slopes;  /* not above 0: seen, and worth nothing */
	bool *seen;
};

/* A sweep of a job's cases, none of them seen. */
struct sweep sweep_make(struct arena *a, const struct pack_job *job);

/* The pilot has seen case K. */
void sweep_add(struct sweep *s, size_t k, double slope);

/*
 * The case that the pilot looks at next: those of the coarse grid and those
 * that are kept, then the neighbours of the best, until none is better. The
 * job's number of cases when it is done.
 */
size_t sweep_next(const struct sweep *s);

/* Whether a case is left out in the end: it is neither the best, nor a
   neighbour of it, nor kept. */
bool sweep_leaves(const struct sweep *s, size_t k);
