/*
 * Which build of the loops over lanes this processor runs, and lanes without a
 * loop. The choice is a question to the processor each time somebody decodes
 * an instruction; nothing is remembered here.
 *
 * NUM_LANES, the builds that there are, the fastest first, is the build
 * system's: it knows what the compiler can.
 */
#include "num.h"

#include <stddef.h>

#include "num_parts.h"

enum {
	WARP = 32,
};

const struct lanes *
num_lanes_here(void)
{
	static const struct lanes *const builds[] = {NUM_LANES};
	unsigned i = 0;

	while (!builds[i]->runs_here())
		i++;
	return builds[i];
}

num_lanes *
num_lanes_of(enum num_op op, enum num_type t)
{
	num_lanes *found = num_lanes_here()->apply(op, t);

	return found ? found : num_lanes_rare(op, t);
}

void
num_lanes_slow(enum num_op op, enum num_type t, void *d,
	       const void *const abc[3], unsigned how)
{
	static const unsigned char operands[NUM_OPS] = {
		[NUM_ADD] = 2,	      [NUM_SUB] = 2,	  [NUM_MUL] = 2,
		[NUM_FMA] = 3,	      [NUM_DIV] = 2,	  [NUM_MIN] = 2,
		[NUM_MAX] = 2,	      [NUM_COPYSIGN] = 2, [NUM_DIV_FULL] = 2,
		[NUM_DIV_APPROX] = 2,
	};
	unsigned count = operands[op] ? operands[op] : 1;
	uint64_t x[3] = {0, 0, 0};

	for (unsigned i = 0; i < WARP; i++) {
		for (unsigned k = 0; k < count; k++)
			x[k] = t == NUM_F64 ? ((const uint64_t *)abc[k])[i]
					    : ((const uint32_t *)abc[k])[i];
		if (t == NUM_F64)
			((uint64_t *)d)[i] = num_apply(op, t, x, how);
		else
			((uint32_t *)d)[i] =
				(uint32_t)num_apply(op, t, x, how);
	}
}

static uint64_t
lane_of(enum num_type t, const void *a, unsigned i)
{
	return num_bits(t) == 64 ? ((const uint64_t *)a)[i]
				 : ((const uint32_t *)a)[i];
}

uint32_t
num_holds_lanes(enum num_compare c, enum num_type t,
		const void *const ab[2], unsigned how)
{
	uint32_t mask = 0;
	uint64_t pair[2];

	if (t == NUM_F32 && !how)
		return num_lanes_here()->f32_holds(c, ab);
	for (unsigned i = 0; i < WARP; i++) {
		pair[0] = lane_of(t, ab[0], i);
		pair[1] = lane_of(t, ab[1], i);
		mask |= (uint32_t)num_holds(c, t, pair, how) << i;
	}
	return mask;
}

void
num_convert_lanes(const struct num_cvt *c, void *d, const void *a)
{
	uint64_t r[WARP];

	if (num_lanes_here()->convert(c, d, a))
		return;
	for (unsigned i = 0; i < WARP; i++)
		r[i] = num_convert(c, lane_of(c->from, a, i));
	for (unsigned i = 0; i < WARP; i++) {
		if (num_bits(c->to) == 64)
			((uint64_t *)d)[i] = r[i];
		else
			((uint32_t *)d)[i] = (uint32_t)r[i];
	}
}
