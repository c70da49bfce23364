/*
 * A pack: MANIFEST and cubins for kbc-run, to be executed anywhere
 * (runner/pack.h describes the format).
 */
#include "str.h"

struct arena;
struct buf;
struct built;
struct diag;
struct plan;
struct target;
struct toolkit;

/*
 * The job block of a probe target, from its `target` line to `end`: launches,
 * buffers, checks, expanded over its points. What names the job, its key and
 * its cubin is not in it, so the text depends on the target alone. False with
 * errors at the head's bytes in d.
 */
bool pack_emit_job(struct buf *out, const struct target *t, struct diag *d);

/* What evidence of a target is bound to: the hash of its bound source, its
   job block and the harness version. Empty when its head has a fault, which
   pack_emit_job says. */
struct str pack_key(struct arena *a, const struct target *t);

/* The job block itself; empty likewise. */
struct str pack_block(struct arena *a, const struct target *t);

/* Evidence's name: the probe, the values that are fixed (of parameters that
   could be swept with their name), eight digits of the key:
   `fma_throughput-fp16-chains3-1a2b3c4d`. Empty with pack_key. */
struct str pack_name(struct arena *a, const struct target *t);

/* What of a plan goes into a pack. */
struct pack_wants {
	const size_t *replicates; /* of the plan's targets, 0: not measured;
				     NULL: all, as kbc-run does by itself */
	const bool *counts;       /* of the plan's targets, whether their
				     launches are to be counted; NULL: none */
	bool metrics;             /* ask about the plan's metrics */
};

/* Whether a folder may be made a pack: it is not there, or empty, or one
   already, with whatever else. False with a fail that says what is in the
   way. */
bool pack_may_write(struct arena *a, struct str folder, struct diag *d);

/*
 * Writes the pack of what is wanted into folder. What was not built is left
 * out. False with a fail or an error in d, also when nothing is left to
 * measure.
 */
bool pack_write(struct arena *a, struct str folder, const struct plan *p,
		const struct built *built, const struct pack_wants *wants,
		const struct toolkit *toolkit, struct diag *d);

/* Bumped when launching or measuring changes so that old evidence is stale. */
#define PACK_HARNESS "1"
