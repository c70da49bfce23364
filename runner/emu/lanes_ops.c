/*
 * shfl, vote, match, redux, elect, activemask.
 *
 * The threads of a member mask do such an instruction together. Where some of
 * them are elsewhere the others wait at the instruction until those come, and
 * repeat it as one group. A lane that is read but does not take part, or is no
 * member for who reads it, has no value: all bits are set, a NaN or -1.
 */
#include <string.h>

#include "code.h"
#include "decode.h"
#include "device.h"
#include "finding.h"
#include "int.h"
#include "lanes_ops.h"
#include "machine.h"
#include "num.h"
#include "ptx.h"
#include "ptx_type.h"
#include "warp.h"

uint32_t
lanes_gather(struct warp *w, const struct insn *i, uint32_t mask,
	     const uint32_t *want)
{
	struct group how = { .pc = w->pc - 1, .state = GROUP_AGAIN };
	uint32_t wait = 0, left, live;
	unsigned lane;

	for (left = mask; left; left &= left - 1) {
		lane = first_lane(left);
		live = want[lane] & ~w->dead;
		if (!(want[lane] >> lane & 1))
			finding_add(w, i, lane, FINDING_BARRIER,
				    "a thread that is not in its own member "
				    "mask 0x%08x",
				    want[lane]);
		else if (live & ~mask)
			wait |= UINT32_C(1) << lane;
	}
	if (!wait || w->alone) {
		w->alone = false;
		return mask;
	}
	warp_wait(w, wait, &how);
	w->groups[w->ngroups - 1].want = wait;
	return mask & ~wait;
}

enum shfl_mode { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX };

/* The lane that LANE reads; false: its own. */
static bool
find_source(enum shfl_mode mode, unsigned lane, const uint32_t bc[2],
	    unsigned *from)
{
	unsigned segment = bc[1] >> 8 & 31, clamp = bc[1] & 31;
	unsigned most = (lane & segment) | (clamp & ~segment);
	unsigned least = lane & segment, b = bc[0] & 31;
	int at = 0;

	switch (mode) {
	case SHFL_UP: at = (int)lane - (int)b; break;
	case SHFL_DOWN: at = (int)(lane + b); break;
	case SHFL_BFLY: at = (int)(lane ^ b); break;
	case SHFL_IDX: at = (int)(least | (b & ~segment)); break;
	}
	if (mode == SHFL_UP ? at < (int)most : at > (int)most)
		return false;
	*from = (unsigned)at;
	return true;
}

static enum next
run_shfl(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint32_t *a = warp_at(w, i->ref[0]), *b = warp_at(w, i->ref[1]);
	const uint32_t *c = warp_at(w, i->ref[2]);
	const uint32_t *members = warp_at(w, i->ref[3]);
	uint32_t result[LANES], holds = 0, all = mask, bc[2];
	unsigned lane, from;

	mask = lanes_gather(w, i, mask, members);
	for (lane = 0; lane < LANES; lane++) {
		from = lane;
		bc[0] = b[lane];
		bc[1] = c[lane];
		if (find_source((enum shfl_mode)i->op, lane, bc, &from))
			holds |= UINT32_C(1) << lane;
		result[lane] = (mask & members[lane]) >> from & 1 ? a[from]
								  : ALL_LANES;
	}
	if (mask) {
		warp_store32(w, i->d, result, mask);
		if (i->count)
			warp_store_predicate(w, i->d2, holds, mask);
	}
	return mask == all ? NEXT_ON : NEXT_CHOOSE;
}

static void
decode_second_predicate(struct decoder *d, const struct operand *o)
{
	enum ptx_type own;

	if (o->second == PTX_NO_REGISTER)
		return;
	d->i->count = 1;
	d->i->d2 = decode_register(d, o->second, &own);
	d->bad |= own != PTX_PRED;
}

void
decode_shfl(struct decoder *d)
{
	static const char *const modes[] = { "up", "down", "bfly", "idx",
					     NULL };
	int mode = decode_take_of(d, modes);
	unsigned n;

	d->bad |= mode < 0 || d->s->n != 5;
	d->i->op = (unsigned char)mode;
	d->i->d = decode_destination(d, decode_operand(d, 0), PTX_B32);
	for (n = 0; n < 4; n++)
		d->i->ref[n] =
			decode_source(d, decode_operand(d, n + 1), PTX_B32);
	decode_second_predicate(d, decode_operand(d, 0));
	d->i->run = run_shfl;
}

