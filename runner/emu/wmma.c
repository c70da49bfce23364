/*
 * wmma.load and wmma.store: a matrix in memory, by rows or columns of a
 * stride, to and from fragments (num_mma.h says which thread holds what).
 *
 * An element is an access of each thread, as if a thread had loaded its
 * elements one by one: so each is checked by itself.
 */
#include <string.h>

#include "access.h"
#include "arena.h"
#include "code.h"
#include "decode.h"
#include "machine.h"
#include "matrix.h"
#include "memory_ops.h"
#include "num.h"
#include "num_mma.h"
#include "ptx.h"
#include "ptx_type.h"
#include "touch.h"
#include "warp.h"

struct wmma_move {
	struct mma mma; /* of which one part counts */
	enum mma_part part;
	bool columns;	/* stored one after the other */
	bool wide;
	unsigned bits; /* of an element */
	const struct registers *r;
};

/* Element N of every thread: where it is. */
static void
find_element(struct warp *w, const struct insn *i, unsigned n,
	     struct access *x)
{
	const struct wmma_move *m = i->more;
	const uint32_t *stride = warp_at(w, i->ref[1]);
	struct mma_place at;
	unsigned lane;
	uint64_t step;

	x->bytes = m->bits / 8;
	for (lane = 0; lane < LANES; lane++) {
		at = wmma_place(&m->mma, m->part, lane, n);
		step = m->columns ? (uint64_t)stride[lane] * at.col + at.row
				  : (uint64_t)stride[lane] * at.row + at.col;
		x->at[lane] += step * x->bytes;
	}
}

static void
load_element(struct warp *w, struct access *all, uint64_t *to, unsigned shift)
{
	struct access x;
	unsigned lane;
	uint64_t value;
	uint32_t left;

	all->kind = TOUCH_READ;
	while (access_take(w, all, &x)) {
		access_check(w, &x);
		for (left = x.mask; left; left &= left - 1) {
			lane = first_lane(left);
			value = 0;
			memcpy(&value, touch_host(w, &x, lane), x.bytes);
			to[lane] |= value << shift;
		}
	}
}

static void
write_register(struct warp *w, const struct wmma_move *m, unsigned r,
	       const uint64_t *value, uint32_t mask)
{
	uint32_t narrow[LANES];
	unsigned lane;

	if (m->wide) {
		warp_store64(w, m->r->at[r], value, mask);
		return;
	}
	for (lane = 0; lane < LANES; lane++)
		narrow[lane] = (uint32_t)value[lane];
	warp_store32(w, m->r->at[r], narrow, mask);
}

/* All is loaded before a register is written: one may be the address. */
static enum next
run_load(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct wmma_move *m = i->more;
	unsigned each = m->bits >= 32 ? 1 : 32 / m->bits, r, e;
	uint64_t value[8][LANES];
	struct access all;

	if (!matrix_gather(w, i, mask))
		return NEXT_CHOOSE;
	memset(value, 0, sizeof(value));
	for (r = 0; r < m->r->n; r++) {
		for (e = 0; e < each; e++) {
			access_make(w, i, mask, &all);
			find_element(w, i, r * each + e, &all);
			load_element(w, &all, value[r], e * m->bits);
		}
	}
	for (r = 0; r < m->r->n; r++)
		write_register(w, m, r, value[r], mask);
	return NEXT_ON;
}

static void
store_element(struct warp *w, struct access *all, const unsigned char *values)
{
	struct access x;
	unsigned lane;
	uint32_t left;

	all->kind = TOUCH_WRITE;
	all->values = values;
	while (access_take(w, all, &x)) {
		access_check(w, &x);
		for (left = x.mask; left; left &= left - 1) {
			lane = first_lane(left);
			memcpy(touch_host(w, &x, lane),
			       values + lane * x.bytes, x.bytes);
		}
	}
}

