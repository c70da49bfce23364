/*
 * A warp: threads in groups, each group at one place.
 *
 * One group runs at a time: of the deepest frame the one at the lowest place,
 * so that those behind catch up and, where two are at the same place, run on
 * as one. It runs until it reaches the next group's place, splits, waits or
 * ends. Every so often another group gets its turn whatever its place, since a
 * thread may wait for a store of its neighbour.
 *
 * The loop knows three kinds of instructions: functions of lanes, whose result
 * is blended where not all threads take part; branches; and all others, which
 * run for themselves and say how to go on.
 */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "code.h"
#include "int.h"
#include "machine.h"
#include "ptx.h"
#include "vec.h"
#include "warp.h"

enum { ROTATE = 20000 };

void
warp_store32(struct warp *w, uint32_t to, const uint32_t from[32],
	     uint32_t mask)
{
	w->vectors->blend32(warp_slot(w, to), from, mask);
}

void
warp_store64(struct warp *w, uint32_t to, const uint64_t from[32],
	     uint32_t mask)
{
	w->vectors->blend64(warp_slot(w, to), from, mask);
}

void
warp_store_predicate(struct warp *w, uint32_t to, uint32_t from, uint32_t mask)
{
	uint32_t *slot = warp_slot(w, to);

	*slot = (*slot & ~mask) | (from & mask);
}

void
warp_split(struct warp *w, uint32_t mask, uint32_t pc)
{
	if (!mask)
		return;
	w->groups[w->ngroups++] =
		(struct group){ .frame = w->frame, .pc = pc, .mask = mask };
	w->mask &= ~mask;
}

void
warp_wait(struct warp *w, uint32_t mask, const struct group *how)
{
	struct group *g = &w->groups[w->ngroups++];

	*g = *how;
	g->frame = w->frame;
	g->mask = mask;
	w->mask &= ~mask;
}

void
warp_exit(struct warp *w, uint32_t mask)
{
	struct frame *f, *parent;

	w->mask &= ~mask;
	w->dead |= mask;
	w->block->alive -= (unsigned)__builtin_popcount(mask);
	for (f = w->frame; f; f = parent) {
		parent = f->parent;
		f->mask &= ~mask;
		if (!f->mask)
			warp_free_frame(w, f);
	}
}

/* Two groups at one place are one; one that waits for it no longer does. */
static void
merge_groups(struct warp *w)
{
	struct group *g = w->groups;
	unsigned i, j;

	for (i = 0; i < w->ngroups; i++) {
		for (j = i + 1; j < w->ngroups; j++) {
			if (g[i].frame != g[j].frame || g[i].pc != g[j].pc ||
			    g[i].state > GROUP_AGAIN ||
			    g[j].state > GROUP_AGAIN)
				continue;
			g[i].mask |= g[j].mask;
			g[i].state = GROUP_READY;
			g[j--] = g[--w->ngroups];
		}
	}
}

static bool
is_before(const struct group *a, const struct group *b)
{
	if (a->frame->depth != b->frame->depth)
		return a->frame->depth > b->frame->depth;
	if (a->pc != b->pc)
		return a->pc < b->pc;
	return a->mask < b->mask;
}

static uint32_t
find_limit(const struct warp *w)
{
	uint32_t limit = UINT32_MAX;
	unsigned i;

	for (i = 0; i < w->ngroups; i++) {
		const struct group *g = &w->groups[i];

		if (g->frame == w->frame && g->state <= GROUP_AGAIN &&
		    g->pc > w->pc && g->pc < limit)
			limit = g->pc;
	}
	return limit;
}

static unsigned
find_best(const struct warp *w)
{
	const struct group *g = w->groups;
	unsigned i, best = LANES;

	for (i = 0; i < w->ngroups; i++) {
		if (g[i].state == GROUP_READY &&
		    (best == LANES || is_before(&g[i], &g[best])))
			best = i;
	}
	return best;
}

/* One after the other, whatever their places. */
static unsigned
find_next(struct warp *w)
{
	unsigned i, at;

	for (i = 0; i < w->ngroups; i++) {
		at = (w->turn + i) % w->ngroups;
		if (w->groups[at].state == GROUP_READY) {
			w->turn = at + 1;
			return at;
		}
	}
	return LANES;
}

