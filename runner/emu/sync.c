/*
 * Barriers of a block, of a warp, and fences.
 *
 * A barrier counts threads. Without a number it wants all threads of the
 * block; those that have ended do not come, which releases the others, as on
 * the device, but is told: not all threads reached it. Threads that wait at
 * two places for a barrier of all are told as well. A barrier that is complete
 * makes all its threads ready and lets each warp see what the others did.
 */
#include <string.h>

#include "code.h"
#include "decode.h"
#include "device.h"
#include "finding.h"
#include "machine.h"
#include "ptx.h"
#include "race.h"
#include "sync.h"
#include "warp.h"

/* Give the threads of a reduction their result, and wake all. */
static void
wake_warp(struct warp *w, unsigned id, const struct barrier *bar)
{
	struct frame *frame = w->frame;
	const struct insn *i;
	uint32_t all[LANES], n;
	struct group *g;
	unsigned k;

	for (k = 0; k < w->ngroups; k++) {
		g = &w->groups[k];
		if (g->state != GROUP_BARRIER || g->want != id)
			continue;
		g->state = GROUP_READY;
		i = &g->frame->function->code[g->pc - 1];
		if (i->op != BAR_RED)
			continue;
		w->frame = g->frame;
		if (i->type == PTX_PRED) {
			n = i->how ? bar->any : !bar->all;
			warp_store_predicate(w, i->d, n ? ALL_LANES : 0,
					     g->mask);
			continue;
		}
		for (n = 0; n < LANES; n++)
			all[n] = bar->holds;
		warp_store32(w, i->d, all, g->mask);
	}
	w->frame = frame;
}

static void
release(struct block *b, unsigned id)
{
	struct barrier *bar = &b->barriers[id];
	uint32_t clock[WARPS];
	struct warp *w;
	unsigned i, k;
	bool waits;

	memcpy(clock, bar->clock, sizeof(clock));
	for (i = 0; i < b->nwarps; i++) {
		w = &b->warps[i];
		waits = false;
		for (k = 0; k < w->ngroups; k++)
			waits |= w->groups[k].state == GROUP_BARRIER &&
				 w->groups[k].want == id;
		if (!waits)
			continue;
		wake_warp(w, id, bar);
		race_learn(w, clock);
	}
	memset(bar, 0, sizeof(*bar));
}

static bool
is_complete(const struct block *b, const struct barrier *bar)
{
	if (!bar->arrived)
		return false;
	return bar->arrived >= (bar->counted ? bar->expected : b->alive);
}

/* A waiting thread of barrier ID, for a finding. */
static struct warp *
find_waiting(struct block *b, unsigned state, unsigned id, struct group **g)
{
	unsigned i, k;

	for (i = 0; i < b->nwarps; i++) {
		for (k = 0; k < b->warps[i].ngroups; k++) {
			*g = &b->warps[i].groups[k];
			if ((*g)->state == state &&
			    (state != GROUP_BARRIER || (*g)->want == id))
				return &b->warps[i];
		}
	}
	return NULL;
}

static void
tell_missing(struct block *b, unsigned id, const char *others)
{
	const struct barrier *bar = &b->barriers[id];
	struct group *g;
	struct warp *w = find_waiting(b, GROUP_BARRIER, id, &g);
	struct frame *frame;
	unsigned expected = bar->counted ? bar->expected : b->nthreads;

	if (!w)
		return;
	frame = w->frame;
	w->frame = g->frame;
	finding_add(w, &g->frame->function->code[g->pc - 1],
		    first_lane(g->mask), FINDING_BARRIER,
		    "barrier %u is reached by %u of %u threads%s", id,
		    bar->arrived, expected, others);
	w->frame = frame;
}

void
sync_after_exit(struct block *b)
{
	unsigned id;

	for (id = 0; id < BARRIERS; id++) {
		if (!b->barriers[id].counted &&
		    is_complete(b, &b->barriers[id])) {
			tell_missing(b, id, "; the others have ended");
			release(b, id);
		}
	}
}

void
sync_tell_stuck(struct block *b)
{
	struct group *g;
	struct warp *w;
	unsigned id;
	bool told = false;

	for (id = 0; id < BARRIERS; id++) {
		if (b->barriers[id].arrived) {
			tell_missing(b, id, ", for ever");
			told = true;
		}
	}
	w = find_waiting(b, GROUP_WARP, 0, &g);
	if (!w && !told)
		w = find_waiting(b, GROUP_AGAIN, 0, &g);
	if (!w)
		return;
	w->frame = g->frame;
	finding_add(w, &g->frame->function->code[g->pc - 1],
		    first_lane(g->mask), FINDING_BARRIER,
		    "threads of a warp wait for others of their mask, for "
		    "ever");
}

static uint32_t
read_value(const struct warp *w, uint32_t ref, uint32_t mask)
{
	return ((const uint32_t *)warp_at(w, ref))[first_lane(mask)];
}

static void
count_votes(struct warp *w, const struct insn *i, uint32_t mask,
	    struct barrier *bar)
{
	uint32_t p = *(const uint32_t *)warp_at(w, i->ref[2]);

