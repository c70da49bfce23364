/*
 * cvt: from one type to another.
 *
 * Values are converted by num.h. What this file adds are the registers: a
 * source may be wider than its type, a result is extended in its register by
 * its sign, and a form of cvt packs two sources into one result.
 */
#include <string.h>

#include "arena.h"
#include "arith.h"
#include "code.h"
#include "decode.h"
#include "machine.h"
#include "num.h"
#include "ptx.h"
#include "ptx_type.h"
#include "warp.h"

struct convert {
	struct num_cvt cvt;
	unsigned from_wide, to_wide; /* slots */
	unsigned sign; /* bits of a result that is extended by its sign; 0 */
	unsigned keep; /* bits of the result in its slot */
};

/* Types are as wide as their registers, and there is one source. */
static enum next
run_cvt_lanes(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct convert *c = i->more;
	uint64_t result[LANES];
	void *to = warp_slot(w, i->d);
	bool direct = (mask | w->dead) == ALL_LANES &&
		      c->to_wide == c->from_wide;

	num_convert_lanes(&c->cvt, direct ? to : result,
			  warp_at(w, i->ref[0]));
	if (direct)
		return NEXT_ON;
	if (c->to_wide)
		warp_store64(w, i->d, result, mask);
	else
		warp_store32(w, i->d, (const uint32_t *)(void *)result, mask);
	return NEXT_ON;
}

/* Register and type differ in width, or there are two sources. */
static enum next
run_cvt(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct convert *c = i->more;
	const char *a = warp_at(w, i->ref[0]), *b = warp_at(w, i->ref[1]);
	size_t size = c->from_wide ? 8 : 4;
	uint64_t v[2], r;
	uint32_t narrow;
	unsigned lane, up = 64 - c->sign;

	for (; mask; mask &= mask - 1) {
		lane = first_lane(mask);
		v[0] = v[1] = 0;
		memcpy(&v[0], a + size * lane, size);
		memcpy(&v[1], b + size * lane, size);
		if (i->count == 2)
			r = num_convert_pair(&c->cvt, v[0], v[1]);
		else if (i->count == 3)
			r = num_convert_both(&c->cvt, v[0]);
		else
			r = num_convert(&c->cvt, v[0]);
		if (c->sign)
			r = (uint64_t)((int64_t)(r << up) >> up);
		if (c->keep < 64)
			r &= (UINT64_C(1) << c->keep) - 1;
		narrow = (uint32_t)r;
		if (c->to_wide)
			memcpy((char *)warp_slot(w, i->d) + 8 * lane, &r, 8);
		else
			memcpy((char *)warp_slot(w, i->d) + 4 * lane, &narrow,
			       4);
	}
	return NEXT_ON;
}

static void
decode_cvt_sources(struct decoder *d, struct convert *c, bool two)
{
	const struct operand *from = decode_operand(d, 1);
	enum ptx_type own = d->types[1];

	if (from->kind == OPERAND_REGISTER)
		d->i->ref[0] = decode_register(d, from->reg, &own);
	else
		d->i->ref[0] = decode_source(d, from, own);
	c->from_wide = decode_is_wide(own);
	d->bad |= own == PTX_PRED || own == PTX_B128;
	if (ptx_type_bits(d->types[1]) > ptx_type_bits(own))
		d->bad = true;
	if (two)
		d->i->ref[1] =
			decode_source(d, decode_operand(d, 2), d->types[1]);
}

static void
decode_cvt_destination(struct decoder *d, struct convert *c)
{
	const struct operand *to = decode_operand(d, 0);
	enum ptx_type own = PTX_NONE;

	if (to->kind == OPERAND_REGISTER)
		d->i->d = decode_register(d, to->reg, &own);
	if (own == PTX_NONE || own == PTX_PRED || own == PTX_B128)
		d->bad = true;
	c->to_wide = decode_is_wide(own);
	c->keep = ptx_type_bits(own);
	if (ptx_type_signed(d->types[0]) &&
	    ptx_type_bits(d->types[0]) < ptx_type_bits(own))
		c->sign = ptx_type_bits(d->types[0]);
}

void
decode_cvt(struct decoder *d)
{
	struct convert *c = arena_make(d->module->arena, sizeof(*c));
	int to = ptx_type_num(d->types[0]), from = ptx_type_num(d->types[1]);
	unsigned kind;

	if (to < 0 || from < 0 || d->ntypes != 2) {
		d->bad = true;
		return;
	}
	c->cvt = (struct num_cvt){ (enum num_type)to, (enum num_type)from,
				   d->how };
	kind = num_convert_kind(&c->cvt);
	if (!kind || d->s->n != (kind == 2 ? 3 : 2)) {
		d->bad = true;
		return;
	}
	decode_cvt_sources(d, c, kind == 2);
	decode_cvt_destination(d, c);
	d->i->count = (unsigned char)kind;
	d->i->more = c;
	d->i->run = run_cvt;
	if (kind == 1 && !c->sign &&
	    (ptx_type_bits(d->types[0]) == 64) == c->to_wide &&
	    (ptx_type_bits(d->types[1]) == 64) == c->from_wide)
		d->i->run = run_cvt_lanes;
}
