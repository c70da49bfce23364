/*
 * Sums of several words: add.cc, addc, sub.cc, subc, mad.cc, madc.
 *
 * The carry is a bit a lane of the warp, which one instruction leaves and the
 * next one takes, so lanes go one by one and sums are made in 128 bits. What
 * has no carry is arith.c.
 */
#include <string.h>

#include "arith.h"
#include "code.h"
#include "decode.h"
#include "int.h"
#include "machine.h"
#include "ptx.h"
#include "ptx_type.h"

enum { CARRY_IN = 1, CARRY_OUT = 2 };

/* One lane: the sum of three and the carry out of it. */
static uint64_t
carry_one(const struct insn *i, const uint64_t v[3], bool *carry)
{
	__extension__ unsigned __int128 sum, one = 1;
	unsigned bits = ptx_type_bits((enum ptx_type)i->type);
	uint64_t how, product, b = v[1];
	uint64_t mask = bits == 64 ? UINT64_MAX : UINT32_MAX;
	bool in = i->how & CARRY_IN && *carry;

	switch ((int)i->op) {
	case CARRY_SUB:
		sum = (one << bits) + v[0] - b - (i->how & CARRY_IN && *carry);
		*carry = !(sum >> bits & 1); /* a borrow */
		return (uint64_t)sum & mask;
	case CARRY_MAD_LO:
	case CARRY_MAD_HI:
		how = int_how(i->op == CARRY_MAD_LO ? INT_MUL_LO : INT_MUL_HI,
			      i->type, 0);
		product = int_apply((unsigned)how, v);
		sum = (one - 1) + product + v[2] + in;
		break;
	case CARRY_ADD:
	default: sum = (one - 1) + v[0] + b + in; break;
	}
	*carry = sum >> bits & 1;
	return (uint64_t)sum & mask;
}

static enum next
run_carry(struct warp *w, const struct insn *i, uint32_t mask)
{
	size_t bytes = ptx_type_bits((enum ptx_type)i->type) / 8;
	uint64_t v[3] = { 0, 0, 0 }, r;
	char *to = warp_slot(w, i->d);
	unsigned lane, n;
	bool carry;

	for (lane = 0; lane < LANES; lane++) {
		if (!(mask >> lane & 1))
			continue;
		for (n = 0; n < i->count; n++)
			memcpy(&v[n],
			       (const char *)warp_at(w, i->ref[n]) +
				       bytes * lane,
			       bytes);
		carry = w->carry >> lane & 1;
		r = carry_one(i, v, &carry);
		memcpy(to + bytes * lane, &r, bytes);
		if (i->how & CARRY_OUT)
			w->carry = (w->carry & ~(UINT32_C(1) << lane)) |
				   (uint32_t)carry << lane;
	}
	return NEXT_ON;
}

/* The row of the table may have asked for it, and so have taken it. */
static bool
has_cc(struct decoder *d)
{
	unsigned i;

	decode_take(d, "cc");
	for (i = 0; i < d->s->nmods && strcmp(d->s->mods[i], "cc");)
		i++;
	return i < d->s->nmods;
}

void
decode_carry(struct decoder *d)
{
	unsigned n = d->rule->op >= CARRY_MAD_LO ? 3 : 2;
	bool in = strchr(d->s->op, 'c') != NULL;

	decode_lanes(d, d->types[0]);
	decode_sources(d, n, d->types[0]);
	d->i->kind = KIND_RUN;
	d->i->count = (unsigned char)n;
	d->i->how = (in ? CARRY_IN : 0) |
		    (has_cc(d) ? CARRY_OUT : 0);
	d->i->run = run_carry;
}
