/*
 * cp.async.
 *
 * A copy reads its source at once and writes shared memory only when its
 * thread waits for the copy's group: a kernel that forgets to wait sees what
 * was there before. A copy that nobody waits for is never seen.
 *
 * On a device the bytes may arrive at any time between: so the place is
 * claimed by a write when the copy begins, which races with who still reads
 * there, and by another one when it ends.
 */
#include <string.h>

#include "access.h"
#include "arena.h"
#include "async.h"
#include "code.h"
#include "decode.h"
#include "machine.h"
#include "memory_ops.h"
#include "ptx.h"
#include "ptx_type.h"
#include "race.h"
#include "touch.h"
#include "warp.h"

struct copy {
	const struct insn *i;
	uint64_t to;
	uint32_t group;
	unsigned char lane, bytes;
	unsigned char data[16];
};

void
async_start(struct warp *w)
{
	w->ncopies = 0;
	memset(w->copy_group, 0, sizeof(w->copy_group));
}

static struct copy *
add_copy(struct warp *w)
{
	struct copy *more;

	if (w->ncopies == w->copies_cap) {
		w->copies_cap = w->copies_cap ? 2 * w->copies_cap : 64;
		more = arena_make(w->block->arena,
				  w->copies_cap * sizeof(*more));
		if (w->ncopies)
			memcpy(more, w->copies, w->ncopies * sizeof(*more));
		w->copies = more;
	}
	return &w->copies[w->ncopies++];
}

static struct access
access_of(const struct copy *c, unsigned kind)
{
	struct access x = { .i = c->i,
			    .mask = UINT32_C(1) << c->lane,
			    .bytes = c->bytes,
			    .space = SPACE_SHARED,
			    .kind = kind };

	x.at[c->lane] = c->to;
	return x;
}

static void
finish_copy(struct warp *w, const struct copy *c)
{
	struct access x = access_of(c, TOUCH_WRITE);

	access_check(w, &x);
	if (x.mask)
		memcpy(touch_host(w, &x, c->lane), c->data, c->bytes);
}

/* The copy is kept if its place is one that may be written. */
static void
claim_place(struct warp *w, const struct copy *c)
{
	struct access x = access_of(c, TOUCH_WRITE | TOUCH_LATER);

	access_check(w, &x);
	if (!x.mask)
		w->ncopies--;
}

/* The copies of MASK's threads but those of the last KEEP groups. */
static void
finish_copies(struct warp *w, uint32_t mask, uint32_t keep)
{
	struct copy *c;
	size_t i, left = 0;

	for (i = 0; i < w->ncopies; i++) {
		c = &w->copies[i];
		if (mask >> c->lane & 1 &&
		    c->group + keep < w->copy_group[c->lane])
			finish_copy(w, c);
		else
			w->copies[left++] = *c;
	}
	w->ncopies = left;
}

/* FROM and how many of its bytes; the rest is zeros. */
static void
start_copies(struct warp *w, const struct insn *i, struct access *from,
	     const uint64_t to[LANES])
{
	const uint32_t *size = warp_at(w, i->ref[2]);
	uint32_t left;
	unsigned lane, n;
	struct copy *c;

	for (left = from->mask; left; left &= left - 1) {
		lane = first_lane(left);
		n = i->how ? size[lane] : i->bytes;
		n = n > i->bytes ? i->bytes : n;
		c = add_copy(w);
		memset(c, 0, sizeof(*c));
		c->i = i;
		c->to = to[lane];
		c->group = w->copy_group[lane];
		c->lane = (unsigned char)lane;
		c->bytes = i->bytes;
		if (n)
			memcpy(c->data, touch_host(w, from, lane), n);
		claim_place(w, c);
	}
}

static uint64_t
shared_address(const struct warp *w, uint32_t ref, bool wide, unsigned lane)
{
	const char *from = warp_at(w, ref);
	uint64_t v = 0;

	memcpy(&v, from + lane * (wide ? 8 : 4), wide ? 8 : 4);
	return v - (v >= SHARED_WINDOW ? SHARED_WINDOW : 0);
}

