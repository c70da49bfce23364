/*
 * Approximate instructions: lanes like others, noted.
 *
 * A launch knows which of them its threads came to (a bit for each row of
 * num's promises), and may ask that they lean: that each gives not the nearest
 * result but the furthest one that the ISA allows.
 */
#include <stdio.h>

#include "approximate.h"
#include "arith.h"
#include "code.h"
#include "decode.h"
#include "machine.h"
#include "num.h"
#include "ptx_type.h"
#include "warp.h"

/* A promise up to here has no range worth telling. */
#define HUGE_ARGUMENT 0x1p100

static enum next
run_approximate(struct warp *w, const struct insn *i, uint32_t mask)
{
	const void *abc[3] = { warp_at(w, i->ref[0]), warp_at(w, i->ref[1]),
			       warp_at(w, i->ref[2]) };
	struct launch *l = w->block->launch;
	uint32_t narrow[LANES];
	uint64_t wide[LANES];
	bool is_wide = i->count == NUM_F64;
	void *to = is_wide ? (void *)wide : narrow;

	l->approximated |= UINT32_C(1) << i->flags;
	if (l->lean)
		num_lanes_slow((enum num_op)i->op, (enum num_type)i->count, to,
			       abc, i->how | l->lean);
	else
		i->lanes(to, abc, i->how);
	if (is_wide)
		warp_store64(w, i->d, wide, mask);
	else
		warp_store32(w, i->d, narrow, mask);
	return NEXT_ON;
}

void
decode_approximate(struct decoder *d)
{
	int num = ptx_type_num(d->types[0]);

	decode_float(d);
	if (d->bad)
		return;
	d->i->kind = KIND_RUN;
	d->i->count = (unsigned char)num;
	d->i->flags = num_error_find((enum num_op)d->rule->op,
				     (enum num_type)num,
				     d->how & NUM_FTZ);
	d->bad |= !num_error_at(d->i->flags);
	d->i->run = run_approximate;
}

bool
approximate_tell(uint32_t set, unsigned i, char *out, size_t cap)
{
	const struct num_error *e;
	int n;

	for (; set && i > 0; i--)
		set &= set - 1;
	if (!set)
		return false;
	e = num_error_at(first_lane(set));
	if (e->ulp > 0)
		n = snprintf(out, cap, "%s may err by %g ulp", e->instruction,
			     e->ulp);
	else
		n = snprintf(out, cap, "%s may err by %s %.3g",
			     e->instruction, e->relative > 0 ? "rel" : "abs",
			     e->relative > 0 ? e->relative : e->absolute);
	if (e->high < HUGE_ARGUMENT && (size_t)n < cap)
		snprintf(out + n, cap - (size_t)n, " from %.3g to %.3g",
			 e->low, e->high);
	return true;
}
