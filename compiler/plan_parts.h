/* What the parts of `plan` share. Nobody else includes this. */
#include "str.h"

struct arena;
struct claim;
struct claims;
struct code;
struct fact;
struct fence;
struct map;
struct marker;
struct page;
struct plan;
struct sweeps;
struct target;

struct planner {
	struct arena *arena;
	struct sweeps *sweeps;    /* NULL: all are kept with the plan */
	struct plan *plan;
	struct map *names;        /* of targets, to their numbers */
	size_t page;              /* of the claim that is planned */
	const struct claim *claim;
	const struct claims *claims; /* of its page */
	struct code *code;        /* of the last page that was asked about */
	bool unbuilt;             /* what a fence is made of is not looked at */
};

/* The target of that name for sm[0]; where that is not sm[1], which such
   targets have by themselves, its name says it. *fresh when it was made by
   this call. */
struct target *plan_target_for(struct planner *p, struct str name,
			       const struct str sm[2], bool *fresh);

/* The architecture of the claim for code that by itself is built for `own`:
   what it says, else that. */
struct str plan_sm(const struct planner *p, struct str own);

/* A file name of [a-z0-9_-/] for any text. */
struct str plan_safe_name(struct arena *a, struct str text);

/* The target of a fact's probe: with the sweep that the fact is of. */
struct target *plan_probe(struct planner *p, const struct fact *f);

/* The target of a fence; check: the build that only says if it compiles. NULL
   when its architecture is unknown. */
struct target *plan_fence(struct planner *p, const struct fence *f, bool check);

/* What the fences of the claim's page define, and use of each other. */
struct code *plan_code(struct planner *p);

/* Whether a fence is a translation unit; else it is the body of a kernel. */
bool plan_is_unit(const struct code *c, size_t fence);

/* Whether a fence defines a name outside all braces. */
bool plan_defines(const struct code *c, size_t fence, struct str name);

/* Marks the earlier fences that those marked in wanted need, theirs too. */
void plan_want_before(struct code *c, bool *wanted);

/* The target of a test or page probe of the claim's page. */
struct target *plan_run(struct planner *p, const struct marker *m);

/* The test or page probe of that name on the claim's page; NULL if none. */
const struct marker *plan_find_run(const struct planner *p, struct str name);

/* The target of a fact `value(EXPR)`. */
struct target *plan_value(struct planner *p, const struct fact *f);

/* The plain build of the fence that has this id or defines this kernel or
   device function; NULL if the claim's page has none. */
struct target *plan_fence_of(struct planner *p, struct str name);

/* Adds a name to what the profiler is asked about. */
void plan_metric(struct planner *p, struct str name);

/* The same for the name of a counter's fact; the target whose launches it is
   of, NULL for a name alone. */
struct target *plan_counter(struct planner *p, const struct fact *f);
