/*
 * Comparing and choosing: setp, set, selp, slct, testp.
 *
 * A comparison makes a bit a lane; predicates are such words, so and, or, xor
 * with a third one is one operation for all lanes.
 */
#include <string.h>

#include "arith.h"
#include "code.h"
#include "decode.h"
#include "int.h"
#include "machine.h"
#include "num.h"
#include "ptx.h"
#include "ptx_type.h"
#include "vec.h"
#include "warp.h"

static const char *const compares[] = {
	"eq",  "ne",  "lt",  "le",  "gt", "ge", "equ", "neu", "ltu", "leu",
	"gtu", "geu", "num", "nan", "lo", "ls", "hi",  "hs",  NULL,
};

/* The last four are those of unsigned types. */
static enum num_compare
compare_of(int at)
{
	static const enum num_compare same[] = { NUM_LT, NUM_LE, NUM_GT,
						 NUM_GE };

	return at > NUM_UNORDERED ? same[at - NUM_UNORDERED - 1]
				  : (enum num_compare)at;
}

enum { BOOL_NONE, BOOL_AND, BOOL_OR, BOOL_XOR };

static const char *const bools[] = { "and", "or", "xor", NULL };

static uint32_t
combine(unsigned how, uint32_t a, uint32_t c)
{
	switch ((int)how) {
	case BOOL_AND: return a & c;
	case BOOL_OR: return a | c;
	case BOOL_XOR: return a ^ c;
	default: return a;
	}
}

static uint32_t
compare_lanes(const struct warp *w, const struct insn *i)
{
	const void *const ab[2] = { warp_at(w, i->ref[0]),
				    warp_at(w, i->ref[1]) };
	enum ptx_type type = (enum ptx_type)i->type;

	if (i->compare)
		return i->compare(ab[0], ab[1]);
	if (!ptx_type_float(type))
		return int_compare(i->op, i->type, ab[0], ab[1]);
	return num_holds_lanes((enum num_compare)i->op,
			       (enum num_type)ptx_type_num(type), ab, i->how);
}

static uint32_t
read_third(const struct warp *w, const struct insn *i)
{
	uint32_t c = *(const uint32_t *)warp_at(w, i->ref[2]);

	return i->flags & FLAG_NEGATED ? ~c : c;
}

static enum next
run_setp(struct warp *w, const struct insn *i, uint32_t mask)
{
	uint32_t r = compare_lanes(w, i), c;

	if (i->count == BOOL_NONE && !i->bytes) {
		warp_store_predicate(w, i->d, r, mask);
		return NEXT_ON;
	}
	c = i->count ? read_third(w, i) : 0;
	warp_store_predicate(w, i->d, combine(i->count, r, c), mask);
	if (i->bytes)
		warp_store_predicate(w, i->d2, combine(i->count, ~r, c), mask);
	return NEXT_ON;
}

/* Packed halves: the low one's truth to p, the high one's to q. */
static enum next
run_setp_pair(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint32_t *a = warp_at(w, i->ref[0]), *b = warp_at(w, i->ref[1]);
	enum num_type t = i->type == PTX_F16X2 ? NUM_F16 : NUM_BF16;
	uint32_t half[2][LANES], r, c = i->count ? read_third(w, i) : 0;
	const void *const ab[2] = { half[0], half[1] };
	unsigned part, lane;

	for (part = 0; part < 2; part++) {
		for (lane = 0; lane < LANES; lane++) {
			half[0][lane] = a[lane] >> 16 * part & 0xffff;
			half[1][lane] = b[lane] >> 16 * part & 0xffff;
		}
		r = num_holds_lanes((enum num_compare)i->op, t, ab, i->how);
		r = combine(i->count, r, c);
		if (!part || i->bytes)
			warp_store_predicate(w, part ? i->d2 : i->d, r, mask);
	}
	return NEXT_ON;
}

