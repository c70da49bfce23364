/*
 * The only place that starts threads. They run one function over one struct,
 * take their items from an atomic counter in it, and are gone when crew_run
 * returns. Not here: what is shared and how it is kept apart.
 */
#include "crew.h"

#include <pthread.h>
#include <unistd.h>

#define CREW_MAX 64

unsigned
crew_size(unsigned asked)
{
	long cores = asked > 0 ? (long)asked : sysconf(_SC_NPROCESSORS_ONLN);

	return cores > 0 ? (unsigned)cores : 1;
}

void
crew_run(unsigned threads, void *(*work)(void *), void *shared)
{
	pthread_t others[CREW_MAX];
	unsigned n = 0;

	while (n + 1 < threads && n < CREW_MAX &&
	       pthread_create(&others[n], NULL, work, shared) == 0)
		n++;
	work(shared);
	while (n > 0)
		pthread_join(others[--n], NULL);
}
