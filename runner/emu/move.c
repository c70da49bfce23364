/*
 * mov, cvta, isspacep.
 *
 * mov has more to do than to move: it packs and unpacks vectors, takes
 * addresses, which for local memory depend on the frame, and reads special
 * registers. A state space is a window of addresses.
 */
#include <string.h>

#include "arith.h"
#include "code.h"
#include "decode.h"
#include "int.h"
#include "machine.h"
#include "memory_ops.h"
#include "ptx.h"
#include "ptx_type.h"
#include "special.h"
#include "warp.h"

/* The address of a local variable or a parameter. */
static enum next
run_mov_frame(struct warp *w, const struct insn *i, uint32_t mask)
{
	uint64_t wide[LANES], at = (uint64_t)i->offset;
	uint32_t narrow[LANES];
	unsigned lane;

	if (i->flags & ADDRESS_PARAM)
		at += w->block->launch->params_address;
	else
		at += w->frame->local;
	if (i->flags & ADDRESS_FRAME)
		at += LOCAL_WINDOW;
	for (lane = 0; lane < LANES; lane++) {
		wide[lane] = at;
		narrow[lane] = (uint32_t)at;
	}
	if (decode_is_wide((enum ptx_type)i->type))
		warp_store64(w, i->d, wide, mask);
	else
		warp_store32(w, i->d, narrow, mask);
	return NEXT_ON;
}

/* {a, b} = c or c = {a, b}: bits in the order of the vector. */
static enum next
run_pack(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct registers *r = i->more;
	unsigned bits = i->bytes, lane, e;
	uint64_t whole[LANES] = { 0 }, part;
	uint32_t low[LANES];
	const char *from;

	for (e = 0; e < r->n; e++) {
		from = warp_at(w, r->at[e]);
		for (lane = 0; lane < LANES; lane++) {
			part = 0;
			memcpy(&part, from + lane * (r->wide[e] ? 8 : 4),
			       r->wide[e] ? 8 : 4);
			part &= bits == 64 ? UINT64_MAX
					   : (UINT64_C(1) << bits) - 1;
			whole[lane] |= part << bits * e;
		}
	}
	if (decode_is_wide((enum ptx_type)i->type)) {
		warp_store64(w, i->d, whole, mask);
		return NEXT_ON;
	}
	for (lane = 0; lane < LANES; lane++)
		low[lane] = (uint32_t)whole[lane];
	warp_store32(w, i->d, low, mask);
	return NEXT_ON;
}

static enum next
run_unpack(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct registers *r = i->more;
	bool wide = decode_is_wide((enum ptx_type)i->type);
	uint64_t whole[LANES] = { 0 };
	uint32_t part[LANES];
	const char *from = warp_at(w, i->ref[0]);
	unsigned bits = i->bytes, lane, e;

	for (lane = 0; lane < LANES; lane++)
		memcpy(&whole[lane], from + lane * (wide ? 8 : 4),
		       wide ? 8 : 4);
	for (e = 0; e < r->n; e++) {
		for (lane = 0; lane < LANES; lane++)
			part[lane] = (uint32_t)(whole[lane] >> bits * e &
						((UINT64_C(1) << bits) - 1));
		warp_store32(w, r->at[e], part, mask);
	}
	return NEXT_ON;
}

static void
decode_pack(struct decoder *d, bool pack)
{
	const struct registers *r = decode_registers(d, pack, pack);
	unsigned bits = ptx_type_bits(d->types[0]), e;

	d->i->more = r;
	if (r->n < 2 || bits > 64) {
		d->bad = true;
		return;
	}
	d->i->bytes = (unsigned char)(bits / r->n);
	for (e = 0; e < r->n; e++)
		d->bad |= r->wide[e] && !(pack && d->i->bytes == 64);
	if (pack) {
		d->i->d = decode_destination(d, decode_operand(d, 0),
					     d->types[0]);
		d->i->run = run_pack;
	} else {
		d->i->ref[0] = decode_source(d, decode_operand(d, 1),
					     d->types[0]);
		d->i->run = run_unpack;
	}
}

static enum next
run_mov_predicate(struct warp *w, const struct insn *i, uint32_t mask)
{
	uint32_t v = *(const uint32_t *)warp_at(w, i->ref[0]);

	warp_store_predicate(w, i->d, i->flags & FLAG_NEGATED ? ~v : v, mask);
	return NEXT_ON;
}

static void
decode_mov_predicate(struct decoder *d)
{
	bool negated;

	d->i->d = decode_predicate(d, decode_operand(d, 0), &negated);
	d->i->ref[0] = decode_predicate(d, decode_operand(d, 1), &negated);
	d->i->flags = negated ? FLAG_NEGATED : 0;
	d->i->run = run_mov_predicate;
}

