/*
 * ld and st.
 *
 * An access takes the bytes of a lane as one: a vector of four words is 16
 * bytes that must be aligned as such. Registers may be wider than the type in
 * memory; they get its sign, or zeros. What caches are told is read over.
 */
#include <string.h>

#include "access.h"
#include "arena.h"
#include "code.h"
#include "decode.h"
#include "machine.h"
#include "memory_ops.h"
#include "ptx.h"
#include "ptx_type.h"
#include "race.h"
#include "touch.h"
#include "warp.h"

static const char *const spaces[] = {
	"global", "shared", "shared::cta", "local", "const",
	"param",  "param::entry", "param::func", NULL,
};

static const unsigned char space_of[] = {
	SPACE_GLOBAL, SPACE_SHARED,  SPACE_SHARED,  SPACE_LOCAL,
	SPACE_GLOBAL, SPACE_GENERIC, SPACE_GENERIC, SPACE_GENERIC,
};

static const char *const hints[] = {
	"ca", "cg", "cs", "lu", "cv", "wb", "wt", "weak", "cta", "gpu", "sys",
	"cluster", "L1::evict_normal", "L1::evict_unchanged",
	"L1::evict_first", "L1::evict_last", "L1::no_allocate", "L2::64B",
	"L2::128B", "L2::256B", "L2::evict_last", "L2::evict_first",
	"L2::evict_normal", NULL,
};

/* Through caches that no write of the launch reaches. */
static const char *const constant[] = { "nc", NULL };

static const char *const orders[] = { "volatile", "relaxed", "mmio", NULL };

static const char *const fences[] = { "acquire", "release", "acq_rel", NULL };

static const char *const vectors[] = { "v2", "v4", "v8", NULL };

void
decode_access(struct decoder *d)
{
	int space = decode_take_of(d, spaces);
	int vector = decode_take_of(d, vectors);
	bool strong = false;

	while (decode_take_of(d, hints) >= 0)
		;
	if (decode_take_of(d, constant) >= 0)
		d->i->order = TOUCH_CONSTANT;
	while (decode_take_of(d, hints) >= 0)
		;
	while (decode_take_of(d, orders) >= 0)
		strong = true;
	if (decode_take_of(d, fences) >= 0) {
		strong = true;
		d->function->needs[NEED_FENCES] = true;
		d->i->order |= TOUCH_RELEASE;
	}
	d->i->space = space < 0 ? SPACE_GENERIC : space_of[space];
	d->i->count = (unsigned char)(vector < 0 ? 1 : 2 << vector);
	d->i->bytes =
		(unsigned char)(ptx_type_bits(d->types[0]) / 8);
	d->i->order |= strong ? TOUCH_STRONG : 0;
	if (strong && d->i->space != SPACE_SHARED && d->s->op[0] != 'r' &&
	    d->s->op[0] != 'a')
		d->function->needs[NEED_ORDER] = true;
	if (!d->i->bytes || d->i->bytes > 8 || d->ntypes != 1)
		d->bad = true;
}

const struct registers *
decode_registers(struct decoder *d, unsigned n, bool source)
{
	struct registers *r = arena_make(d->module->arena, sizeof(*r));
	const struct operand *o = decode_operand(d, n), *part;
	enum ptx_type own;
	unsigned i;

	r->n = o->kind == OPERAND_VECTOR ? o->nparts : 1;
	if (r->n > 8) {
		d->bad = true;
		return r;
	}
	for (i = 0; i < r->n; i++) {
		part = o->kind == OPERAND_VECTOR ? &o->parts[i] : o;
		if (part->kind == OPERAND_REGISTER) {
			r->at[i] = decode_register(d, part->reg, &own);
			r->wide[i] = decode_is_wide(own);
			d->bad |= own == PTX_PRED || own == PTX_B128;
		} else if (source) {
			r->wide[i] = decode_is_wide(d->types[0]);
			r->at[i] = decode_source(d, part, d->types[0]);
		} else if (part->kind != OPERAND_SINK) {
			d->bad = true;
		}
	}
	return r;
}

/* The narrowest access decides how fine races are looked for. */
static void
note_width(struct decoder *d)
{
	unsigned bytes = d->i->bytes;
	unsigned granule = bytes >= 4 ? 2 : bytes >> 1;

	if (d->i->space == SPACE_LOCAL || d->i->flags & ADDRESS_PARAM ||
	    d->i->flags & ADDRESS_FRAME)
		return;
	if (d->function->granule > granule)
		d->function->granule = granule;
}

