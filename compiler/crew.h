/* Threads that share one piece of work. */
#include "str.h"

/* So many threads as are asked for; with 0 as many as there are cores. */
unsigned crew_size(unsigned asked);

/*
 * Runs work(shared) on `threads` threads, this one among them, and returns
 * when all have. Fewer where the system gives no more: the work takes its
 * items one by one from a counter of its own.
 */
void crew_run(unsigned threads, void *(*work)(void *), void *shared);
