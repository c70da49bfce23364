/*
 * Blocks on all processors, with the results of one.
 *
 * Only kernels whose blocks cannot depend on each other's order come here. A
 * copy of global memory is kept: if anything is found in any block the copy is
 * put back, and the launch is run in order, so that what is told is the same
 * in every run. The first block is run alone, to see how much work there is.
 * Each thread has a launch of its own with an empty list of findings; blocks
 * are taken from one counter.
 */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "code.h"
#include "finding.h"
#include "machine.h"
#include "memory.h"
#include "parallel.h"
#include "ptx.h"

enum {
	WORKERS = 64,
	THREADS_LEAST = 8192,	/* of a launch */
	BYTES_A_THREAD = 2048,	/* of global memory: else the copy is dear */
	WORK_LEAST = 300000,	/* instructions of warps, of all blocks */
};

struct worker {
	struct launch launch;
	struct findings findings;
	uint64_t *next; /* the block that nobody has taken yet */
	bool *stop;
	bool ok;
};

/* Global memory as it was before the launch. */
struct copy {
	unsigned char *bytes;
	uint64_t *written;
	uint64_t size; /* of the memory up to the last block's end */
};

static bool
make_copy(const struct memory *m, struct copy *c)
{
	const struct memory_block *last = &m->blocks[m->nblocks - 1];
	size_t i;

	c->size = (last->at + last->bytes + 511) / 512 * 512;
	c->bytes = memory_reserve(c->size);
	c->written = memory_reserve(c->size / 8);
	if (!c->bytes || !c->written)
		return false;
	for (i = 0; i < m->nblocks; i++) {
		memcpy(c->bytes + m->blocks[i].at, m->bytes + m->blocks[i].at,
		       m->blocks[i].bytes);
		memcpy((char *)c->written + m->blocks[i].at / 8,
		       (char *)m->written + m->blocks[i].at / 8,
		       m->blocks[i].bytes / 8 + 1);
	}
	return true;
}

static void
put_back(struct memory *m, const struct copy *c)
{
	size_t i;

	for (i = 0; i < m->nblocks; i++) {
		memcpy(m->bytes + m->blocks[i].at, c->bytes + m->blocks[i].at,
		       m->blocks[i].bytes);
		memcpy((char *)m->written + m->blocks[i].at / 8,
		       (char *)c->written + m->blocks[i].at / 8,
		       m->blocks[i].bytes / 8 + 1);
	}
}

static void
free_copy(struct copy *c)
{
	memory_unreserve(c->bytes, c->size);
	memory_unreserve(c->written, c->size / 8);
}

static void *
work(void *at)
{
	struct worker *w = at;
	struct block *b = block_make(&w->launch);
	uint64_t n;

	w->ok = b != NULL;
	if (!b)
		return NULL;
	for (;;) {
		n = __atomic_fetch_add(w->next, 1, __ATOMIC_RELAXED);
		if (n >= w->launch.nblocks ||
		    __atomic_load_n(w->stop, __ATOMIC_RELAXED))
			break;
		block_start(b, n);
		if (block_run(b, INT64_MAX / 2) == BLOCK_STOP ||
		    w->launch.found) {
			__atomic_store_n(w->stop, true, __ATOMIC_RELAXED);
			break;
		}
	}
	block_free(b);
	return NULL;
}

static unsigned
count_processors(void)
{
	cpu_set_t set;
	int n;

	if (sched_getaffinity(0, sizeof(set), &set))
		return 1;
	n = CPU_COUNT(&set);
	return n > WORKERS ? WORKERS : (unsigned)n;
}

/* The first block, to see how long one takes; false: not worth it. */
static bool
try_first(const struct launch *l, struct worker *w)
{
	struct block *b = block_make(&w->launch);
	bool good;

	if (!b)
		return false;
	block_start(b, 0);
	good = block_run(b, INT64_MAX / 2) == BLOCK_DONE && !w->launch.found &&
	       b->spent * l->nblocks >= WORK_LEAST;
	block_free(b);
	return good;
}

/* True if all blocks ran and nothing was found. */
static bool
run_workers(const struct launch *l, struct worker *w, unsigned n)
{
	pthread_t threads[WORKERS];
	bool started[WORKERS] = { false }, stop = false, good;
	uint64_t next = 1;
	unsigned i;

	w[0].launch = *l;
	w[0].launch.findings = &w[0].findings;
	if (!try_first(l, &w[0]))
		return false;
	for (i = 0; i < n; i++) {
		w[i].launch = *l;
		w[i].launch.findings = &w[i].findings;
		w[i].next = &next;
		w[i].stop = &stop;
		w[i].ok = true;
		if (i)
			started[i] = !pthread_create(&threads[i], NULL, work,
						     &w[i]);
	}
	work(&w[0]);
	good = w[0].ok;
	for (i = 1; i < n; i++) {
		if (started[i])
			pthread_join(threads[i], NULL);
	}
	return good && !stop;
}

bool
parallel_run(struct launch *l)
{
	unsigned n = count_processors(), i;
	uint64_t threads = l->nblocks * l->threads[0] * l->threads[1] *
			   l->threads[2];
	struct copy c = { 0 };
	struct worker *w;
	bool good;

	if (n < 2 || l->nblocks < 2 || threads < THREADS_LEAST ||
	    memory_count(l->memory) > threads * BYTES_A_THREAD)
		return false;
	w = calloc(n, sizeof(*w));
	good = w && make_copy(l->memory, &c) && run_workers(l, w, n);
	for (i = 0; good && i < n; i++)
		l->approximated |= w[i].launch.approximated;
	if (!good && c.written)
		put_back(l->memory, &c);
	for (i = 0; w && i < n; i++)
		finding_free(&w[i].findings);
	free(w);
	free_copy(&c);
	return good;
}
