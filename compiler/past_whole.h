/*
 * What a whole `kbc verify` has found and said, in the user's cache (cache.h),
 * for the next one that would see the very same.
 *
 * A run's result comes from all that a check's comes from (past.h), and from
 * the tools, the headers that compilers have read, what lies in the folders of
 * sources and outputs, and what kbc-run says of this machine's devices. So what
 * it would write is there already, too: a run that writes keeps nothing.
 */
#include "str.h"

struct arena;
struct past_whole;
struct session;

/* What was said, and how the run ended. */
struct told {
	struct str report;   /* before it is fit for a terminal */
	struct str messages; /* likewise */
	int status;
};

/* Before anything is read. */
struct past_whole *past_whole_make(struct arena *a);

/* What an earlier run has said, if this one would say the same; behind
   session_open_alone, before pages are parsed. */
bool past_whole_find(struct past_whole *p, const struct session *s,
		     struct told *out);

/* Keeps what this run has said, if that is all that came of it. */
void past_whole_keep(struct past_whole *p, const struct session *s,
		     const struct told *told);