static void
load_element(struct warp *w, const struct insn *i, unsigned e, unsigned lane,
	     const unsigned char *from)
{
	const struct registers *r = i->more;
	unsigned up = 64 - 8u * i->bytes;
	uint64_t value = 0;
	uint32_t narrow;
	char *to = warp_slot(w, r->at[e]);

	memcpy(&value, from + e * i->bytes, i->bytes);
	if (i->flags & 1)
		value = (uint64_t)((int64_t)(value << up) >> up);
	if (r->wide[e]) {
		memcpy(to + 8 * lane, &value, 8);
		return;
	}
	narrow = i->flags & 2 ? (uint16_t)value : (uint32_t)value;
	memcpy(to + 4 * lane, &narrow, 4);
}

/* From the kernel's parameters: the same for all, always there. */
static void
load_param(struct warp *w, const struct insn *i, uint32_t mask)
{
	const unsigned char *from = w->block->launch->params + i->offset;
	unsigned e;

	for (; mask; mask &= mask - 1) {
		for (e = 0; e < i->count; e++)
			load_element(w, i, e, first_lane(mask), from);
	}
}

static void
load_line(struct warp *w, const struct insn *i, const struct line *l,
	  const unsigned char *from)
{
	const struct registers *r = i->more;
	unsigned step = l->same ? 0 : l->bytes, lane, e;
	uint32_t *to = (uint32_t *)warp_slot(w, r->at[0]) + l->first;
	uint32_t value;

	if (i->count == 1 && i->bytes == 4 && !r->wide[0]) {
		if (!l->same) {
			memcpy(to, from, l->n * sizeof(*to));
			return;
		}
		memcpy(&value, from, sizeof(value));
		if (l->n == LANES) {
			for (lane = 0; lane < LANES; lane++)
				to[lane] = value;
			return;
		}
	}
	for (lane = l->first; lane < l->first + l->n; lane++, from += step) {
		for (e = 0; e < i->count; e++)
			load_element(w, i, e, lane, from);
	}
}

/* False: it takes the long way. */
static bool
load_fast(struct warp *w, const struct insn *i, uint32_t mask)
{
	struct line l = { .bytes = (unsigned)i->bytes * i->count,
			  .kind = (unsigned)TOUCH_READ | i->order };
	const unsigned char *from = access_line(w, i, mask, &l);
	uint32_t run = mask >> l.first;

	if (!from)
		return false;
	if (!(run & (run + 1))) {
		load_line(w, i, &l, from);
		return true;
	}
	for (; mask; mask &= mask - 1) {
		l.first = first_lane(mask);
		l.n = 1;
		load_line(w, i, &l, from);
	}
	return true;
}

static enum next
run_ld(struct warp *w, const struct insn *i, uint32_t mask)
{
	struct access all, x;
	unsigned lane, e;
	uint32_t left;
	bool ordered = i->order & ~TOUCH_CONSTANT;

	if (i->flags & ADDRESS_PARAM) {
		load_param(w, i, mask);
		return NEXT_ON;
	}
	if (!ordered && !(i->flags & ADDRESS_FRAME) && load_fast(w, i, mask))
		return NEXT_ON;

	access_make(w, i, mask, &all);
	all.bytes = (unsigned)i->bytes * i->count;
	all.kind = (unsigned)TOUCH_READ | i->order;
	if (i->flags & (ADDRESS_FRAME | ADDRESS_PARAM))
		all.kind |= TOUCH_UNCHECKED;
	while (access_take(w, &all, &x)) {
		access_check(w, &x);
		for (left = x.mask; left; left &= left - 1) {
			lane = first_lane(left);
			for (e = 0; e < i->count; e++)
				load_element(w, i, e, lane,
					     touch_host(w, &x, lane));
		}
	}
	if (ordered) {
		race_acquire(w);
		w->block->launch->idle++;
	}
	return NEXT_ON;
}

