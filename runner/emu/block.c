/*
 * A block: its warps one after the other, each until it waits.
 *
 * A block's memory is made once and serves many blocks: shared memory, what is
 * known about its bytes, and the warps' frames. Warps run in turn on one
 * thread of the host, so a launch is the same in every run.
 */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "async.h"
#include "block.h"
#include "buf.h"
#include "code.h"
#include "device.h"
#include "die.h"
#include "finding.h"
#include "int.h"
#include "machine.h"
#include "memory.h"
#include "ptx.h"
#include "race.h"
#include "sync.h"
#include "vec.h"
#include "warp.h"

enum { TURN = 200000 };

struct owned {
	struct block block; /* first: the pointers convert */
	struct arena arena;
	struct buf out;
	size_t nwarps;
};

static bool
make_warp(struct warp *w)
{
	w->local = memory_reserve((uint64_t)LANES * LOCAL_STRIDE);
	w->local_written =
		memory_reserve((uint64_t)LANES * (LOCAL_STRIDE / 8) + 64);
	return w->local && w->local_written;
}

struct block *
block_make(struct launch *l)
{
	struct owned *o = calloc(1, sizeof(*o));
	struct block *b;
	unsigned i;
	bool ok;

	if (!o)
		die("out of memory");
	b = &o->block;
	b->arena = &o->arena;
	b->out = &o->out;
	b->launch = l;
	b->vectors = vectors_find();
	b->nthreads = l->threads[0] * l->threads[1] * l->threads[2];
	b->nwarps = (b->nthreads + LANES - 1) / LANES;
	b->warps = arena_make(&o->arena, b->nwarps * sizeof(*b->warps));
	b->shared = memory_reserve(SHARED_BYTES);
	b->shared_written = memory_reserve(SHARED_BYTES / 8);
	b->shared_writer = memory_reserve((uint64_t)SHARED_BYTES * 8);
	b->shared_reader = memory_reserve((uint64_t)SHARED_BYTES * 8);
	ok = b->shared && b->shared_written && b->shared_writer &&
	     b->shared_reader;
	for (i = 0; i < b->nwarps && ok; i++)
		ok = make_warp(&b->warps[i]);
	if (ok)
		return b;
	block_free(b);
	return NULL;
}

void
block_free(struct block *b)
{
	struct owned *o = (struct owned *)b;
	unsigned i;

	for (i = 0; i < b->nwarps; i++) {
		memory_unreserve(b->warps[i].local,
				 (uint64_t)LANES * LOCAL_STRIDE);
		memory_unreserve(b->warps[i].local_written,
				 (uint64_t)LANES * (LOCAL_STRIDE / 8) + 64);
	}
	memory_unreserve(b->shared, SHARED_BYTES);
	memory_unreserve(b->shared_written, SHARED_BYTES / 8);
	memory_unreserve(b->shared_writer, (uint64_t)SHARED_BYTES * 8);
	memory_unreserve(b->shared_reader, (uint64_t)SHARED_BYTES * 8);
	buf_free(&o->out);
	arena_free(&o->arena);
	free(o);
}

/* Addresses [from, to) of shared memory are as new. */
static void
clear_range(struct block *b, uint64_t from, uint64_t to)
{
	unsigned granule = b->launch->granule;

	memory_set_bits(b->shared_written, from, to - from, false);
	from >>= granule;
	to = (to + (1u << granule) - 1) >> granule;
	memset(b->shared_writer + from, 0, (to - from) * 8);
	memset(b->shared_reader + from, 0, (to - from) * 8);
}

static void
start_warp(struct block *b, unsigned index)
{
	struct warp *w = &b->warps[index];
	unsigned left = b->nthreads - index * LANES;

	w->block = b;
	w->index = index;
	w->exist = left >= LANES ? ALL_LANES : (UINT32_C(1) << left) - 1;
	w->vectors = b->vectors;
	w->rotate = w->alone = false;
	w->turn = 0;
	warp_start(w, b->launch->function);
	race_start(w);
	async_start(w);
}

