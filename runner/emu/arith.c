/*
 * Decoding of arithmetic: an operation and a type to a function of lanes.
 *
 * Floats are num.h's, integers int.h's; what is left for this file are the
 * instructions with four operands and those with two types. Those with a carry
 * are carry.c.
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
#include "warp.h"

void
decode_float(struct decoder *d)
{
	static const unsigned char sources[NUM_OPS] = {
		[NUM_ADD] = 2, [NUM_SUB] = 2,	   [NUM_MUL] = 2,
		[NUM_FMA] = 3, [NUM_DIV] = 2,	   [NUM_MIN] = 2,
		[NUM_MAX] = 2, [NUM_COPYSIGN] = 2, [NUM_DIV_APPROX] = 2,
		[NUM_DIV_FULL] = 2,
	};
	enum ptx_type type = d->types[0];
	unsigned n = sources[d->rule->op] ? sources[d->rule->op] : 1;
	int num = ptx_type_num(type);

	decode_lanes(d, type);
	decode_sources(d, n, type);
	if (num < 0 || d->ntypes != 1) {
		d->bad = true;
		return;
	}
	d->i->lanes = num_lanes_of((enum num_op)d->rule->op,
				   (enum num_type)num);
	d->bad |= !d->i->lanes;
}

static unsigned
int_flags(const struct decoder *d)
{
	return (d->how & NUM_SAT ? INT_SAT : 0) |
	       (d->how & NUM_RELU ? INT_RELU : 0);
}

/* How many sources, and the types of those that differ from the first's. */
static const struct {
	unsigned char sources;
	unsigned char result, second, third; /* PTX_NONE: as the first */
} shapes[INT_OPS] = {
	[INT_ADD] = { 2, 0, 0, 0 },
	[INT_SUB] = { 2, 0, 0, 0 },
	[INT_MUL_LO] = { 2, 0, 0, 0 },
	[INT_MUL_HI] = { 2, 0, 0, 0 },
	[INT_MUL_WIDE] = { 2, 0, 0, 0 },
	[INT_MUL24_LO] = { 2, 0, 0, 0 },
	[INT_MUL24_HI] = { 2, 0, 0, 0 },
	[INT_MAD_LO] = { 3, 0, 0, 0 },
	[INT_MAD_HI] = { 3, 0, 0, 0 },
	[INT_MAD_WIDE] = { 3, 0, 0, 0 },
	[INT_MAD24_LO] = { 3, 0, 0, 0 },
	[INT_MAD24_HI] = { 3, 0, 0, 0 },
	[INT_SAD] = { 3, 0, 0, 0 },
	[INT_DIV] = { 2, 0, 0, 0 },
	[INT_REM] = { 2, 0, 0, 0 },
	[INT_ABS] = { 1, 0, 0, 0 },
	[INT_NEG] = { 1, 0, 0, 0 },
	[INT_MIN] = { 2, 0, 0, 0 },
	[INT_MAX] = { 2, 0, 0, 0 },
	[INT_AND] = { 2, 0, 0, 0 },
	[INT_OR] = { 2, 0, 0, 0 },
	[INT_XOR] = { 2, 0, 0, 0 },
	[INT_NOT] = { 1, 0, 0, 0 },
	[INT_CNOT] = { 1, 0, 0, 0 },
	[INT_SHL] = { 2, 0, PTX_U32, 0 },
	[INT_SHR] = { 2, 0, PTX_U32, 0 },
	[INT_MOVE] = { 1, 0, 0, 0 },
	[INT_POPC] = { 1, PTX_U32, 0, 0 },
	[INT_CLZ] = { 1, PTX_U32, 0, 0 },
	[INT_BFIND] = { 1, PTX_U32, 0, 0 },
	[INT_BFIND_SHIFT] = { 1, PTX_U32, 0, 0 },
	[INT_BREV] = { 1, 0, 0, 0 },
	[INT_BFE] = { 3, 0, PTX_U32, PTX_U32 },
	[INT_SHF_L_WRAP] = { 3, 0, 0, 0 },
	[INT_SHF_L_CLAMP] = { 3, 0, 0, 0 },
	[INT_SHF_R_WRAP] = { 3, 0, 0, 0 },
	[INT_SHF_R_CLAMP] = { 3, 0, 0, 0 },
	[INT_PRMT] = { 3, 0, 0, 0 },
	[INT_PRMT_F4E] = { 3, 0, 0, 0 },
	[INT_PRMT_B4E] = { 3, 0, 0, 0 },
	[INT_PRMT_RC8] = { 3, 0, 0, 0 },
	[INT_PRMT_ECL] = { 3, 0, 0, 0 },
	[INT_PRMT_ECR] = { 3, 0, 0, 0 },
	[INT_PRMT_RC16] = { 3, 0, 0, 0 },
	[INT_FNS] = { 3, 0, 0, 0 },
	[INT_SZEXT_WRAP] = { 2, 0, 0, 0 },
	[INT_SZEXT_CLAMP] = { 2, 0, 0, 0 },
	[INT_BMSK_WRAP] = { 2, 0, 0, 0 },
	[INT_BMSK_CLAMP] = { 2, 0, 0, 0 },
};

