/* What the parts of `plan` share. Nobody else includes this. */
#include "str.h"

struct arena;
struct claim;
struct claims;
struct fact;
struct fence;
struct map;
struct page;
struct plan;
struct target;

struct planner {
	struct arena *arena;
	struct plan *plan;
	struct map *names;        /* of targets, to their numbers */
	size_t page;              /* of the claim that is planned */
	const struct claim *claim;
};

/* The target of that name; *fresh when it was made by this call. */
struct target *plan_target(struct planner *p, struct str name, bool *fresh);

/* A file name of [a-z0-9_-/] for any text. */
struct str plan_safe_name(struct arena *a, struct str text);

/* The target of a fact's probe: with the sweep that the fact is of. */
struct target *plan_probe(struct planner *p, const struct fact *f);

/* The target of a fence; check: the build that only says if it compiles. NULL
   when its architecture is unknown. */
struct target *plan_fence(struct planner *p, const struct fence *f, bool check);

/* The plain build of the fence that has this id or defines this kernel or
   device function; NULL if the claim's page has none. */
struct target *plan_fence_of(struct planner *p, struct str name);
