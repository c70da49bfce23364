/*
 * What the parts of `counters` share: values for a job. Nobody else includes
 * this; counters.h and ncu.h come before it.
 */
#include <stdbool.h>

struct arena;
struct counter_job;
struct ncu_count;
struct pack_job;

/* Take the launches and values of a job in all its rounds; what is wrong with
   them is SEEN's fault. */
void counters_take(struct arena *a, const struct pack_job *p,
		   struct counter_job *j, struct ncu_count *seen);

/* Whether all counters are the same in all rounds. */
bool counters_are_steady(const struct counter_job *j);