static bool
is_in_frame(const struct operand *o)
{
	return o->kind == OPERAND_SYMBOL && (o->symbol->space == SPACE_LOCAL ||
					     o->symbol->space == SPACE_PARAM);
}

static void
decode_mov_frame(struct decoder *d, const struct operand *from)
{
	const struct symbol *s = from->symbol;

	d->i->d = decode_destination(d, decode_operand(d, 0), d->types[0]);
	d->i->offset = (int64_t)(s->at + from->number);
	if (s->kernel)
		d->i->flags = ADDRESS_PARAM;
	else if (s->space == SPACE_PARAM)
		d->i->flags = ADDRESS_FRAME;
	d->i->run = run_mov_frame;
}

void
decode_mov(struct decoder *d)
{
	const struct operand *to = decode_operand(d, 0);
	const struct operand *from = decode_operand(d, 1);

	d->bad |= d->s->n != 2 || d->ntypes != 1;
	if (d->types[0] == PTX_PRED)
		decode_mov_predicate(d);
	else if (to->kind == OPERAND_VECTOR)
		decode_pack(d, false);
	else if (from->kind == OPERAND_VECTOR)
		decode_pack(d, true);
	else if (is_in_frame(from))
		decode_mov_frame(d, from);
	else if (from->kind == OPERAND_NAME)
		decode_special(d);
	else
		decode_int(d);
}

static enum next
run_cvta(struct warp *w, const struct insn *i, uint32_t mask)
{
	bool wide = decode_is_wide((enum ptx_type)i->type);
	uint64_t r[LANES], v;
	const char *a = warp_at(w, i->ref[0]);
	uint32_t low[LANES];
	unsigned lane;

	for (lane = 0; lane < LANES; lane++) {
		v = 0;
		memcpy(&v, a + lane * (wide ? 8 : 4), wide ? 8 : 4);
		r[lane] = v + (uint64_t)i->offset;
		low[lane] = (uint32_t)r[lane];
	}
	if (wide)
		warp_store64(w, i->d, r, mask);
	else
		warp_store32(w, i->d, low, mask);
	return NEXT_ON;
}

static const char *const windows[] = {
	"global", "const",	 "shared", "shared::cta",
	"local",  "param::entry", "param",  NULL,
};

static uint64_t
window_of(int which)
{
	return which == 2 || which == 3 ? SHARED_WINDOW
	       : which == 4		? LOCAL_WINDOW
					: 0;
}

void
decode_cvta(struct decoder *d)
{
	const struct operand *from = decode_operand(d, 1);
	bool to = decode_take(d, "to");
	int which = decode_take_of(d, windows);
	uint64_t window = which < 0 ? 0 : window_of(which);

	d->bad |= which < 0 || d->s->n != 2;
	if (is_in_frame(from)) {
		decode_mov_frame(d, from);
		if (d->i->flags & ADDRESS_FRAME || to)
			d->bad = true;
		if (!(d->i->flags & ADDRESS_PARAM))
			d->i->flags |= ADDRESS_FRAME;
		return;
	}
	if (!window) {
		d->i->op = INT_MOVE;
		d->i->kind = KIND_LANES64;
		d->i->lanes = int_lanes_of(INT_MOVE, d->types[0], 0);
		d->i->how = int_how(INT_MOVE, d->types[0], 0);
		d->bad |= !decode_is_wide(d->types[0]);
	} else {
		d->i->run = run_cvta;
	}
	d->i->offset = (int64_t)(to ? 0 - window : window);
	d->i->d = decode_destination(d, decode_operand(d, 0), d->types[0]);
	d->i->ref[0] = decode_source(d, from, d->types[0]);
}

static enum next
run_isspacep(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint64_t *a = warp_at(w, i->ref[0]);
	uint32_t r = 0;
	uint64_t window, span = UINT64_C(1) << 32;
	unsigned lane;

	for (lane = 0; lane < LANES; lane++) {
		window = a[lane] - SHARED_WINDOW < span  ? SHARED_WINDOW
			 : a[lane] - LOCAL_WINDOW < span ? LOCAL_WINDOW
							 : 0;
		r |= (uint32_t)(window == (uint64_t)i->offset) << lane;
	}
	warp_store_predicate(w, i->d, i->op ? 0 : r, mask);
	return NEXT_ON;
}

void
decode_isspacep(struct decoder *d)
{
	int which = decode_take_of(d, windows);
	bool negated;

	d->i->d = decode_predicate(d, decode_operand(d, 0), &negated);
	d->i->ref[0] = decode_source(d, decode_operand(d, 1), PTX_B64);
	d->i->offset = (int64_t)window_of(which < 0 ? 0 : which);
	d->i->op = which == 1 || which >= 5;
	d->i->run = run_isspacep;
	d->bad |= which < 0 || d->s->n != 2;
}
