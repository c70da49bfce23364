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

/*
 * The job block of a probe target: launches, buffers, checks, expanded over
 * its points. The text of a job depends on the target alone.
 */
void pack_emit_job(struct buf *out, const struct target *t);

/* What evidence of a target is bound to: the hash of its bound source, its
   job block and the harness version. */
struct str pack_key(struct arena *a, const struct target *t);

/* Evidence's name: `fma_throughput-fp16-1a2b3c4d`. */
struct str pack_name(struct arena *a, const struct target *t);

/*
 * Writes the pack of those targets (wanted[i] says which of the plan) into
 * folder. False with a fail in d.
 */
bool pack_write(struct arena *a, struct str folder, const struct plan *p,
		const struct built *built, const bool *wanted,
		struct diag *d);

/* Bumped when launching or measuring changes so that old evidence is stale. */
#define PACK_HARNESS "1"
