/*
 * Blocks on all processors.
 */
#ifndef EMU_PARALLEL_H
#define EMU_PARALLEL_H

#include <stdbool.h>

struct launch;

/*
 * Run all blocks of L, which do not depend on each other's order, if that is
 * worth it. False: it was not, or something was found; memory is as it was.
 */
bool parallel_run(struct launch *l);

#endif
