/*
 * Races, by what each warp has seen of the others.
 *
 * A warp counts its synchronisations; it keeps for each warp of its block the
 * count up to which it has seen that warp's accesses (a vector clock). Each
 * granule of shared and global memory remembers its last writer and its last
 * reader: warp, lane and count. An access is ordered behind another one if
 * the count is seen, or if it is by the same thread. Two accesses without an
 * order, one of them a write, race, unless both are atomic or volatile, or the
 * write stores what is there already.
 *
 * More than one reader is remembered as such, with the count of the block's
 * synchronisations: it conflicts with a write before the next one. Fences
 * publish a warp's clock with its next atomic or volatile write, and any such
 * read learns all that was published, in its block or another, whatever it
 * reads. So some races through atomics are not seen; none is told that is not
 * there. A read as constant races with every write of the launch before it.
 */
#include <string.h>

#include "code.h"
#include "device.h"
#include "finding.h"
#include "int.h"
#include "machine.h"
#include "memory.h"
#include "ptx.h"
#include "race.h"
#include "race_parts.h"
#include "touch.h"
#include "vec.h"

static unsigned
entry_lane(uint64_t e)
{
	return e >> LANE_AT & 31;
}

static unsigned
entry_warp(uint64_t e)
{
	return e >> WARP_AT & 31;
}

static uint32_t
entry_clock(uint64_t e)
{
	return e >> CLOCK_AT & CLOCK_MOST;
}

static bool
is_ours(const struct warp *w, uint64_t e)
{
	return e >> LAUNCH_AT == w->block->launch->number % LAUNCHES;
}

static bool
is_same_block(const struct warp *w, uint64_t e)
{
	return (e >> BLOCK_AT & BLOCK_MOST) == w->block->number % BLOCK_MOST;
}

/* Has the block of E published it before ours has looked? Of several nothing
   is known, nor of what was published more than once since. */
static bool
is_published(const struct warp *w, uint64_t e)
{
	const struct block *b = w->block;
	const struct launch *l = b->launch;
	const struct published *p;
	unsigned warp = entry_warp(e);

	if (!b->acquired || !l->needs[NEED_FENCES])
		return false;
	if (!l->published || e & MANY)
		return true;
	p = &l->published[e >> BLOCK_AT & BLOCK_MOST];
	return entry_clock(e) <= p->before[warp] ||
	       (entry_clock(e) <= p->clock[warp] && p->time <= b->acquired_at);
}

/* Is what E did behind us? */
static bool
is_ordered(const struct warp *w, unsigned lane, uint64_t e)
{
	uint32_t clock = entry_clock(e);
	unsigned other = entry_warp(e);

	if (!e || !is_ours(w, e) || clock == CLOCK_MOST)
		return true;
	if (!is_same_block(w, e))
		return is_published(w, e);
	if (e & MANY)
		return clock != w->block->sync % CLOCK_MOST;
	if (other != w->index)
		return clock <= w->clock[other];
	return entry_lane(e) == lane || clock < w->clock[other];
}

static bool
stores_the_same(const struct warp *w, const struct access *x, unsigned lane)
{
	return x->values && !memcmp(x->values + (size_t)lane * x->bytes,
				    touch_host(w, x, lane), x->bytes);
}

/* The kind of access is named only where the two differ; volatile counts as
   atomic: it orders single accesses. */
static const char *const qualifiers[] = { "plain ", "atomic " };

static void
tell(struct warp *w, const struct access *x, unsigned lane, uint64_t e,
     const char *first)
{
	bool atomic = x->kind & TOUCH_STRONG, before = e & STRONG;
	const char *what = x->kind & TOUCH_WRITE ? "write" : "read";
	const char *how = atomic == before ? "" : qualifiers[atomic];
	const char *other = atomic == before ? "" : qualifiers[before];
	const char *an = other[0] == 'a' ? "an" : "a";
	const char *space = x->space == SPACE_SHARED ? "shared" : "global";
	const struct launch *l = w->block->launch;
	unsigned t = entry_warp(e) * LANES + entry_lane(e);

	if (!is_same_block(w, e)) {
		finding_add(w, x->i, lane, FINDING_RACE,
			    "%s%s of %s memory and %s %s%s by another block, "
			    "without order",
			    how, what, space, an, other, first);
		return;
	}
	if (e & MANY) { /* the entry names none of them */
		finding_add(w, x->i, lane, FINDING_RACE,
			    "%s%s of %s memory and %s %s%s by several threads, "
			    "without a barrier between them",
			    how, what, space, an, other, first);
		return;
	}
	finding_add(w, x->i, lane, FINDING_RACE,
		    "%s%s of %s memory and %s %s%s by thread (%u, %u, %u), "
		    "without a barrier between them",
		    how, what, space, an, other, first, t % l->threads[0],
		    t / l->threads[0] % l->threads[1],
		    t / l->threads[0] / l->threads[1]);
}

/* The entry of several readers of this block, and of several blocks. */
static uint64_t
many_here(const struct warp *w)
{
	return (w->entry >> BLOCK_AT << BLOCK_AT) |
	       (uint64_t)(w->block->sync % CLOCK_MOST) << CLOCK_AT | MANY;
}

