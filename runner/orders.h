/*
 * What the supervisor asks of a worker: text on the worker's standard input.
 *
 *   folder /packs/fma
 *   manifest 9f86...       its SHA-256, as the supervisor read it
 *   device 0
 *   replicate 3            0: a pilot
 *   rounds 2               make the launches for a profiler, so many times,
 *                          in place of measuring; left out: measure
 *   job 0 4096 0 -         index, then N for each case (0: to be found, -:
 *                          the case is left out)
 *   job 2 256
 *   go
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;

#define ORDER_LEFT UINT32_MAX

struct order {
	size_t job;
	uint32_t *n; /* one for each case; ORDER_LEFT: not visited */
	size_t ncases;
};

struct orders {
	const char *folder, *manifest;
	int device;
	unsigned replicate; /* from 1; 0: a pilot */
	unsigned rounds;    /* for a profiler; 0: measure */
	struct order *jobs;
	size_t njobs;
};

/* Append the orders as text. */
void orders_dump(const struct orders *o, struct buf *out);

/* Read orders from text; false if they are malformed or not complete. */
bool orders_parse(struct arena *a, const char *text, struct orders *o);
