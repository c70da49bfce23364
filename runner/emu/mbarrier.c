/*
 * mbarrier: phases that are over when all arrived.
 *
 * The word in shared memory is ours: arrivals still missing in this phase,
 * arrivals that a phase wants, bytes of asynchronous copies still missing, and
 * the number of the phase. Waiting is asking again; a thread that asks in vain
 * gives its turn to the others.
 */
#include <string.h>

#include "access.h"
#include "async.h"
#include "code.h"
#include "decode.h"
#include "machine.h"
#include "ptx.h"
#include "ptx_type.h"
#include "race.h"
#include "touch.h"
#include "warp.h"

enum { EXPECTED_AT = 20, BYTES_AT = 40, PHASE_AT = 61 };

#define COUNT_MASK ((UINT64_C(1) << 20) - 1)
#define BYTES_MASK ((UINT64_C(1) << 21) - 1)

struct word {
	uint64_t pending, expected, bytes, phase;
};

static struct word
unpack(uint64_t v)
{
	return (struct word){ v & COUNT_MASK, v >> EXPECTED_AT & COUNT_MASK,
			      v >> BYTES_AT & BYTES_MASK, v >> PHASE_AT };
}

static uint64_t
pack(const struct word *w)
{
	return (w->pending & COUNT_MASK) |
	       (w->expected & COUNT_MASK) << EXPECTED_AT |
	       (w->bytes & BYTES_MASK) << BYTES_AT | w->phase << PHASE_AT;
}

/* The next phase begins when nothing is missing in this one. */
static uint64_t
complete(struct word *w)
{
	if (!(w->pending & COUNT_MASK) && !(w->bytes & BYTES_MASK)) {
		w->phase++;
		w->pending = w->expected;
	}
	return pack(w);
}

enum { STATE = 1, EXPECTS = 2 }; /* flags: has a result; .expect_tx */

enum mbarrier_op {
	MBARRIER_INIT,
	MBARRIER_INVAL,
	MBARRIER_ARRIVE,
	MBARRIER_ARRIVE_DROP,
	MBARRIER_TEST,
	MBARRIER_TRY,
	MBARRIER_PENDING,
	MBARRIER_EXPECT,
	MBARRIER_COMPLETE,
};

static uint64_t
lane_value(const struct warp *w, uint32_t ref, bool wide, unsigned lane)
{
	const char *from = warp_at(w, ref);
	uint64_t v = 0;

	memcpy(&v, from + lane * (wide ? 8 : 4), wide ? 8 : 4);
	return v;
}

static bool
is_over(const struct warp *w, const struct insn *i, unsigned lane, uint64_t v)
{
	uint64_t phase = v >> PHASE_AT;
	uint64_t ask = lane_value(w, i->ref[1], !i->count, lane);

	if (i->count) /* .parity */
		return (phase & 1) != (ask & 1);
	return phase != ask >> PHASE_AT;
}

/* What N arrivals, or N bytes, make of the word. */
static uint64_t
change(const struct insn *i, uint64_t v, uint64_t n)
{
	struct word w = unpack(v);

	switch ((int)i->op) {
	case MBARRIER_INIT:
		w = (struct word){ .pending = n, .expected = n };
		return pack(&w);
	case MBARRIER_INVAL: return 0;
	case MBARRIER_EXPECT: w.bytes += n; return pack(&w);
	case MBARRIER_COMPLETE: w.bytes -= n; break;
	case MBARRIER_ARRIVE_DROP: w.expected -= n; w.pending -= n; break;
	default:
		if (i->flags & EXPECTS) {
			w.bytes += n;
			n = 1;
		}
		w.pending -= n;
	}
	return complete(&w);
}

/* One thread at the word; gives what goes to its destination. */
static uint64_t
run_word(struct warp *w, const struct insn *i, unsigned lane,
	 unsigned char *at)
{
	uint64_t v, r, n = lane_value(w, i->ref[1], false, lane);

	memcpy(&v, at, sizeof(v));
	if (i->op == MBARRIER_TEST || i->op == MBARRIER_TRY)
		return is_over(w, i, lane, v);
	if (i->op != MBARRIER_INIT && i->op != MBARRIER_EXPECT)
		race_publish(w, w->block->phase_clock);
	r = change(i, v, n);
	memcpy(at, &r, sizeof(r));
	return v;
}

void
mbarrier_copied(struct warp *w, unsigned char *at, uint32_t bytes)
{
	struct word word;
	uint64_t v;

	memcpy(&v, at, sizeof(v));
	word = unpack(v);
	word.bytes -= bytes;
	v = complete(&word);
	memcpy(at, &v, sizeof(v));
	race_publish(w, w->block->phase_clock);
	race_step(w);
}