/* Comparison, bool, sources; common to setp and set. */
static void
decode_comparison(struct decoder *d, enum ptx_type type)
{
	int at = decode_take_of(d, compares);
	bool negated = false;

	if (at < 0) {
		d->bad = true;
		return;
	}
	d->i->op = (unsigned char)compare_of(at);
	d->i->count = (unsigned char)(decode_take_of(d, bools) + 1);
	d->i->ref[0] = decode_source(d, decode_operand(d, 1), type);
	d->i->ref[1] = decode_source(d, decode_operand(d, 2), type);
	if (d->i->count)
		d->i->ref[2] =
			decode_predicate(d, decode_operand(d, 3), &negated);
	if (negated)
		d->i->flags |= FLAG_NEGATED;
	if (d->s->n != (d->i->count ? 4 : 3))
		d->bad = true;
	if (!ptx_type_float(type) && d->i->op > NUM_GE)
		d->bad = true;
	d->i->type = (unsigned char)type;
	d->i->how = d->how & NUM_FTZ;
	if (!ptx_type_float(type))
		d->i->compare = int_compare_of(d->i->op, type);
}

void
decode_setp(struct decoder *d)
{
	const struct operand *to = decode_operand(d, 0);
	enum ptx_type own;
	bool negated;

	decode_comparison(d, d->types[0]);
	d->i->run = run_setp;
	if (d->types[0] == PTX_F16X2 || d->types[0] == PTX_BF16X2)
		d->i->run = run_setp_pair;
	if (to->kind == OPERAND_SINK)
		d->i->d = decode_sink(d);
	else
		d->i->d = decode_predicate(d, to, &negated);
	if (to->second != PTX_NO_REGISTER) {
		d->i->bytes = 1;
		d->i->d2 = decode_register(d, to->second, &own);
		d->bad |= own != PTX_PRED;
	}
}

static enum next
run_set(struct warp *w, const struct insn *i, uint32_t mask)
{
	uint32_t r = compare_lanes(w, i), all[LANES];
	unsigned lane;

	if (i->count)
		r = combine(i->count, r, read_third(w, i));
	for (lane = 0; lane < LANES; lane++)
		all[lane] = r >> lane & 1 ? i->target : 0;
	warp_store32(w, i->d, all, mask);
	return NEXT_ON;
}

/* The pairs' forms of set: a comparison a half. */
static enum next
run_set_pair(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint32_t *a = warp_at(w, i->ref[0]), *b = warp_at(w, i->ref[1]);
	enum num_type t = i->type == PTX_F16X2 ? NUM_F16 : NUM_BF16;
	uint32_t c = i->count ? read_third(w, i) : 0, all[LANES];
	uint64_t ab[2];
	unsigned lane, part;
	bool holds;

	for (lane = 0; lane < LANES; lane++) {
		all[lane] = 0;
		for (part = 0; part < 2; part++) {
			ab[0] = a[lane] >> 16 * part & 0xffff;
			ab[1] = b[lane] >> 16 * part & 0xffff;
			holds = num_holds((enum num_compare)i->op, t, ab,
					  i->how);
			holds = combine(i->count, holds, c >> lane & 1) & 1;
			if (holds)
				all[lane] |= (i->target & 0xffff) << 16 * part;
		}
	}
	warp_store32(w, i->d, all, mask);
	return NEXT_ON;
}

/* What a comparison that holds gives in each type. */
static uint32_t
truth_of(enum ptx_type type)
{
	switch ((int)type) {
	case PTX_U32:
	case PTX_S32: return 0xffffffff;
	case PTX_F32: return 0x3f800000;
	case PTX_U16:
	case PTX_S16: return 0xffff;
	case PTX_F16:
	case PTX_F16X2: return 0x3c00;
	case PTX_BF16:
	case PTX_BF16X2: return 0x3f80;
	default: return 0;
	}
}

void
decode_set(struct decoder *d)
{
	enum ptx_type to = d->types[0], from = d->types[1];
	bool pair = from == PTX_F16X2 || from == PTX_BF16X2;

	decode_comparison(d, from);
	d->i->d = decode_destination(d, decode_operand(d, 0), PTX_B32);
	d->i->target = truth_of(to);
	d->i->run = run_set;
	if (pair) {
		d->i->run = run_set_pair;
		d->i->target &= 0xffff;
	}
	if (d->ntypes != 2 || !d->i->target)
		d->bad = true;
}

static enum next
run_selp32(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint32_t *a = warp_at(w, i->ref[0]), *b = warp_at(w, i->ref[1]);
	uint32_t result[LANES];

	w->vectors->select32(result, a, b, read_third(w, i));
	warp_store32(w, i->d, result, mask);
	return NEXT_ON;
}

