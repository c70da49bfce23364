/*
 * Targets as CUDA or PTX text. The text is a function of the plan alone: no
 * dates, versions, absolute paths. The first line quotes the claim or names
 * the fence; #line maps each fence line to its page line.
 */
#include "str.h"

struct buf;
struct plan;
struct target;
struct wiki;

/* The source of one target. */
void emit_source(struct buf *out, const struct target *t);

/* `.cu` or `.ptx`. */
struct str emit_suffix(const struct target *t);

/*
 * generated/INDEX: a line for every claim, sorted:
 * claim <TAB> page:line <TAB> what <TAB> source <TAB> evidence.
 */
struct claims;
void emit_index(struct buf *out, const struct plan *p, const struct wiki *w,
		struct claims *const *claims);

/* The part of a source that evidence is bound to: without comments of kbc and
   #line. */
void emit_bound(struct buf *out, const struct target *t);