void
decode_ld(struct decoder *d)
{
	const struct registers *r;

	decode_access(d);
	decode_address(d, 1);
	r = decode_registers(d, 0, false);
	d->i->more = r;
	if (r->n != d->i->count || d->s->n != 2)
		d->bad = true;
	if (d->i->flags & ADDRESS_FRAME)
		d->i->space = SPACE_LOCAL;
	if (d->i->flags & ADDRESS_PARAM)
		d->i->space = SPACE_GLOBAL;
	note_width(d);
	if (ptx_type_signed(d->types[0]))
		d->i->flags |= 1;
	if (decode_operand(d, 0)->kind == OPERAND_REGISTER &&
	    ptx_type_bits((enum ptx_type)d->function
				  ->regs[decode_operand(d, 0)->reg]
				  .type) == 16)
		d->i->flags |= 2;
	if (d->i->bytes == 2)
		d->i->flags |= d->i->flags & 1 ? 0 : 2;
	d->i->run = run_ld;
}

/* The bytes that each lane stores, one lane after the other. */
static void
collect_values(const struct warp *w, const struct insn *i, uint32_t mask,
	       unsigned char *values)
{
	const struct registers *r = i->more;
	unsigned lane, e, bytes = (unsigned)i->bytes * i->count;
	const char *from;

	for (; mask; mask &= mask - 1) {
		lane = first_lane(mask);
		for (e = 0; e < i->count; e++) {
			from = warp_at(w, r->at[e]);
			memcpy(values + lane * bytes + e * i->bytes,
			       from + lane * (r->wide[e] ? 8 : 4), i->bytes);
		}
	}
}

static bool
store_fast(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct registers *r = i->more;
	struct line l = { .bytes = (unsigned)i->bytes * i->count,
			  .kind = TOUCH_WRITE };
	unsigned char *to = access_line(w, i, mask, &l);
	unsigned lane, e;

	if (!to)
		return false;
	if (i->count == 1 && i->bytes == 4 && !r->wide[0]) {
		memcpy(to, (const uint32_t *)warp_at(w, r->at[0]) + l.first,
		       4 * l.n);
		return true;
	}
	for (lane = l.first; lane < l.first + l.n; lane++) {
		for (e = 0; e < i->count; e++, to += i->bytes)
			memcpy(to,
			       (const char *)warp_at(w, r->at[e]) +
				       lane * (r->wide[e] ? 8 : 4),
			       i->bytes);
	}
	return true;
}

static enum next
run_st(struct warp *w, const struct insn *i, uint32_t mask)
{
	unsigned char values[LANES * 64];
	struct access all, x;
	unsigned lane;
	uint32_t left;

	w->block->launch->idle = 0;
	if (!i->order && !(i->flags & ADDRESS_FRAME) && store_fast(w, i, mask))
		return NEXT_ON;
	access_make(w, i, mask, &all);
	collect_values(w, i, mask, values);
	all.bytes = (unsigned)i->bytes * i->count;
	all.kind = (unsigned)TOUCH_WRITE | i->order;
	all.values = values;
	if (i->flags & ADDRESS_FRAME)
		all.kind |= TOUCH_UNCHECKED;
	if (i->order & TOUCH_RELEASE)
		race_fence(w, true);
	if (i->order)
		race_release(w);
	while (access_take(w, &all, &x)) {
		/* lane by lane: two may store to one place */
		for (left = x.mask; left; left &= left - 1) {
			lane = first_lane(left);
			x.mask = UINT32_C(1) << lane;
			access_check(w, &x);
			if (x.mask)
				memcpy(touch_host(w, &x, lane),
				       values + lane * x.bytes, x.bytes);
		}
	}
	return NEXT_ON;
}

void
decode_st(struct decoder *d)
{
	const struct registers *r;

	decode_access(d);
	decode_address(d, 0);
	r = decode_registers(d, 1, true);
	d->i->more = r;
	if (r->n != d->i->count || d->s->n != 2 ||
	    d->i->flags & ADDRESS_PARAM)
		d->bad = true;
	if (d->i->flags & ADDRESS_FRAME)
		d->i->space = SPACE_LOCAL;
	note_width(d);
	d->i->run = run_st;
}

static enum next
run_prefetch(struct warp *w, const struct insn *i, uint32_t mask)
{
	(void)w;
	(void)i;
	(void)mask;
	return NEXT_ON;
}

void
decode_prefetch(struct decoder *d)
{
	d->used = (1u << d->s->nmods) - 1;
	d->i->run = run_prefetch;
}
