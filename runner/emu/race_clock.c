/*
 * The clocks that races are told by: what each warp has seen of the others.
 *
 * A synchronisation is a step of a warp's own clock. A barrier lets warps learn
 * each other's; a fence publishes a warp's clock with its next atomic or
 * volatile write, and any such read learns all that was published. What the
 * clocks say of an access is race.c's.
 */
#include <string.h>

#include "code.h"
#include "int.h"
#include "machine.h"
#include "memory.h"
#include "ptx.h"
#include "race.h"
#include "race_parts.h"

uint64_t
race_entry(const struct warp *w, unsigned lane, uint32_t clock)
{
	const struct block *b = w->block;

	if (clock > CLOCK_MOST)
		clock = CLOCK_MOST;
	return (b->launch->number % LAUNCHES) << LAUNCH_AT |
	       (b->number % BLOCK_MOST) << BLOCK_AT |
	       (uint64_t)clock << CLOCK_AT | (uint64_t)w->index << WARP_AT |
	       (uint64_t)lane << LANE_AT;
}

/* What race_line looks at first, after any change of the clocks. */
static void
set_floor(struct warp *w)
{
	uint32_t floor = w->clock[w->index];
	unsigned i;

	for (i = 0; i < w->block->nwarps; i++) {
		if (i != w->index && w->clock[i] + 1 < floor)
			floor = w->clock[i] + 1;
	}
	w->entry = race_entry(w, 0, w->clock[w->index]);
	w->floor = (w->entry >> BLOCK_AT << BLOCK_AT) |
		   (uint64_t)(floor > CLOCK_MOST ? CLOCK_MOST : floor)
			   << CLOCK_AT;
}

void
race_start(struct warp *w)
{
	memset(w->clock, 0, sizeof(w->clock));
	w->clock[w->index] = 1;
	memset(w->released, 0, sizeof(w->released));
	memset(w->released_wide, 0, sizeof(w->released_wide));
	w->fenced = false;
	set_floor(w);
}

void
race_step(struct warp *w)
{
	w->clock[w->index]++;
	w->block->sync++; /* readers of one warp may be noted as many */
	set_floor(w);
}

void
race_publish(const struct warp *w, uint32_t *clock)
{
	unsigned i;

	for (i = 0; i < WARPS; i++)
		clock[i] = clock[i] < w->clock[i] ? w->clock[i] : clock[i];
}

void
race_learn(struct warp *w, const uint32_t *clock)
{
	unsigned i;

	for (i = 0; i < WARPS; i++) {
		if (i != w->index && w->clock[i] < clock[i])
			w->clock[i] = clock[i];
	}
	w->block->sync++;
	w->clock[w->index]++;
	set_floor(w);
}

void
race_fence(struct warp *w, bool wide)
{
	memcpy(w->released, w->clock, sizeof(w->released));
	if (wide)
		memcpy(w->released_wide, w->clock, sizeof(w->released_wide));
	w->fenced = true;
	w->clock[w->index]++;
	w->block->sync++;
	set_floor(w);
}

static void
raise_clock(uint32_t *clock, const uint32_t *to)
{
	unsigned i;

	for (i = 0; i < WARPS; i++)
		clock[i] = clock[i] < to[i] ? to[i] : clock[i];
}

static void
publish(struct launch *l, uint64_t block, const uint32_t *clock)
{
	struct published *p = &l->published[block];

	if (!memcmp(p->clock, clock, sizeof(p->clock)))
		return;
	memcpy(p->before, p->clock, sizeof(p->before));
	memcpy(p->clock, clock, sizeof(p->clock));
	p->time = ++l->publications;
}

/* Fences of other warps that W knows of, as by a barrier, count as well. */
void
race_release(struct warp *w)
{
	struct block *b = w->block;
	uint32_t wide[WARPS];
	unsigned i;

	if (!b->launch->needs[NEED_FENCES])
		return;
	memset(wide, 0, sizeof(wide));
	if (b->launch->published)
		memcpy(wide, b->launch->published[b->number].clock,
		       sizeof(wide));
	for (i = 0; i < b->nwarps; i++) {
		const struct warp *v = &b->warps[i];

		if (!v->fenced ||
		    (v != w && w->clock[i] <= v->released[i]))
			continue;
		raise_clock(b->fence_clock, v->released);
		raise_clock(wide, v->released_wide);
	}
	if (b->launch->published)
		publish(b->launch, b->number, wide);
}

void
race_acquire(struct warp *w)
{
	struct block *b = w->block;
	unsigned i;

	b->acquired = true;
	b->acquired_at = b->launch->publications;
	if (!b->launch->needs[NEED_FENCES])
		return;
	for (i = 0; i < b->nwarps; i++) {
		if (i != w->index && w->clock[i] < b->fence_clock[i])
			w->clock[i] = b->fence_clock[i];
	}
	set_floor(w);
}
