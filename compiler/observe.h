/*
 * Facts answered: from what building said and what the ledger holds, each
 * claim's facts get their values. The place where plan, built code and
 * evidence meet; it judges nothing.
 */
#include "str.h"

struct arena;
struct built;
struct claim;
struct claims;
struct ledger;
struct marker;
struct plan;
struct probe;
struct recall;
struct target;
struct toolkit;
struct value;
struct wiki;

struct world {
	struct wiki *wiki;             /* the thread's view */
	struct claims *const *claims;
	const struct plan *plan;
	const struct built *built;     /* one a target; NULL: nothing built */
	const struct toolkit *toolkit;
	const struct ledger *ledger;
	const struct ledger *emulated; /* of this machine; NULL: none */
	struct recall *recall;         /* the thread's */
	struct str folder;             /* of generated sources */
};

/* Values of all facts of a claim, claim->nfacts of them. */
struct value *observe_facts(struct arena *a, const struct world *w,
			    size_t page, const struct claim *c);

/* The answer to the claim itself (fence, check, citation); NULL if its
   expression decides. */
const struct value *observe_claim(struct arena *a, const struct world *w,
				  size_t page, const struct claim *c);

/* What building said of a target; NULL: nothing was built, or t is NULL. */
const struct built *observe_built(const struct world *w,
				  const struct target *t);

/* Whether target i of the plan is built and can be launched as it says. */
bool observe_runnable(struct arena *a, const struct world *w, size_t i);

/* A page probe as one of the library: its rate and its time. */
struct probe *observe_page_metrics(struct arena *a, const struct marker *m);

/* Which tests have not been run on the emulator: wanted[i] for the plan's
   targets, 0 or a replicate; the count. */
size_t observe_untried(struct arena *a, const struct world *w,
		       size_t **wanted);

/* Which measured targets have no evidence on the device, or none of a point
   that is asked for, and what claims are measured by together with these:
   wanted[i] replicates of the plan's targets; the count. */
size_t observe_missing(struct arena *a, const struct world *w,
		       struct str device, size_t **wanted);

/* Marks the points of sweeps that runs of the ledger have measured on the
   device: the next runs measure them, too. */
void observe_keep(const struct world *w, struct str device);

/* Whose launches the profiler has not counted on the device, though claims ask
   for it: counts[i] of the plan's targets; how many. */
size_t observe_uncounted(struct arena *a, const struct world *w,
			 struct str device, bool **counts);

/* Whether the profiler has not been asked about a name that claims have. */
bool observe_unlisted(const struct world *w, struct str device);
