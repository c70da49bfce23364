/*
 * A launch: blocks in the order of their numbers.
 *
 * Blocks that may depend on each other, through atomics or volatile accesses,
 * take turns: each runs for a while, a few are at work at a time, and more
 * begin when those come to nothing. Blocks that cannot are run one after the
 * other. Either way the order is the same in every run.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "block.h"
#include "buf.h"
#include "code.h"
#include "device.h"
#include "die.h"
#include "finding.h"
#include "launch.h"
#include "layout.h"
#include "machine.h"
#include "memory.h"
#include "num.h"
#include "parallel.h"
#include "ptx.h"

enum {
	THREADS_MOST = 1024,
	WORKSPACE_BYTES = 64,
	TURN_LENGTH = 50000,
	TURN_LENGTH_FIRST = 2000, /* where blocks seem to wait for others */
	TURN_LENGTH_IDLE = 500,	  /* of a block that only waits */
	RESIDENT = 64,		/* blocks at work at a time */
	PATIENCE = 10,		/* turns of all of them that end none */
	RESIDENT_MOST = 4096,
	FRUITLESS_TOGETHER = 4, /* blocks that take turns end late */
	PUBLISHING = 65536, /* blocks, for each of which 300 bytes are kept */
	LAUNCHES = 4096, /* see race.c: entries tell so many apart */
};

static bool
is_valid(const struct launch *l)
{
	const struct function *f = l->function;
	uint64_t threads = (uint64_t)l->threads[0] * l->threads[1] *
			   l->threads[2];
	unsigned i;

	if (!threads || threads > THREADS_MOST || l->threads[2] > 64)
		return false;
	if (!l->nblocks || l->grid[1] > 65535 || l->grid[2] > 65535 ||
	    l->grid[0] > INT32_MAX)
		return false;
	if (f->local_bytes > LOCAL_BYTES - LOCAL_START)
		return false;
	if (f->threads_most && threads > f->threads_most)
		return false;
	for (i = 0; i < 3 && f->threads_exact[0]; i++) {
		if (f->threads_exact[i] != l->threads[i])
			return false;
	}
	return true;
}

/* Copy the arguments to memory of the device that nobody writes. */
static bool
set_params(struct launch *l, void **args)
{
	const struct function *f = l->function;
	uint64_t bytes = f->param_bytes ? f->param_bytes : 1;
	unsigned char *at;
	size_t i;

	if (!memory_allocate(l->memory, bytes, "parameters",
			     &l->params_address))
		return false;
	at = memory_find(l->memory, l->params_address, bytes);
	memset(at, 0, bytes);
	for (i = 0; i < f->nparams; i++)
		memcpy(at + f->params[i]->at, args[i], f->params[i]->bytes);
	memory_set_written(l->memory, l->params_address, bytes, true);
	l->params = at;
	return true;
}

/* Zeros that the blocks of a grid count in. */
static bool
set_workspace(struct launch *l)
{
	if (!l->needs[NEED_WORKSPACE])
		return true;
	if (!memory_allocate(l->memory, WORKSPACE_BYTES, "workspace",
			     &l->workspace))
		return false;
	memset(memory_find(l->memory, l->workspace, WORKSPACE_BYTES), 0,
	       WORKSPACE_BYTES);
	memory_set_written(l->memory, l->workspace, WORKSPACE_BYTES, true);
	return true;
}

/* What the kernel and all that it calls need. */
static void
collect_needs(struct launch *l, struct arena *a)
{
	const struct module *m = l->function->module;
	bool *reached = arena_make(a, m->nfunctions + 1);
	const struct function *f;
	size_t i, k;

	layout_reach(l->function, reached);
	l->granule = 2;
	for (i = 0; i < m->nfunctions; i++) {
		f = m->functions[i];
		if (!reached[i])
			continue;
		if (f->granule < l->granule)
			l->granule = f->granule;
		for (k = 0; k < sizeof(l->needs); k++)
			l->needs[k] |= f->needs[k];
	}
}