	if (i->flags & FLAG_NEGATED)
		p = ~p;
	bar->holds += (unsigned)__builtin_popcount(p & mask);
	bar->any |= (p & mask) != 0;
	bar->all |= (~p & mask) != 0; /* somebody does not hold */
}

static void
check_place(struct warp *w, const struct insn *i, uint32_t mask,
	    struct barrier *bar, unsigned id)
{
	if (bar->arrived && !bar->counted &&
	    bar->where != w->frame->function)
		bar->pc = 0;
	if (bar->arrived && !bar->counted && bar->pc != w->pc)
		finding_add(w, i, first_lane(mask), FINDING_BARRIER,
			    "barrier %u is reached here while other threads of "
			    "the block wait at another one",
			    id);
	bar->pc = w->pc;
	bar->where = w->frame->function;
}

static enum next
run_bar(struct warp *w, const struct insn *i, uint32_t mask)
{
	unsigned id = read_value(w, i->ref[0], mask) % BARRIERS;
	struct barrier *bar = &w->block->barriers[id];
	struct group how = { .pc = w->pc, .state = GROUP_BARRIER };

	if (i->count) {
		bar->counted = true;
		bar->expected = read_value(w, i->ref[1], mask);
	}
	check_place(w, i, mask, bar, id);
	bar->arrived += (mask | w->dead) == ALL_LANES && bar->counted
				? LANES
				: (unsigned)__builtin_popcount(mask);
	race_publish(w, bar->clock);
	if (i->op == BAR_RED)
		count_votes(w, i, mask, bar);
	how.want = id;
	if (i->op != BAR_ARRIVE)
		warp_wait(w, mask, &how);
	else
		race_step(w);
	if (is_complete(w->block, bar)) {
		if (!bar->counted && w->block->alive < w->block->nthreads)
			tell_missing(w->block, id, "; the others have ended");
		release(w->block, id);
	}
	return i->op == BAR_ARRIVE ? NEXT_ON : NEXT_CHOOSE;
}

static void
decode_bar_red(struct decoder *d)
{
	static const char *const ops[] = { "and", "or", "popc", NULL };
	int op = decode_take_of(d, ops);
	bool negated = false;

	if (op == 2)
		d->i->d = decode_destination(d, decode_operand(d, 0), PTX_U32);
	else
		d->i->d = decode_predicate(d, decode_operand(d, 0), &negated);
	d->i->how = op == 1;
	d->i->ref[2] = decode_predicate(d, decode_operand(d, d->s->n - 1),
					&negated);
	d->i->flags = negated ? FLAG_NEGATED : 0;
	d->bad |= op < 0 || (op == 2) != (d->types[0] == PTX_U32);
}

void
decode_bar(struct decoder *d)
{
	unsigned first = 0, last = d->s->n;

	if (d->rule->op == BAR_RED) {
		decode_bar_red(d);
		first = 1;
		last--;
	}
	d->bad |= last <= first || last - first > 2;
	d->i->ref[0] = decode_source(d, decode_operand(d, first), PTX_U32);
	if (last - first == 2)
		d->i->ref[1] =
			decode_source(d, decode_operand(d, first + 1), PTX_U32);
	d->i->count = last - first == 2;
	d->i->run = run_bar;
}

/* Are all threads of WANT that live in groups that wait for it? */
static bool
warp_is_complete(const struct warp *w, uint32_t want)
{
	uint32_t here = w->dead;
	unsigned i;

	for (i = 0; i < w->ngroups; i++) {
		if (w->groups[i].state == GROUP_WARP)
			here |= w->groups[i].mask;
	}
	return !(want & ~here);
}

static enum next
run_bar_warp(struct warp *w, const struct insn *i, uint32_t mask)
{
	struct group how = { .pc = w->pc, .state = GROUP_WARP };
	const uint32_t *want = warp_at(w, i->ref[0]);
	uint32_t left, all = 0, ready;
	unsigned k;

	for (left = mask; left; left &= left - 1)
		all |= want[first_lane(left)];
	if (!(all & ~(mask | w->dead))) {
		race_step(w);
		return NEXT_ON;
	}
	how.want = all;
	warp_wait(w, mask, &how);
	for (k = 0, ready = 0; k < w->ngroups; k++) {
		if (w->groups[k].state == GROUP_WARP &&
		    warp_is_complete(w, w->groups[k].want))
			ready |= UINT32_C(1) << k;
	}
	for (; ready; ready &= ready - 1)
		w->groups[first_lane(ready)].state = GROUP_READY;
	race_step(w);
	return NEXT_CHOOSE;
}

void
decode_bar_warp(struct decoder *d)
{
	d->i->ref[0] = decode_source(d, decode_operand(d, 0), PTX_U32);
	d->i->run = run_bar_warp;
	d->bad |= d->s->n != 1;
}

static enum next
run_fence(struct warp *w, const struct insn *i, uint32_t mask)
{
	(void)mask;
	race_fence(w, !i->flags);
	return NEXT_ON;
}

void
decode_fence(struct decoder *d)
{
	unsigned i;

	for (i = 0; i < d->s->nmods; i++)
		d->i->flags |= !strcmp(d->s->mods[i], "cta");
	d->i->run = run_fence;
	d->function->needs[NEED_FENCES] = true;
	d->bad |= d->s->n != 0;
}