static enum next
run_store(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct wmma_move *m = i->more;
	unsigned each = m->bits >= 32 ? 1 : 32 / m->bits, r, e, lane;
	unsigned bytes = m->bits / 8, size = m->wide ? 8 : 4;
	unsigned char values[LANES * 8];
	const unsigned char *from;
	struct access all;

	if (!matrix_gather(w, i, mask))
		return NEXT_CHOOSE;
	for (r = 0; r < m->r->n; r++) {
		from = warp_at(w, m->r->at[r]);
		for (e = 0; e < each; e++) {
			for (lane = 0; lane < LANES; lane++)
				memcpy(values + lane * bytes,
				       from + lane * size + e * bytes, bytes);
			access_make(w, i, mask, &all);
			find_element(w, i, r * each + e, &all);
			store_element(w, &all, values);
		}
	}
	return NEXT_ON;
}

/* The types of a product that has TYPE in PART. */
static void
fill_types(struct wmma_move *m, enum num_type type)
{
	bool sum = m->part >= MMA_C;
	enum num_type a = type, c = type;

	if (sum && type == NUM_S32)
		a = NUM_S8;
	else if (sum && type == NUM_F32)
		a = m->mma.k == 8 ? NUM_TF32 : NUM_F16;
	else if (!sum)
		c = type == NUM_U8 || type == NUM_S8 ? NUM_S32
		    : type == NUM_F64		     ? NUM_F64
						     : NUM_F32;
	m->mma.a = m->mma.b = (unsigned char)a;
	m->mma.c = m->mma.d = (unsigned char)c;
}

static void
decode_space(struct decoder *d)
{
	static const char *const spaces[] = { "global", "shared",
					      "shared::cta", NULL };
	int space = decode_take_of(d, spaces);

	d->i->space = space < 0 ? SPACE_GENERIC
		      : space ? SPACE_SHARED
			      : SPACE_GLOBAL;
	if (d->i->flags & (ADDRESS_FRAME | ADDRESS_PARAM))
		d->bad = true;
}

/* Without a third operand rows or columns follow each other. */
static void
decode_stride(struct decoder *d, const struct wmma_move *m)
{
	unsigned rows = m->part == MMA_B ? m->mma.k : m->mma.m;
	unsigned cols = m->part == MMA_A ? m->mma.k : m->mma.n;

	if (d->s->n == 3)
		d->i->ref[1] = decode_source(d, decode_operand(d, 2), PTX_U32);
	else
		d->i->ref[1] = decode_constant(
			d->module, m->columns ? rows : cols, false);
	d->bad |= d->s->n != 2 && d->s->n != 3;
}

static void
decode_wmma_move(struct decoder *d, bool store)
{
	static const char *const parts[] = { "a", "b", "c", "d", NULL };
	static const char *const orders[] = { "row", "col", NULL };
	struct wmma_move *m = arena_make(d->module->arena, sizeof(*m));
	int part = decode_take_of(d, parts), order = decode_take_of(d, orders);
	int type = ptx_type_num(d->types[0]);

	m->part = (enum mma_part)part;
	m->columns = order == 1;
	d->bad |= !matrix_shape(d, &m->mma) || part < 0 || order < 0 ||
		  type < 0 || d->ntypes != 1 || store != (part == MMA_D);
	if (d->bad)
		return;
	fill_types(m, (enum num_type)type);
	m->bits = num_bits((enum num_type)type);
	m->wide = m->bits == 64;
	m->r = decode_registers(d, store, store);
	d->bad |= !wmma_exists(&m->mma) ||
		  m->r->n != wmma_registers(&m->mma, m->part);
	decode_address(d, !store);
	decode_space(d);
	decode_stride(d, m);
	if (m->bits < 32 && d->function->granule > m->bits / 16)
		d->function->granule = (unsigned char)(m->bits / 16);
	d->i->more = m;
	d->i->run = store ? run_store : run_load;
}

void
decode_wmma_load(struct decoder *d)
{
	decode_wmma_move(d, false);
}

void
decode_wmma_store(struct decoder *d)
{
	decode_wmma_move(d, true);
}