static uint64_t
many_all(const struct warp *w)
{
	return (w->entry >> LAUNCH_AT << LAUNCH_AT) |
	       (uint64_t)BLOCK_MOST << BLOCK_AT | MANY;
}

/* The caches that it reads through need not have what was written. */
static void
tell_constant(struct warp *w, const struct access *x, unsigned lane)
{
	finding_add(w, x->i, lane, FINDING_RACE,
		    "read of global memory as constant (ld.global.nc) that "
		    "this launch has written");
}

static void
check_read(struct warp *w, struct access *x, unsigned lane,
	   uint64_t *entries[2])
{
	uint64_t e = *entries[0], r = *entries[1], me;
	bool strong = x->kind & TOUCH_STRONG;

	me = race_entry(w, lane, w->clock[w->index]) | (strong ? STRONG : 0);
	if (!is_ordered(w, lane, e) && !(strong && e & STRONG))
		tell(w, x, lane, e, "write");
	else if (x->kind & TOUCH_CONSTANT && e && is_ours(w, e))
		tell_constant(w, x, lane);
	if (!is_ordered(w, lane, r)) {
		me = (is_same_block(w, r) ? many_here(w) : many_all(w)) |
		     (me & r & STRONG);
	}
	*entries[1] = me;
}

static void
check_write(struct warp *w, struct access *x, unsigned lane,
	    uint64_t *entries[2])
{
	uint64_t e = *entries[0], r = *entries[1];
	bool strong = x->kind & TOUCH_STRONG;

	if (!is_ordered(w, lane, e) && !(strong && e & STRONG)) {
		if (!stores_the_same(w, x, lane))
			tell(w, x, lane, e, "write");
	} else if (!is_ordered(w, lane, r) && !(strong && r & STRONG)) {
		if (!stores_the_same(w, x, lane))
			tell(w, x, lane, r, "read");
	}
	*entries[0] = race_entry(w, lane, w->clock[w->index]) |
		      (strong ? STRONG : 0);
	*entries[1] = 0;
}

void
race_check(struct warp *w, struct access *x, unsigned lane)
{
	const struct launch *l = w->block->launch;
	bool shared = x->space == SPACE_SHARED;
	uint64_t *writer = shared ? w->block->shared_writer : l->memory->writer;
	uint64_t *reader = shared ? w->block->shared_reader : l->memory->reader;
	uint64_t at = (x->at[lane] - (shared ? 0 : MEMORY_BASE)) >> l->granule;
	uint64_t end = at + (x->bytes >> l->granule);
	uint64_t *entries[2];

	for (; at < end; at++) {
		entries[0] = &writer[at];
		entries[1] = &reader[at];
		if (x->kind & TOUCH_WRITE)
			check_write(w, x, lane, entries);
		else
			check_read(w, x, lane, entries);
	}
}

/* All lanes read the same granules. */
static bool
note_same(const struct race_line *r, unsigned lanes)
{
	uint64_t e, *at;
	size_t i;

	for (i = 0; i < r->n; i++) {
		e = r->writer[i];
		if (e >= r->launch && e - r->block >= r->floor - r->block)
			return false;
		e = r->reader[i];
		if (e & STRONG)
			return false;
	}
	for (i = 0; i < r->n; i++) {
		at = &r->reader[i];
		if (*at == r->many || *at == r->many_all)
			continue;
		if (*at >= r->launch && (*at ^ r->me) >> BLOCK_AT)
			*at = r->many_all;
		else if (lanes > 1)
			*at = r->many;
		else
			return false;
	}
	return true;
}

/* Has this launch written any of the granules? */
static bool
was_written(const struct race_line *r)
{
	bool any = false;
	size_t i;

	for (i = 0; i < r->n; i++)
		any |= r->writer[i] >= r->launch;
	return any;
}

bool
race_line(struct warp *w, const struct line *l)
{
	const struct launch *launch = w->block->launch;
	bool shared = l->space == SPACE_SHARED;
	uint64_t at = (l->at - (shared ? 0 : MEMORY_BASE)) >> launch->granule;
	struct race_line r = { .me = w->entry, .floor = w->floor };

	if (w->clock[w->index] >= CLOCK_MOST ||
	    (!shared && launch->needs[NEED_FENCES]))
		return false;
	r.writer = (shared ? w->block->shared_writer : launch->memory->writer) +
		   at;
	r.reader = (shared ? w->block->shared_reader : launch->memory->reader) +
		   at;
	r.per = (unsigned)__builtin_ctz(l->bytes >> launch->granule);
	r.n = (size_t)(l->same ? 1 : l->n) << r.per;
	r.me += (uint64_t)l->first << LANE_AT;
	r.launch = w->entry >> LAUNCH_AT << LAUNCH_AT;
	r.block = w->entry >> BLOCK_AT << BLOCK_AT;
	r.many = many_here(w);
	r.many_all = many_all(w);
	r.clock = w->clock;
	r.own = w->index;
	if (l->kind & TOUCH_CONSTANT && was_written(&r))
		return false;
	if (l->kind & TOUCH_WRITE)
		return w->vectors->race_write(&r);
	if (l->same)
		return note_same(&r, l->n);
	return w->vectors->race_read(&r);
}