enum vote { VOTE_ALL, VOTE_ANY, VOTE_UNI, VOTE_BALLOT };

static bool
vote_of(enum vote how, uint32_t p, uint32_t members)
{
	switch (how) {
	case VOTE_ALL: return (p & members) == members;
	case VOTE_ANY: return p & members;
	case VOTE_UNI:
		return !(p & members) || (p & members) == members;
	case VOTE_BALLOT: break;
	}
	return false;
}

static enum next
run_vote(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint32_t *want = warp_at(w, i->ref[1]);
	uint32_t p = *(const uint32_t *)warp_at(w, i->ref[0]);
	uint32_t all = mask, result[LANES], holds = 0;
	unsigned lane;

	if (i->flags & FLAG_NEGATED)
		p = ~p;
	mask = lanes_gather(w, i, mask, want);
	for (lane = 0; lane < LANES; lane++) {
		result[lane] = p & mask & want[lane];
		holds |= (uint32_t)vote_of((enum vote)i->op, p,
					   want[lane] & mask)
			 << lane;
	}
	if (i->op == VOTE_BALLOT)
		warp_store32(w, i->d, result, mask);
	else
		warp_store_predicate(w, i->d, holds, mask);
	return mask == all ? NEXT_ON : NEXT_CHOOSE;
}

void
decode_vote(struct decoder *d)
{
	static const char *const votes[] = { "all", "any", "uni", "ballot",
					     NULL };
	int which = decode_take_of(d, votes);
	bool negated = false, other;

	d->bad |= which < 0 || d->s->n != 3 ||
		  (which == VOTE_BALLOT) != (d->types[0] == PTX_B32);
	d->i->op = (unsigned char)which;
	if (which == VOTE_BALLOT)
		d->i->d = decode_destination(d, decode_operand(d, 0), PTX_B32);
	else
		d->i->d = decode_predicate(d, decode_operand(d, 0), &other);
	d->i->ref[0] = decode_predicate(d, decode_operand(d, 1), &negated);
	d->i->ref[1] = decode_source(d, decode_operand(d, 2), PTX_B32);
	d->i->flags = negated ? FLAG_NEGATED : 0;
	d->i->run = run_vote;
}

static uint64_t
value_of(const struct warp *w, const struct insn *i, unsigned lane)
{
	bool wide = decode_is_wide((enum ptx_type)i->type);
	const char *a = warp_at(w, i->ref[0]);
	uint64_t v = 0;

	memcpy(&v, a + lane * (wide ? 8 : 4), wide ? 8 : 4);
	return v;
}

/* Lanes of MASK that have the value of LANE. */
static uint32_t
equal_lanes(const struct warp *w, const struct insn *i, uint32_t mask,
	    unsigned lane)
{
	uint64_t v = value_of(w, i, lane);
	uint32_t same = 0;
	unsigned n;

	for (n = 0; n < LANES; n++) {
		if (mask >> n & 1 && value_of(w, i, n) == v)
			same |= UINT32_C(1) << n;
	}
	return same;
}

static enum next
run_match(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint32_t *want = warp_at(w, i->ref[1]);
	uint32_t all = mask, result[LANES] = { 0 }, holds = 0, members;
	unsigned lane;

	mask = lanes_gather(w, i, mask, want);
	for (lane = 0; lane < LANES; lane++) {
		if (!(mask >> lane & 1))
			continue;
		members = mask & want[lane];
		result[lane] = equal_lanes(w, i, members, lane);
		if (!i->op)
			continue;
		if (result[lane] == members)
			holds |= UINT32_C(1) << lane;
		else
			result[lane] = 0;
	}
	warp_store32(w, i->d, result, mask);
	if (i->count)
		warp_store_predicate(w, i->d2, holds, mask);
	return mask == all ? NEXT_ON : NEXT_CHOOSE;
}

void
decode_match(struct decoder *d)
{
	static const char *const kinds[] = { "any", "all", NULL };
	int which = decode_take_of(d, kinds);

	d->bad |= which < 0 || d->s->n != 3;
	d->i->op = (unsigned char)which;
	d->i->d = decode_destination(d, decode_operand(d, 0), PTX_B32);
	d->i->ref[0] = decode_source(d, decode_operand(d, 1), d->types[0]);
	d->i->ref[1] = decode_source(d, decode_operand(d, 2), PTX_B32);
	decode_second_predicate(d, decode_operand(d, 0));
	d->i->run = run_match;
}