/* The type twice as wide. */
static enum ptx_type
widen(enum ptx_type t)
{
	switch ((int)t) {
	case PTX_U16: return PTX_U32;
	case PTX_S16: return PTX_S32;
	case PTX_U32: return PTX_U64;
	case PTX_S32: return PTX_S64;
	default: return PTX_NONE;
	}
}

static enum ptx_type
or_else(unsigned char type, enum ptx_type other)
{
	return type ? (enum ptx_type)type : other;
}

void
decode_int(struct decoder *d)
{
	int op = d->rule->op;
	enum ptx_type type = d->types[0], result, third;
	bool wide = op == INT_MUL_WIDE || op == INT_MAD_WIDE;

	result = wide ? widen(type) : or_else(shapes[op].result, type);
	third = wide ? result : or_else(shapes[op].third, type);
	decode_lanes(d, result);
	d->i->ref[0] = decode_source(d, decode_operand(d, 1), type);
	if (shapes[op].sources > 1)
		d->i->ref[1] = decode_source(d, decode_operand(d, 2),
					     or_else(shapes[op].second, type));
	if (shapes[op].sources > 2)
		d->i->ref[2] = decode_source(d, decode_operand(d, 3), third);
	if (d->s->n != shapes[op].sources + 1u || d->ntypes != 1 ||
	    result == PTX_NONE)
		d->bad = true;
	d->i->how = int_how((enum int_op)op, type, int_flags(d));
	d->i->lanes = int_lanes_of((enum int_op)op, type, int_flags(d));
}

void
decode_int_pair(struct decoder *d)
{
	static const char *const pairs[] = { "u16x2", "s16x2", NULL };
	int which = decode_take_of(d, pairs);
	unsigned flags = int_flags(d) | INT_PAIR;

	if (which < 0) {
		d->bad = true;
		return;
	}
	decode_lanes(d, PTX_B32);
	decode_sources(d, shapes[d->rule->op].sources, PTX_B32);
	d->i->how = int_how((enum int_op)d->rule->op,
			    which ? PTX_S16 : PTX_U16, flags);
	d->i->lanes = int_lanes;
}

/* The same on predicates: OP on masks. */
static enum next
run_logic_predicate(struct warp *w, const struct insn *i, uint32_t mask)
{
	uint32_t a = *(const uint32_t *)warp_at(w, i->ref[0]);
	uint32_t b = *(const uint32_t *)warp_at(w, i->ref[1]);
	uint32_t r = 0;

	a ^= i->flags & 1 ? ALL_LANES : 0;
	b ^= i->flags & 2 ? ALL_LANES : 0;
	switch ((int)i->op) {
	case INT_AND: r = a & b; break;
	case INT_OR: r = a | b; break;
	case INT_XOR: r = a ^ b; break;
	case INT_NOT: r = ~a; break;
	default: r = a; break;
	}
	warp_store_predicate(w, i->d, r, mask);
	return NEXT_ON;
}

static void
set_predicate(struct decoder *d, unsigned n, uint32_t *to)
{
	bool negated;

	*to = decode_predicate(d, decode_operand(d, n), &negated);
	if (negated || *to & REF_CONSTANT)
		d->bad = true;
}

void
decode_logic(struct decoder *d)
{
	unsigned n;
	bool negated;

	if (d->types[0] != PTX_PRED) {
		decode_int(d);
		return;
	}
	set_predicate(d, 0, &d->i->d);
	for (n = 1; n < d->s->n && n < 3; n++) {
		d->i->ref[n - 1] =
			decode_predicate(d, decode_operand(d, n), &negated);
		d->i->flags |= negated ? n : 0;
	}
	d->i->run = run_logic_predicate;
}

static void
lop3_lanes(void *d, const void *const abc[3], unsigned how)
{
	const uint32_t *a = abc[0], *b = abc[1], *c = abc[2];
	uint32_t *r = d, all[8], one;
	unsigned lane, i;

	for (i = 0; i < 8; i++)
		all[i] = how >> i & 1 ? ALL_LANES : 0;
	for (lane = 0; lane < LANES; lane++) {
		one = 0;
		for (i = 0; i < 8; i++)
			one |= all[i] & (i & 4 ? a[lane] : ~a[lane]) &
			       (i & 2 ? b[lane] : ~b[lane]) &
			       (i & 1 ? c[lane] : ~c[lane]);
		r[lane] = one;
	}
}

