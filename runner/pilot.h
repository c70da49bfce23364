/*
 * Which jobs have a pilot, on which device, and what comes of it. results.h
 * comes before it.
 */
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct results;

/* Whether a job is visited before the replicates, or any is. */
bool pilot_has(const struct results *r, size_t job);
bool pilot_is_needed(const struct results *r);

/* For each job the device whose pilot sees it: in turn the one that has least
   to do. */
void pilot_spread(const struct results *r, size_t *pilots);

/* After the pilot: which cases of a sweep are left out. */
void pilot_choose(struct arena *a, struct results *r);
