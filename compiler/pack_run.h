/* The jobs of tests and page probes. */
#include "str.h"

struct arena;
struct buf;
struct built;
struct diag;
struct target;

/* The block of a test or page probe from its `target` line to `end`. False
   with errors at the page's bytes. */
bool pack_emit_run(struct buf *out, const struct target *t, struct diag *d);

/*
 * Their `symbol` lines: what the kernels are called in the code, their
 * parameters, and whether their blocks wait for each other. False with the
 * reason in *why: a kernel that is not there or not the only one of its name,
 * or takes another number of parameters.
 */
bool pack_symbols(struct buf *out, struct arena *a, const struct target *t,
		  const struct built *b, struct str *why);
