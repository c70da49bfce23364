/* For `pack` alone: the jobs of tests. */
#include "str.h"

struct buf;
struct diag;
struct target;

/* The block of a test or page probe from its `target` line to `end`. False
   with errors at the page's bytes. */
bool pack_emit_run(struct buf *out, const struct target *t, struct diag *d);