void
decode_lop3(struct decoder *d)
{
	const struct operand *lut = decode_operand(d, 4);

	decode_lanes(d, PTX_B32);
	if (lut->kind != OPERAND_NUMBER || d->s->n != 5)
		d->bad = true;
	d->i->ref[0] = decode_source(d, decode_operand(d, 1), PTX_B32);
	d->i->ref[1] = decode_source(d, decode_operand(d, 2), PTX_B32);
	d->i->ref[2] = decode_source(d, decode_operand(d, 3), PTX_B32);
	d->i->how = (uint32_t)lut->number;
	d->i->lanes = lop3_lanes;
}

static uint64_t
insert_bits(const uint64_t ab[2], unsigned pos, unsigned len, unsigned bits)
{
	uint64_t mask = len >= 64 ? UINT64_MAX : (UINT64_C(1) << len) - 1;

	if (pos >= bits)
		return ab[1];
	mask <<= pos;
	return (ab[1] & ~mask) | (ab[0] << pos & mask);
}

static enum next
run_bfi(struct warp *w, const struct insn *i, uint32_t mask)
{
	size_t bytes = i->how / 8;
	const uint32_t *pos = warp_at(w, i->ref[2]);
	const uint32_t *len = warp_at(w, i->ref[3]);
	uint32_t most = bytes == 8 ? UINT32_MAX : UINT8_MAX; /* as bfe */
	uint64_t ab[2] = { 0, 0 }, r;
	unsigned lane, n;

	for (; mask; mask &= mask - 1) {
		lane = first_lane(mask);
		for (n = 0; n < 2; n++)
			memcpy(&ab[n],
			       (const char *)warp_at(w, i->ref[n]) +
				       bytes * lane,
			       bytes);
		r = insert_bits(ab, pos[lane] & most, len[lane] & most,
				i->how);
		memcpy((char *)warp_slot(w, i->d) + bytes * lane, &r, bytes);
	}
	return NEXT_ON;
}

void
decode_bfi(struct decoder *d)
{
	enum ptx_type type = d->types[0];

	decode_lanes(d, type);
	d->i->ref[0] = decode_source(d, decode_operand(d, 1), type);
	d->i->ref[1] = decode_source(d, decode_operand(d, 2), type);
	d->i->ref[2] = decode_source(d, decode_operand(d, 3), PTX_U32);
	d->i->ref[3] = decode_source(d, decode_operand(d, 4), PTX_U32);
	d->bad |= d->s->n != 5;
	d->i->how = ptx_type_bits(type);
	d->i->kind = KIND_RUN;
	d->i->run = run_bfi;
}

enum { DOT_A_SIGNED = 1, DOT_B_SIGNED = 2, DOT_HIGH = 4, DOT_TWO = 8 };

static uint32_t
pick(uint32_t v, unsigned at, unsigned bits, bool is_signed)
{
	uint32_t part = v >> at << (32 - bits);

	return is_signed ? (uint32_t)((int32_t)part >> (32 - bits))
			 : part >> (32 - bits);
}

static void
dot_lanes(void *d, const void *const abc[3], unsigned how)
{
	const uint32_t *a = abc[0], *b = abc[1], *c = abc[2];
	unsigned n = how & DOT_TWO ? 2 : 4, lane, i;
	unsigned shift = how & DOT_HIGH ? 16 : 0;
	uint32_t *r = d, sum;

	for (lane = 0; lane < LANES; lane++) {
		sum = c[lane];
		for (i = 0; i < n; i++)
			sum += pick(a[lane], i * (32 / n), 32 / n,
				    how & DOT_A_SIGNED) *
			       pick(b[lane], i * 8 + shift, 8,
				    how & DOT_B_SIGNED);
		r[lane] = sum;
	}
}

void
decode_dot(struct decoder *d)
{
	unsigned how = 0;

	if (d->ntypes != 2)
		d->bad = true;
	decode_lanes(d, PTX_B32);
	decode_sources(d, 3, PTX_B32);
	how |= ptx_type_signed(d->types[0]) ? DOT_A_SIGNED : 0;
	how |= ptx_type_signed(d->types[1]) ? DOT_B_SIGNED : 0;
	if (d->rule->op == 2) {
		how |= DOT_TWO;
		if (decode_take(d, "hi"))
			how |= DOT_HIGH;
		else if (!decode_take(d, "lo"))
			d->bad = true;
	}
	d->i->how = how;
	d->i->lanes = dot_lanes;
}