static enum next
run_selp64(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint64_t *a = warp_at(w, i->ref[0]), *b = warp_at(w, i->ref[1]);
	uint64_t *r = warp_slot(w, i->d);
	uint32_t c = read_third(w, i);
	unsigned lane;

	for (lane = 0; lane < LANES; lane++) {
		uint64_t v = c & UINT32_C(1) << lane ? a[lane] : b[lane];

		r[lane] = mask & UINT32_C(1) << lane ? v : r[lane];
	}
	return NEXT_ON;
}

void
decode_selp(struct decoder *d)
{
	enum ptx_type type = d->types[0];
	bool negated = false;

	d->i->d = decode_destination(d, decode_operand(d, 0), type);
	d->i->ref[0] = decode_source(d, decode_operand(d, 1), type);
	d->i->ref[1] = decode_source(d, decode_operand(d, 2), type);
	d->i->ref[2] = decode_predicate(d, decode_operand(d, 3), &negated);
	d->i->flags |= negated ? FLAG_NEGATED : 0;
	d->i->run = decode_is_wide(type) ? run_selp64 : run_selp32;
	d->bad |= d->s->n != 4 || d->ntypes != 1;
}

/* d = c >= 0 ? a : b, c an s32 or an f32, whose NaN chooses b. */
static enum next
run_slct(struct warp *w, const struct insn *i, uint32_t mask)
{
	size_t bytes = decode_is_wide((enum ptx_type)i->type) ? 8 : 4;
	const uint32_t *c = warp_at(w, i->ref[2]);
	const char *from;
	unsigned lane;
	bool first;

	for (lane = 0; lane < LANES; lane++) {
		if (!(mask >> lane & 1))
			continue;
		first = (int32_t)c[lane] >= 0;
		if (i->op)
			first = (c[lane] << 1) <= 0xff000000u &&
				(first || !(c[lane] << 1));
		if (i->op && i->how & NUM_FTZ && !(c[lane] & 0x7f800000))
			first = true;
		from = warp_at(w, i->ref[first ? 0 : 1]);
		memcpy((char *)warp_slot(w, i->d) + lane * bytes,
		       from + lane * bytes, bytes);
	}
	return NEXT_ON;
}

void
decode_slct(struct decoder *d)
{
	enum ptx_type type = d->types[0];

	d->i->d = decode_destination(d, decode_operand(d, 0), type);
	d->i->ref[0] = decode_source(d, decode_operand(d, 1), type);
	d->i->ref[1] = decode_source(d, decode_operand(d, 2), type);
	d->i->ref[2] = decode_source(d, decode_operand(d, 3), d->types[1]);
	d->i->op = d->types[1] == PTX_F32;
	d->i->run = run_slct;
	d->bad |= d->s->n != 4 || d->ntypes != 2 ||
		  (d->types[1] != PTX_F32 && d->types[1] != PTX_S32);
}

static enum next
run_testp(struct warp *w, const struct insn *i, uint32_t mask)
{
	bool wide = decode_is_wide((enum ptx_type)i->type);
	const char *a = warp_at(w, i->ref[0]);
	uint32_t r = 0;
	uint64_t v;
	unsigned lane;

	for (lane = 0; lane < LANES; lane++) {
		v = 0;
		memcpy(&v, a + lane * (wide ? 8 : 4), wide ? 8 : 4);
		r |= (uint32_t)num_is((enum num_class)i->op,
				      wide ? NUM_F64 : NUM_F32, v)
		     << lane;
	}
	warp_store_predicate(w, i->d, r, mask);
	return NEXT_ON;
}

void
decode_testp(struct decoder *d)
{
	static const char *const classes[] = {
		"finite", "infinite", "number", "notanumber",
		"normal", "subnormal", NULL,
	};
	int at = decode_take_of(d, classes);
	bool negated;

	d->i->d = decode_predicate(d, decode_operand(d, 0), &negated);
	d->i->ref[0] = decode_source(d, decode_operand(d, 1), d->types[0]);
	d->i->op = (unsigned char)at;
	d->i->run = run_testp;
	d->bad |= at < 0 || d->s->n != 2;
}