void
block_start(struct block *b, uint64_t number)
{
	const struct launch *l = b->launch;
	unsigned i;

	b->number = number;
	b->index[0] = (unsigned)(number % l->grid[0]);
	b->index[1] = (unsigned)(number / l->grid[0] % l->grid[1]);
	b->index[2] = (unsigned)(number / l->grid[0] / l->grid[1]);
	b->alive = b->nthreads;
	b->turn = 0;
	b->sync = 1;
	b->acquired = false;
	b->spent = 0;
	memset(b->fence_clock, 0, sizeof(b->fence_clock));
	memset(b->phase_clock, 0, sizeof(b->phase_clock));
	memset(b->barriers, 0, sizeof(b->barriers));
	clear_range(b, SHARED_START, l->shared_end);
	clear_range(b, SHARED_DYNAMIC, SHARED_DYNAMIC + l->dynamic);
	for (i = 0; i < b->nwarps; i++)
		start_warp(b, i);
}

static void
tell_hang(struct block *b, struct warp *w)
{
	struct group *g = w->ngroups ? &w->groups[0] : NULL;
	uint32_t pc = w->mask ? w->pc : g ? g->pc : 0;
	uint32_t mask = w->mask ? w->mask : g ? g->mask : 1;

	if (!w->mask && g)
		w->frame = g->frame;
	finding_add(w, &w->frame->function->code[pc ? pc - 1 : 0],
		    first_lane(mask), FINDING_HANG,
		    b->launch->idle > b->launch->idle_most
			    ? "the kernel does not end: threads wait here for "
			      "what nobody writes"
			    : "the kernel does not end: no thread has come to "
			      "its end for long, and threads are still here");
}

static bool
is_hung(const struct launch *l)
{
	uint64_t most = l->fruitless_most;

	return l->idle > l->idle_most ||
	       l->fruitless > (l->wrong ? most / FRUITLESS_WRONG : most);
}

/* One warp's turn. */
static enum block_end
run_warp(struct block *b, struct warp *w, int64_t most, bool *moved)
{
	uint64_t before = w->spent, used;
	unsigned alive = b->alive;
	enum warp_end end = warp_run(w, most);

	used = w->spent - before;
	*moved |= used > 0;
	b->spent += used;
	if (end == WARP_STOP)
		return BLOCK_STOP;
	b->launch->fruitless += used;
	if (b->alive < alive) {
		sync_after_exit(b);
		b->launch->fruitless = 0;
	}
	if (used >= b->launch->left || is_hung(b->launch)) {
		tell_hang(b, w);
		return BLOCK_STOP;
	}
	b->launch->left -= used;
	return BLOCK_TURN;
}

/* A collective that lacks threads is told, and done without them. */
static bool
free_stuck(struct block *b)
{
	unsigned i, k;
	bool freed = false;

	sync_tell_stuck(b);
	for (i = 0; i < b->nwarps; i++) {
		for (k = 0; k < b->warps[i].ngroups; k++) {
			if (b->warps[i].groups[k].state != GROUP_AGAIN)
				continue;
			b->warps[i].groups[k].state = GROUP_READY;
			b->warps[i].alone = true;
			freed = true;
		}
	}
	return freed;
}

enum block_end
block_run(struct block *b, int64_t most)
{
	uint64_t end = b->spent + (uint64_t)most;
	int64_t turn = most < TURN ? most : TURN;
	bool moved;

	for (;;) {
		moved = false;
		for (; b->turn < b->nwarps; b->turn++) {
			if (run_warp(b, &b->warps[b->turn], turn, &moved) ==
			    BLOCK_STOP)
				return BLOCK_STOP;
		}
		b->turn = 0;
		if (!b->alive)
			return BLOCK_DONE;
		if (!moved && !free_stuck(b))
			return BLOCK_STOP;
		if (b->spent >= end)
			return BLOCK_TURN;
	}
}
