/*
 * atom and red: one thread after the other, the lowest lane first.
 *
 * The operations are those of int.h and num.h on the value in memory; what
 * they lack (inc, dec, exch, cas) is here. Whether results can depend on the
 * order of blocks decides if blocks may run side by side: an integer sum or
 * minimum whose old value nobody reads cannot.
 */
#include <string.h>

#include "access.h"
#include "arena.h"
#include "code.h"
#include "decode.h"
#include "int.h"
#include "machine.h"
#include "memory_ops.h"
#include "num.h"
#include "ptx.h"
#include "ptx_type.h"
#include "race.h"
#include "touch.h"
#include "warp.h"

enum atom_op {
	ATOM_ADD,
	ATOM_MIN,
	ATOM_MAX,
	ATOM_AND,
	ATOM_OR,
	ATOM_XOR,
	ATOM_INC,
	ATOM_DEC,
	ATOM_EXCH,
	ATOM_CAS,
};

static const char *const ops[] = { "add", "min", "max", "and",	"or",
				   "xor", "inc", "dec", "exch", "cas", NULL };

static uint64_t
update_int(const struct insn *i, const uint64_t v[3])
{
	static const enum int_op ints[] = { INT_ADD, INT_MIN, INT_MAX,
					    INT_AND, INT_OR,  INT_XOR };

	switch ((int)i->op) {
	case ATOM_INC: return v[0] >= v[1] ? 0 : v[0] + 1;
	case ATOM_DEC: return !v[0] || v[0] > v[1] ? v[1] : v[0] - 1;
	case ATOM_EXCH: return v[1];
	case ATOM_CAS: return v[0] == v[1] ? v[2] : v[0];
	case ATOM_ADD:
	case ATOM_MIN:
	case ATOM_MAX:
	case ATOM_AND:
	case ATOM_OR:
	case ATOM_XOR:
	default: return int_apply(int_how(ints[i->op], i->type, 0), v);
	}
}

/* A NaN passes as it is, not even quiet: the operand's, else memory's. */
static uint64_t
add_f64(const uint64_t v[3])
{
	if (num_is(NUM_IS_NAN, NUM_F64, v[1]))
		return v[1];
	if (num_is(NUM_IS_NAN, NUM_F64, v[0]))
		return v[0];
	return num_apply(NUM_ADD, NUM_F64, v, 0);
}

static uint64_t
update(const struct insn *i, const uint64_t v[3], unsigned how)
{
	static const enum num_op nums[] = { NUM_ADD, NUM_MIN, NUM_MAX };
	enum ptx_type t = (enum ptx_type)i->type;

	if (t == PTX_F64 && i->op == ATOM_ADD)
		return add_f64(v);
	if (ptx_type_float(t) && i->op <= ATOM_MAX)
		return num_apply(nums[i->op],
				 (enum num_type)ptx_type_num(t), v, how);
	return update_int(i, v);
}

static uint64_t
read_register(const struct warp *w, const struct registers *r, unsigned e,
	      unsigned lane)
{
	const char *from = warp_at(w, r->at[e]);
	uint64_t value = 0;

	memcpy(&value, from + lane * (r->wide[e] ? 8 : 4), r->wide[e] ? 8 : 4);
	return value;
}

struct atom {
	const struct registers *to, *b, *c; /* to, c: NULL if not there */
};

static void
update_lane(struct warp *w, const struct access *x, unsigned lane)
{
	const struct insn *i = x->i;
	unsigned char *at = touch_host(w, x, lane);
	bool flush = i->type == PTX_F32 && i->op == ATOM_ADD &&
		     x->space == SPACE_GLOBAL; /* shared memory does not */
	const struct atom *a = i->more;
	uint64_t v[3] = { 0, 0, 0 }, r, mask;
	unsigned e;
	char *to;

	mask = i->bytes == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * i->bytes) - 1;
	for (e = 0; e < i->count; e++) {
		v[0] = 0;
		memcpy(&v[0], at + e * i->bytes, i->bytes);
		v[1] = read_register(w, a->b, e, lane) & mask;
		if (a->c)
			v[2] = read_register(w, a->c, e, lane) & mask;
		r = update(i, v, flush ? NUM_FTZ : 0);
		memcpy(at + e * i->bytes, &r, i->bytes);
		if (r != v[0])
			w->block->launch->idle = 0;
		if (!a->to)
			continue;
		to = warp_slot(w, a->to->at[e]);
		memcpy(to + lane * (a->to->wide[e] ? 8 : 4), &v[0],
		       a->to->wide[e] ? 8 : 4);
	}
}

static enum next
run_atom(struct warp *w, const struct insn *i, uint32_t mask)
{
	struct access all, x;
	uint32_t left;

	access_make(w, i, mask, &all);
	all.bytes = (unsigned)i->bytes * i->count;
	all.kind = TOUCH_READ | TOUCH_WRITE | TOUCH_STRONG;
	if (i->order & TOUCH_RELEASE)
		race_fence(w, true);
	race_release(w);
	race_acquire(w);
	w->block->launch->idle++;
	while (access_take(w, &all, &x)) {
		access_check(w, &x);
		for (left = x.mask; left; left &= left - 1)
			update_lane(w, &x, first_lane(left));
	}
	return NEXT_ON;
}

/* What of this may depend on the order of blocks? */
static void
note_order(struct decoder *d, bool red)
{
	bool real = ptx_type_float((enum ptx_type)d->i->type);

	if (d->i->space == SPACE_SHARED)
		return;
	d->function->needs[NEED_ATOMICS] = true;
	if (!red || d->i->op > ATOM_XOR || (real && d->i->op == ATOM_ADD))
		d->function->needs[NEED_ORDER] = true;
}

void
decode_atom(struct decoder *d)
{
	struct atom *a = arena_make(d->module->arena, sizeof(*a));
	bool red = d->rule->op, cas;
	int op;

	decode_access(d);
	op = decode_take_of(d, ops);
	decode_take(d, "noftz");
	cas = op == ATOM_CAS;
	d->i->op = (unsigned char)op;
	decode_address(d, red ? 0 : 1);
	a->b = decode_registers(d, red ? 1 : 2, true);
	if (cas)
		a->c = decode_registers(d, 3, true);
	if (!red && decode_operand(d, 0)->kind != OPERAND_SINK)
		a->to = decode_registers(d, 0, false);
	d->bad |= op < 0 || a->b->n != d->i->count ||
		  (a->to && a->to->n != d->i->count) ||
		  d->s->n != (red ? 2u : cas ? 4u : 3u) ||
		  (cas && d->i->count != 1) ||
		  d->i->flags & (ADDRESS_FRAME | ADDRESS_PARAM);
	d->i->how = 0;
	d->i->more = a;
	d->i->run = run_atom;
	if (d->i->bytes && d->i->bytes < 4 && d->function->granule > 1)
		d->function->granule = d->i->bytes / 2;
	note_order(d, red || !a->to);
}