static uint64_t
reduce(const struct warp *w, const struct insn *i, uint32_t members)
{
	uint64_t abc[3] = { 0, 0, 0 }, one[3] = { 0, 0, 0 };
	unsigned lane = first_lane(members);

	abc[0] = value_of(w, i, lane);
	if (i->type == PTX_F32 && i->count)
		abc[0] = num_apply(NUM_ABS, NUM_F32, abc, 0);
	for (members &= members - 1; members; members &= members - 1) {
		abc[1] = value_of(w, i, first_lane(members));
		if (i->type != PTX_F32) {
			abc[0] = int_apply(i->target, abc);
			continue;
		}
		one[0] = abc[1];
		if (i->count)
			abc[1] = num_apply(NUM_ABS, NUM_F32, one, 0);
		abc[0] = num_apply(i->op == 1 ? NUM_MIN : NUM_MAX, NUM_F32,
				   abc, i->how & NUM_NAN);
	}
	return abc[0];
}

static enum next
run_redux(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint32_t *want = warp_at(w, i->ref[1]);
	uint32_t all = mask, result[LANES] = { 0 };
	unsigned lane;

	mask = lanes_gather(w, i, mask, want);
	for (lane = 0; lane < LANES; lane++) {
		if (mask >> lane & 1 && mask & want[lane])
			result[lane] =
				(uint32_t)reduce(w, i, mask & want[lane]);
	}
	warp_store32(w, i->d, result, mask);
	return mask == all ? NEXT_ON : NEXT_CHOOSE;
}

void
decode_redux(struct decoder *d)
{
	static const char *const ops[] = { "add", "min", "max", "and",
					   "or",  "xor", NULL };
	static const enum int_op ints[] = { INT_ADD, INT_MIN, INT_MAX,
					    INT_AND, INT_OR,  INT_XOR };
	int which = decode_take_of(d, ops);

	d->bad |= which < 0 || d->s->n != 3;
	d->i->op = (unsigned char)which;
	d->i->count = decode_take(d, "abs");
	if (d->types[0] == PTX_F32 && which != 1 && which != 2)
		d->bad = true;
	d->i->target =
		int_how(ints[which < 0 ? 0 : which], d->types[0], 0);
	d->i->d = decode_destination(d, decode_operand(d, 0), PTX_B32);
	d->i->ref[0] = decode_source(d, decode_operand(d, 1), PTX_B32);
	d->i->ref[1] = decode_source(d, decode_operand(d, 2), PTX_B32);
	d->i->run = run_redux;
}

static enum next
run_activemask(struct warp *w, const struct insn *i, uint32_t mask)
{
	uint32_t all[LANES];
	unsigned lane;

	for (lane = 0; lane < LANES; lane++)
		all[lane] = mask;
	warp_store32(w, i->d, all, mask);
	return NEXT_ON;
}

void
decode_activemask(struct decoder *d)
{
	d->i->d = decode_destination(d, decode_operand(d, 0), PTX_B32);
	d->i->run = run_activemask;
	d->bad |= d->s->n != 1;
}

static enum next
run_elect(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint32_t *want = warp_at(w, i->ref[0]);
	uint32_t all = mask, leaders[LANES] = { 0 }, holds = 0, members;
	unsigned lane;

	mask = lanes_gather(w, i, mask, want);
	for (lane = 0; lane < LANES; lane++) {
		members = mask & want[lane];
		if (!(mask >> lane & 1) || !members)
			continue;
		leaders[lane] = first_lane(members);
		holds |= (uint32_t)(leaders[lane] == lane) << lane;
	}
	warp_store32(w, i->d, leaders, mask);
	warp_store_predicate(w, i->d2, holds, mask);
	return mask == all ? NEXT_ON : NEXT_CHOOSE;
}

void
decode_elect(struct decoder *d)
{
	decode_second_predicate(d, decode_operand(d, 0));
	d->i->d = decode_destination(d, decode_operand(d, 0), PTX_B32);
	d->i->ref[0] = decode_source(d, decode_operand(d, 1), PTX_B32);
	d->i->run = run_elect;
	d->bad |= d->s->n != 2 || !d->i->count;
}
