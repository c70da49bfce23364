/*
 * The bits that the launches of a test left, as hashes that two devices can be
 * compared by. The points of a test are cut into stretches of one length, as
 * many as there are points but at most OUTCOME_STRETCHES; an array has one hash
 * for each, over its bytes at all points of the stretch.
 */
#include <stddef.h>
#include <stdint.h>

struct trial;

/* How many stretches so many points make. */
size_t bits_stretches(uint64_t points);

/* Take what the launches left at the point at hand into the hashes. */
void bits_add(struct trial *t);