enum { DESTINATION_WIDE = 1, SIZED = 1 };

static enum next
run_copy(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint32_t *size = warp_at(w, i->ref[2]);
	struct access all, x;
	uint64_t to[LANES];
	unsigned lane;

	access_make(w, i, mask, &all);
	all.bytes = i->bytes;
	all.kind = TOUCH_READ;
	for (lane = 0; lane < LANES; lane++) {
		to[lane] = shared_address(w, i->ref[1],
					  i->flags & DESTINATION_WIDE, lane) +
			   i->target;
		/* nothing is read for zeros alone */
		if (i->how && !size[lane] && mask >> lane & 1) {
			all.mask &= ~(UINT32_C(1) << lane);
			x = all;
			x.mask = UINT32_C(1) << lane;
			start_copies(w, i, &x, to);
		}
	}
	while (access_take(w, &all, &x)) {
		access_check(w, &x);
		start_copies(w, i, &x, to);
	}
	return NEXT_ON;
}

static enum next
run_commit(struct warp *w, const struct insn *i, uint32_t mask)
{
	(void)i;
	for (; mask; mask &= mask - 1)
		w->copy_group[first_lane(mask)]++;
	return NEXT_ON;
}

static enum next
run_wait(struct warp *w, const struct insn *i, uint32_t mask)
{
	if (i->op) /* wait_all: what was not committed as well */
		run_commit(w, i, mask);
	finish_copies(w, mask, i->op ? 0 : i->how);
	return NEXT_ON;
}

static void
decode_wait(struct decoder *d, bool all)
{
	const struct operand *n = decode_operand(d, 0);

	d->i->op = all;
	d->i->how = (uint32_t)n->number;
	d->i->run = run_wait;
	if (!all && n->kind != OPERAND_NUMBER)
		d->bad = true;
}

static void
decode_destination_address(struct decoder *d)
{
	const struct operand *o = decode_operand(d, 0);
	enum ptx_type own;

	if (o->kind != OPERAND_ADDRESS) {
		d->bad = true;
		return;
	}
	d->i->target = (uint32_t)o->number;
	if (o->reg == PTX_NO_REGISTER) {
		d->i->ref[1] = decode_constant(
			d->module, o->symbol ? o->symbol->at : 0, false);
		return;
	}
	d->i->ref[1] = decode_register(d, o->reg, &own);
	if (decode_is_wide(own))
		d->i->flags |= DESTINATION_WIDE;
}

static void
decode_copy(struct decoder *d)
{
	const struct operand *size = decode_operand(d, 2);
	static const char *const hints[] = { "L2::64B", "L2::128B",
					     "L2::256B", NULL };

	decode_take_of(d, hints);
	if (!decode_take(d, "shared") && !decode_take(d, "shared::cta"))
		d->bad = true;
	d->bad |= !decode_take(d, "global") || size->kind != OPERAND_NUMBER ||
		  d->s->n < 3 || d->s->n > 4;
	decode_address(d, 1);
	decode_destination_address(d);
	d->i->space = SPACE_GLOBAL;
	d->i->bytes = (unsigned char)size->number;
	if (d->i->bytes != 4 && d->i->bytes != 8 && d->i->bytes != 16)
		d->bad = true;
	if (d->s->n == 4) {
		d->i->how = SIZED;
		d->i->ref[2] =
			decode_source(d, decode_operand(d, 3), PTX_U32);
	}
	d->i->run = run_copy;
}

void
decode_cp_async(struct decoder *d)
{
	if (decode_take(d, "commit_group"))
		d->i->run = run_commit;
	else if (decode_take(d, "wait_group"))
		decode_wait(d, false);
	else if (decode_take(d, "wait_all"))
		decode_wait(d, true);
	else if (decode_take(d, "mbarrier"))
		decode_mbarrier(d);
	else
		decode_copy(d);
}

void
async_finish(struct warp *w, uint32_t mask)
{
	run_commit(w, NULL, mask);
	finish_copies(w, mask, 0);
}