static void
find_shared_end(struct launch *l)
{
	uint32_t at;

	l->shared_end = SHARED_START;
	for (at = SHARED_START / 64; at < SHARED_DYNAMIC / 64; at++) {
		if (l->shared_valid[at])
			l->shared_end = (at + 1) * 64;
	}
}

static void
print_block(struct block *b)
{
	if (!b->out->len)
		return;
	fwrite(b->out->data, 1, b->out->len, stdout);
	fflush(stdout);
	b->out->len = 0;
}

/* One after the other; false: no memory. */
static bool
run_blocks(struct launch *l)
{
	struct block *b = block_make(l);
	uint64_t n;

	if (!b)
		return false;
	for (n = 0; n < l->nblocks && !l->stopped; n++) {
		block_start(b, n);
		l->stopped = block_run(b, INT64_MAX / 2) == BLOCK_STOP;
		print_block(b);
	}
	block_free(b);
	return true;
}

/* Blocks that are at work, and those whose memory can be used again. */
struct residents {
	struct block *items[RESIDENT_MOST];
	unsigned n, most;
	struct block *spare;
	uint64_t next; /* number of the block that begins next */
};

static bool
fill_residents(struct launch *l, struct residents *r)
{
	struct block *b;

	while (r->n < r->most && r->next < l->nblocks) {
		b = r->spare ? r->spare : block_make(l);
		if (!b)
			return r->n > 0;
		r->spare = r->spare ? b->next : NULL;
		block_start(b, r->next++);
		b->length = r->most == 1 ? TURN_LENGTH : TURN_LENGTH_FIRST;
		r->items[r->n++] = b;
	}
	return true;
}

/* One turn; a block that only looked whether something changed gets less. */
static enum block_end
turn_block(struct launch *l, struct block *b)
{
	uint64_t idle = l->idle;
	enum block_end end = block_run(b, b->length);

	b->length = b->length < TURN_LENGTH / 2 ? 2 * b->length : TURN_LENGTH;
	if (l->idle > idle + TURN_LENGTH_IDLE / 8)
		b->length = TURN_LENGTH_IDLE;
	l->stopped |= end == BLOCK_STOP;
	return end;
}

/* One turn for each; gives how many ended. */
static unsigned
turn_residents(struct launch *l, struct residents *r)
{
	unsigned i, left = 0, n = r->n;
	enum block_end end;
	struct block *b;

	for (i = 0; i < n; i++) {
		b = r->items[i];
		end = l->stopped ? BLOCK_TURN : turn_block(l, b);
		if (end != BLOCK_DONE) {
			r->items[left++] = b;
			continue;
		}
		print_block(b);
		b->next = r->spare;
		r->spare = b;
	}
	r->n = left;
	return n - left;
}

static void
free_residents(struct residents *r)
{
	struct block *b;

	while (r->n) {
		print_block(r->items[r->n - 1]);
		block_free(r->items[--r->n]);
	}
	while ((b = r->spare)) {
		r->spare = b->next;
		block_free(b);
	}
	free(r);
}

static bool
run_blocks_in_turn(struct launch *l)
{
	struct residents *r = calloc(1, sizeof(*r));
	unsigned idle = 0;
	bool ok = true;

	if (!r)
		die("out of memory");
	r->most = 1;
	while (!l->stopped && ok && (r->n || r->next < l->nblocks)) {
		ok = fill_residents(l, r);
		if (!ok)
			break;
		l->idle_most = IDLE_BUDGET + r->n * (uint64_t)TURN_LENGTH_FIRST;
		if (turn_residents(l, r)) {
			idle = 0;
			continue;
		}
		if (r->most < RESIDENT) {
			r->most = RESIDENT;
			l->fruitless_most *= FRUITLESS_TOGETHER;
		}
		if (++idle == PATIENCE && r->most < RESIDENT_MOST) {
			r->most *= 2;
			idle = 0;
		}
		if (r->most < RESIDENT_MOST && r->next < l->nblocks)
			l->idle = 0; /* the one they wait for may come now */
	}
	free_residents(r);
	return ok;
}

