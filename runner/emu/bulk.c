/*
 * cp.async.bulk: a run of bytes copied for one thread, from global to shared
 * memory with a barrier that counts the bytes, or from shared to global with
 * groups to wait for.
 *
 * The copy is done at once, in pieces of 16 bytes that are checked like any
 * access; who reads the result without waiting at the barrier races with it.
 * A block is its own cluster: shared::cluster is shared memory. Tensor copies
 * are not here.
 */
#include <string.h>

#include "access.h"
#include "arena.h"
#include "async.h"
#include "code.h"
#include "decode.h"
#include "machine.h"
#include "ptx.h"
#include "ptx_type.h"
#include "race.h"
#include "touch.h"
#include "warp.h"

enum { PIECE = 16 };

/* The addresses of an instruction, each as access_make wants one. */
struct bulk {
	struct insn to, from, barrier;
	bool counted; /* there is a barrier */
};

/* LANE's part of A, BYTES more behind its address; false: refused. */
static bool
touch_piece(struct warp *w, const struct access *a, unsigned lane,
	    struct access *x)
{
	struct access all = *a;

	all.mask = UINT32_C(1) << lane;
	if (!access_take(w, &all, x))
		return false;
	access_check(w, x);
	return x->mask != 0;
}

static void
copy_lane(struct warp *w, struct access *to, struct access *from,
	  unsigned lane, uint32_t bytes)
{
	unsigned char piece[PIECE];
	struct access x;
	uint32_t done;

	for (done = 0; done + PIECE <= bytes; done += PIECE) {
		memset(piece, 0, sizeof(piece));
		if (touch_piece(w, from, lane, &x))
			memcpy(piece, touch_host(w, &x, lane), PIECE);
		if (touch_piece(w, to, lane, &x))
			memcpy(touch_host(w, &x, lane), piece, PIECE);
		from->at[lane] += PIECE;
		to->at[lane] += PIECE;
	}
}

static void
set_access(struct warp *w, const struct insn *part, const struct insn *i,
	   struct access *x)
{
	access_make(w, part, ALL_LANES, x);
	x->i = i;
	x->bytes = PIECE;
}

static enum next
run_bulk(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct bulk *b = i->more;
	const uint32_t *bytes = warp_at(w, i->ref[0]);
	struct access to, from, barrier, x;
	unsigned lane;

	w->block->launch->idle = 0;
	set_access(w, &b->to, i, &to);
	set_access(w, &b->from, i, &from);
	set_access(w, &b->barrier, i, &barrier);
	to.kind = TOUCH_WRITE;
	from.kind = TOUCH_READ;
	barrier.kind = TOUCH_WRITE | TOUCH_STRONG;
	barrier.bytes = 8;
	for (; mask; mask &= mask - 1) {
		lane = first_lane(mask);
		copy_lane(w, &to, &from, lane, bytes[lane]);
		if (b->counted && touch_piece(w, &barrier, lane, &x))
			mbarrier_copied(w, touch_host(w, &x, lane),
					bytes[lane]);
	}
	return NEXT_ON;
}

static enum next
run_group(struct warp *w, const struct insn *i, uint32_t mask)
{
	(void)w;
	(void)i;
	(void)mask;
	return NEXT_ON; /* copies are done when they begin */
}

/* [address] of operand N into PART, which is of SPACE. */
static void
decode_part(struct decoder *d, unsigned n, struct insn *part, unsigned space)
{
	struct insn *whole = d->i;

	d->i = part;
	decode_address(d, n);
	part->space = (unsigned char)space;
	d->bad |= part->flags & (ADDRESS_FRAME | ADDRESS_PARAM);
	d->i = whole;
}

void
decode_bulk(struct decoder *d)
{
	static const char *const shared[] = { "shared::cluster", "shared::cta",
					      NULL };
	struct bulk *b = arena_make(d->module->arena, sizeof(*b));
	bool load;

	if (decode_take(d, "commit_group") || decode_take(d, "wait_group")) {
		decode_take(d, "read");
		d->i->run = run_group;
		return;
	}
	b->counted = decode_take(d, "mbarrier::complete_tx::bytes");
	load = b->counted;
	d->bad |= !decode_take(d, "global") || decode_take_of(d, shared) < 0 ||
		  (!load && !decode_take(d, "bulk_group")) ||
		  d->s->n != (load ? 4u : 3u);
	if (d->bad)
		return;
	decode_part(d, 0, &b->to, load ? SPACE_SHARED : SPACE_GLOBAL);
	decode_part(d, 1, &b->from, load ? SPACE_GLOBAL : SPACE_SHARED);
	if (load)
		decode_part(d, 3, &b->barrier, SPACE_SHARED);
	d->i->ref[0] = decode_source(d, decode_operand(d, 2), PTX_U32);
	d->i->more = b;
	d->i->run = run_bulk;
}
