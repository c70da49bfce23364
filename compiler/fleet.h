/*
 * What is to be measured, shared out among machines of one kind: plan.h and
 * pack.h come before it. Pure: the same wants give the same parts.
 */
#include "str.h"

struct arena;
struct pack_wants;
struct plan;

struct fleet_part {
	size_t number;
	size_t njobs;
	double cost;        /* seconds that it is thought to take */
	bool metrics;       /* it asks about the names, too */
};

struct fleet_split {
	struct fleet_part *parts;
	size_t n;
	size_t *part;       /* [target of the plan]: its part; n: not wanted */
};

/*
 * Splits what is wanted into as many parts as there are at most, of about the
 * same cost; none is empty. Everything that one claim is measured by is in one
 * part: values meet only within a run. wants->replicates is not NULL.
 */
void fleet_split(struct arena *a, struct fleet_split *out,
		 const struct plan *p, const struct pack_wants *wants,
		 size_t most);

/* What is wanted of one part alone, in arrays as those of pack_wants. */
struct fleet_share {
	size_t ntargets;
	size_t *replicates;
	bool *counts, metrics;
};

/* Fills in one part's share. The arrays are the caller's, as long as the plan
   has targets, and may be filled again for another part. */
void fleet_wants(struct fleet_share *out, const struct fleet_split *s,
		 size_t part, const struct pack_wants *wants);
