/* The part of `pack` that makes a large sweep one from coarse to fine. */
#include "str.h"

struct arena;
struct buf;
struct target;

/* More points than this are not all measured. */
#define SWEEP_WHOLE 12

/* Appends the `point` lines of a job, of which runner/pack.h tells; none when
   all of its points are measured. */
void pack_add_points(struct buf *out, struct arena *a, const struct target *t);
