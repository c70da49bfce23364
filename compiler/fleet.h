/*
 * What is to be measured, shared out among machines of one kind: plan.h and
 * pack.h come before it. Pure: the same wants give the same parts.
 */
#include "str.h"

struct arena;
struct pack_wants;
struct plan;

struct fleet_part {
	size_t *replicates; /* as those of pack_wants, of this part alone */
	bool *counts;
	bool metrics;
	size_t njobs;
	double cost;        /* seconds that it is thought to take */
};

/*
 * Splits what is wanted into as many parts as there are at most, of about the
 * same cost; none is empty. Everything that one claim is measured by is in one
 * part: values meet only within a run. wants->replicates is not NULL.
 */
size_t fleet_split(struct arena *a, struct fleet_part **parts,
		   const struct plan *p, const struct pack_wants *wants,
		   size_t most);