static enum next
run_mbarrier(struct warp *w, const struct insn *i, uint32_t mask)
{
	bool asks = i->op == MBARRIER_TEST || i->op == MBARRIER_TRY;
	struct access all, x;
	uint64_t result[LANES] = { 0 };
	uint32_t holds = 0, left;
	unsigned lane;

	access_make(w, i, mask, &all);
	all.bytes = 8;
	all.kind = TOUCH_WRITE; /* what init and inval do wants a barrier */
	if (i->op != MBARRIER_INIT && i->op != MBARRIER_INVAL)
		all.kind |= TOUCH_STRONG;
	if (i->how) /* cp.async.mbarrier.arrive */
		async_finish(w, mask);
	while (access_take(w, &all, &x)) {
		access_check(w, &x);
		for (left = x.mask; left; left &= left - 1) {
			lane = first_lane(left);
			result[lane] =
				run_word(w, i, lane, touch_host(w, &x, lane));
			holds |= (uint32_t)(result[lane] & 1) << lane;
		}
	}
	if (i->op == MBARRIER_ARRIVE || i->op == MBARRIER_ARRIVE_DROP)
		race_step(w);
	if (asks && holds & mask)
		race_learn(w, w->block->phase_clock);
	if (asks)
		warp_store_predicate(w, i->d, holds, mask);
	else if (i->flags & STATE)
		warp_store64(w, i->d, result, mask);
	w->block->launch->idle = asks ? w->block->launch->idle + 1 : 0;
	if (asks && (holds & mask) != mask)
		w->left = 0;
	return NEXT_ON;
}

static enum next
run_pending(struct warp *w, const struct insn *i, uint32_t mask)
{
	const uint64_t *state = warp_at(w, i->ref[0]);
	uint32_t n[LANES];
	unsigned lane;

	for (lane = 0; lane < LANES; lane++)
		n[lane] = (uint32_t)(state[lane] & COUNT_MASK);
	warp_store32(w, i->d, n, mask);
	return NEXT_ON;
}

/* Operands: state or predicate, address, count or state. */
static void
decode_mbarrier_operands(struct decoder *d, int op)
{
	const struct operand *first = decode_operand(d, 0);
	unsigned at = first->kind == OPERAND_ADDRESS ? 0 : 1;
	const struct operand *last = decode_operand(d, at + 1);
	bool asks = op == MBARRIER_TEST || op == MBARRIER_TRY, negated;

	d->i->ref[1] = decode_constant(d->module, 1, false);
	decode_address(d, at);
	if (asks) {
		d->i->d = decode_predicate(d, first, &negated);
		d->i->ref[1] = decode_source(
			d, last, d->i->count ? PTX_U32 : PTX_B64);
		return;
	}
	if (at && first->kind == OPERAND_REGISTER) {
		d->i->d = decode_destination(d, first, PTX_B64);
		d->i->flags |= STATE;
	}
	if (last->kind != OPERAND_NONE)
		d->i->ref[1] = decode_source(d, last, PTX_U32);
	else if (op == MBARRIER_INIT)
		d->bad = true;
}

void
decode_mbarrier(struct decoder *d)
{
	static const char *const ops[] = { "init",	"inval",
					   "arrive",	"arrive_drop",
					   "test_wait", "try_wait",
					   "pending_count", "expect_tx",
					   "complete_tx", NULL };
	static const char *const other[] = { "shared", "shared::cta", "release",
					     "acquire", "relaxed", "cta",
					     "noComplete", "cluster",
					     "shared::cluster", NULL };
	int op = decode_take_of(d, ops);

	d->bad |= op < 0 || d->types[0] != PTX_B64;
	d->i->op = (unsigned char)op;
	if (op == MBARRIER_PENDING) {
		d->i->d = decode_destination(d, decode_operand(d, 0), PTX_U32);
		d->i->ref[0] = decode_source(d, decode_operand(d, 1), PTX_B64);
		d->i->run = run_pending;
		return;
	}
	if (op == MBARRIER_ARRIVE && decode_take(d, "expect_tx"))
		d->i->flags |= EXPECTS;
	while (decode_take_of(d, other) >= 0)
		;
	d->i->count = decode_take(d, "parity");
	d->i->space = d->s->n ? SPACE_GENERIC : SPACE_SHARED;
	decode_mbarrier_operands(d, op);
	if (!(d->i->flags & ADDRESS_WIDE))
		d->i->space = SPACE_SHARED;
	d->i->run = run_mbarrier;
	if (strcmp(d->s->op, "cp"))
		return;
	/* an arrival more is expected for each that comes, unless .noinc */
	d->i->how = 1;
	if (!decode_take(d, "noinc"))
		d->i->ref[1] = decode_constant(d->module, 0, false);
}