/* Make a ready group the running one; false if there is none. */
static bool
choose(struct warp *w)
{
	struct group *g = w->groups, chosen;
	unsigned best;

	if (w->mask)
		g[w->ngroups++] = (struct group){
			.frame = w->frame, .pc = w->pc, .mask = w->mask
		};
	w->mask = 0;
	merge_groups(w);
	best = w->rotate ? find_next(w) : find_best(w);
	if (best == LANES)
		return false;
	chosen = g[best];
	g[best] = g[--w->ngroups];
	warp_set_frame(w, chosen.frame);
	w->pc = chosen.pc;
	w->mask = chosen.mask;
	w->limit = find_limit(w);
	if (w->limit > (uint32_t)w->frame->function->nstatements)
		w->limit = (uint32_t)w->frame->function->nstatements + 1;
	return true;
}

static inline void
run_lanes32(struct warp *w, const struct insn *i, uint32_t mask)
{
	uint32_t result[LANES];
	const void *abc[3] = { warp_at(w, i->ref[0]), warp_at(w, i->ref[1]),
			       warp_at(w, i->ref[2]) };

	if ((mask | w->dead) == ALL_LANES) {
		i->lanes(warp_slot(w, i->d), abc, i->how);
		return;
	}
	i->lanes(result, abc, i->how);
	warp_store32(w, i->d, result, mask);
}

static inline void
run_lanes64(struct warp *w, const struct insn *i, uint32_t mask)
{
	uint64_t result[LANES];
	const void *abc[3] = { warp_at(w, i->ref[0]), warp_at(w, i->ref[1]),
			       warp_at(w, i->ref[2]) };

	if ((mask | w->dead) == ALL_LANES) {
		i->lanes(warp_slot(w, i->d), abc, i->how);
		return;
	}
	i->lanes(result, abc, i->how);
	warp_store64(w, i->d, result, mask);
}

/* The threads of MASK for which I is not switched off. */
static inline uint32_t
guard_mask(const struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint32_t *p;

	if (!i->guard)
		return mask;
	p = (const uint32_t *)(const void *)(w->base[0] + i->predicate);
	return mask & (i->guard == 1 ? *p : ~*p);
}

/* Run the group until it must give way. */
static enum next
run_group(struct warp *w)
{
	const struct insn *code = w->frame->function->code;
	const struct insn *i = code + w->pc, *end = code + w->limit;
	const uint32_t group = w->mask;
	int64_t left = w->left;
	enum next next = NEXT_CHOOSE;
	uint32_t mask;

	for (; i < end && left > 0; left--) {
		mask = guard_mask(w, i, group);
		if (!mask) {
			i++;
		} else if (i->kind == KIND_LANES32) {
			run_lanes32(w, i++, mask);
		} else if (i->kind == KIND_LANES64) {
			run_lanes64(w, i++, mask);
		} else if (i->kind == KIND_BRANCH) {
			if (mask != group) {
				w->pc = (uint32_t)(i + 1 - code);
				w->left = left;
				warp_split(w, mask, i->target);
				return NEXT_CHOOSE;
			}
			i = code + i->target;
		} else {
			w->pc = (uint32_t)(i + 1 - code);
			w->left = left;
			next = i->run(w, i, mask);
			left = w->left;
			if (next != NEXT_ON)
				return next;
			i++;
		}
	}
	w->pc = (uint32_t)(i - code);
	w->left = left;
	return NEXT_CHOOSE;
}

enum warp_end
warp_run(struct warp *w, int64_t most)
{
	int64_t turn;
	enum next next;

	while (most > 0) {
		if (!choose(w))
			return w->ngroups ? WARP_WAITS : WARP_DONE;
		turn = w->ngroups && most > ROTATE ? ROTATE : most;
		w->left = turn;
		next = run_group(w);
		turn -= w->left > 0 ? w->left : 0;
		most -= turn;
		w->spent += (uint64_t)turn;
		w->rotate = w->left <= 0;
		if (next == NEXT_STOP)
			return WARP_STOP;
	}
	return WARP_TURN;
}
