/*
 * cvt.pack: two integers, clamped, side by side; what is above them comes from
 * a third operand.
 */
#include "arith.h"
#include "code.h"
#include "decode.h"
#include "machine.h"
#include "num.h"
#include "ptx.h"
#include "ptx_type.h"
#include "warp.h"

/* HOW is the type that is clamped to. */
static void
pack_lanes(void *d, const void *const abc[3], unsigned how)
{
	const struct num_cvt clamp = { (enum num_type)how, NUM_S32, NUM_SAT };
	const uint32_t *a = abc[0], *b = abc[1], *c = abc[2];
	unsigned bits = num_bits(clamp.to), lane;
	uint32_t *to = d;
	uint64_t r;

	for (lane = 0; lane < LANES; lane++) {
		r = bits == 8 ? (uint64_t)c[lane] << 16 : 0;
		r |= num_convert(&clamp, a[lane]) << bits;
		r |= num_convert(&clamp, b[lane]);
		to[lane] = (uint32_t)r;
	}
}

void
decode_cvt_pack(struct decoder *d)
{
	unsigned bits = ptx_type_bits(d->types[0]);
	unsigned n = bits == 8 ? 3 : 2, i;
	int to = ptx_type_num(d->types[0]);

	d->bad |= d->ntypes != n || to < 0 || (bits != 8 && bits != 16) ||
		  d->types[1] != PTX_S32 || d->s->n != n + 1;
	d->i->kind = KIND_LANES32;
	d->i->d = decode_destination(d, decode_operand(d, 0), PTX_B32);
	for (i = 0; i < n; i++)
		d->i->ref[i] =
			decode_source(d, decode_operand(d, i + 1), PTX_B32);
	d->i->how = (uint32_t)to;
	d->i->lanes = pack_lanes;
}