static bool
run_all_blocks(struct launch *l)
{
	if (l->needs[NEED_ORDER])
		return run_blocks_in_turn(l);
	if (!l->needs[NEED_PRINT]) {
		if (parallel_run(l))
			return true;
		/* what was noted of that run is of another launch */
		l->number++;
	}
	return run_blocks(l);
}

/* In doubt the larger: who waits for long gets a verdict that is true. */
static uint64_t
find_fruitless(const struct memory *m)
{
	double words = (double)memory_count(m) / 4;

	return FRUITLESS_BUDGET +
	       (uint64_t)(FRUITLESS_A_WORD * words * sqrt(words));
}

/* A device's lean is that of num times NUM_MORE. */
_Static_assert(LEAN_MORE * NUM_MORE == NUM_MORE &&
	       LEAN_LESS * NUM_MORE == NUM_LESS &&
	       LEAN_EITHER * NUM_MORE == NUM_EITHER &&
	       LEAN_TRUE * NUM_MORE == NUM_TRUE, "leans have other bits");

static void
prepare(struct launch *l, const struct launcher *r,
	const struct device_launch *d)
{
	memcpy(l->grid, d->grid, sizeof(l->grid));
	memcpy(l->threads, d->block, sizeof(l->threads));
	l->nblocks = (uint64_t)d->grid[0] * d->grid[1] * d->grid[2];
	l->dynamic = d->shared;
	l->memory = r->memory;
	l->findings = r->findings;
	l->number = r->number % (LAUNCHES - 2) + 1;
	l->lean = (uint32_t)d->lean * NUM_MORE;
	l->left = d->budget ? d->budget : LAUNCH_BUDGET;
	l->fruitless_most = find_fruitless(r->memory);
	l->idle_most = IDLE_BUDGET;
}

static enum launch_end
run_prepared(struct launch *l, struct arena *a, void **args)
{
	size_t from = l->findings->n;
	uint32_t bytes;
	bool ok;

	l->shared_valid = arena_make(a, SHARED_BYTES / 8);
	bytes = layout_shared(l->function, l->dynamic, l->shared_valid);
	if (bytes + (uint64_t)l->dynamic > SHARED_MOST)
		return LAUNCH_INVALID;
	find_shared_end(l);
	collect_needs(l, a);
	if (!set_params(l, args))
		return LAUNCH_MEMORY;
	if (l->needs[NEED_ORDER] && l->needs[NEED_FENCES] &&
	    l->nblocks <= PUBLISHING)
		l->published = arena_make(a, (size_t)l->nblocks *
						     sizeof(*l->published));
	ok = set_workspace(l) && run_all_blocks(l);
	memory_release(l->memory, l->params_address);
	if (l->workspace)
		memory_release(l->memory, l->workspace);
	finding_sort(l->findings, from);
	return ok ? LAUNCH_DONE : LAUNCH_MEMORY;
}

enum launch_end
launch_run(struct launcher *r, const struct function *f,
	   const struct device_launch *d)
{
	struct launch l = { .function = f, .module = f->module };
	struct arena a = { 0 };
	enum launch_end end;

	r->approximated = 0;
	r->number += 2; /* it may be run twice: parallel.c */
	if (r->number % (LAUNCHES - 2) == 0)
		memory_clear_shadow(r->memory);
	prepare(&l, r, d);
	if (!is_valid(&l))
		return LAUNCH_INVALID;
	if (f->unsupported || f->module->unsupported) {
		finding_add_launch(&l, FINDING_UNSUPPORTED,
				   f->unsupported ? f->unsupported
						  : f->module->unsupported);
		return LAUNCH_DONE;
	}
	end = run_prepared(&l, &a, d->args);
	r->instructions = LAUNCH_BUDGET - l.left;
	r->approximated = l.approximated;
	arena_free(&a);
	return end;
}
