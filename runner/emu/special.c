/*
 * Special registers: %tid and its like.
 *
 * Clocks count the instructions of the warp, so that they are the same in
 * every run. A block is a cluster of its own. A register that is not here is
 * unsupported.
 */
#include <string.h>

#include "code.h"
#include "decode.h"
#include "machine.h"
#include "ptx.h"
#include "ptx_type.h"
#include "special.h"
#include "warp.h"

enum special {
	TID,
	NTID,
	CTAID,
	NCTAID,
	LANEID,
	WARPID,
	NWARPID,
	LANEMASK_EQ,
	LANEMASK_LT,
	LANEMASK_LE,
	LANEMASK_GT,
	LANEMASK_GE,
	CLOCK,
	NANOSECONDS,
	ZERO,
	ONE,
	SIZE_STATIC,
	SIZE_DYNAMIC,
	GRIDID,
	WORKSPACE, /* where cooperative groups keep a barrier of the grid */
};

static const struct {
	char name[24];
	unsigned char special, part;
} registers[] = {
	{ "%tid.x", TID, 0 },
	{ "%tid.y", TID, 1 },
	{ "%tid.z", TID, 2 },
	{ "%ntid.x", NTID, 0 },
	{ "%ntid.y", NTID, 1 },
	{ "%ntid.z", NTID, 2 },
	{ "%ctaid.x", CTAID, 0 },
	{ "%ctaid.y", CTAID, 1 },
	{ "%ctaid.z", CTAID, 2 },
	{ "%nctaid.x", NCTAID, 0 },
	{ "%nctaid.y", NCTAID, 1 },
	{ "%nctaid.z", NCTAID, 2 },
	{ "%laneid", LANEID, 0 },
	{ "%warpid", WARPID, 0 },
	{ "%nwarpid", NWARPID, 0 },
	{ "%lanemask_eq", LANEMASK_EQ, 0 },
	{ "%lanemask_lt", LANEMASK_LT, 0 },
	{ "%lanemask_le", LANEMASK_LE, 0 },
	{ "%lanemask_gt", LANEMASK_GT, 0 },
	{ "%lanemask_ge", LANEMASK_GE, 0 },
	{ "%clock", CLOCK, 0 },
	{ "%clock_hi", CLOCK, 1 },
	{ "%clock64", CLOCK, 0 },
	{ "%globaltimer", NANOSECONDS, 0 },
	{ "%globaltimer_lo", NANOSECONDS, 0 },
	{ "%globaltimer_hi", NANOSECONDS, 1 },
	{ "%smid", ZERO, 0 },
	{ "%nsmid", ONE, 0 },
	{ "%gridid", GRIDID, 0 },
	{ "%envreg1", WORKSPACE, 1 },
	{ "%envreg2", WORKSPACE, 0 },
	{ "WARP_SZ", ONE, 1 },
	{ "%dynamic_smem_size", SIZE_DYNAMIC, 0 },
	{ "%total_smem_size", SIZE_STATIC, 0 },
	{ "%is_explicit_cluster", ZERO, 1 },
	{ "%clusterid.x", CTAID, 0 },
	{ "%clusterid.y", CTAID, 1 },
	{ "%clusterid.z", CTAID, 2 },
	{ "%nclusterid.x", NCTAID, 0 },
	{ "%nclusterid.y", NCTAID, 1 },
	{ "%nclusterid.z", NCTAID, 2 },
	{ "%cluster_ctaid.x", ZERO, 0 },
	{ "%cluster_ctaid.y", ZERO, 0 },
	{ "%cluster_ctaid.z", ZERO, 0 },
	{ "%cluster_nctaid.x", ONE, 0 },
	{ "%cluster_nctaid.y", ONE, 0 },
	{ "%cluster_nctaid.z", ONE, 0 },
	{ "%cluster_ctarank", ZERO, 0 },
	{ "%cluster_nctarank", ONE, 0 },
};

static uint64_t
thread_index(const struct launch *l, unsigned t, unsigned part)
{
	return part == 0   ? t % l->threads[0]
	       : part == 1 ? t / l->threads[0] % l->threads[1]
			   : t / l->threads[0] / l->threads[1];
}

/* Lanes and times. */
static uint64_t
read_lane(const struct warp *w, const struct insn *i, unsigned lane)
{
	uint64_t eq = UINT64_C(1) << lane;
	uint64_t time = w->spent + w->block->spent;

	switch ((int)i->op) {
	case LANEMASK_EQ: return eq;
	case LANEMASK_LT: return eq - 1;
	case LANEMASK_LE: return 2 * eq - 1;
	case LANEMASK_GT: return ALL_LANES & ~(2 * eq - 1);
	case LANEMASK_GE: return ALL_LANES & ~(eq - 1);
	case CLOCK: return i->count ? time >> 32 : time;
	case NANOSECONDS: return i->count ? time >> 32 : time;
	default: return lane;
	}
}

static uint64_t
read_special(const struct warp *w, const struct insn *i, unsigned lane)
{
	const struct block *b = w->block;
	const struct launch *l = b->launch;

	switch ((int)i->op) {
	case TID: return thread_index(l, w->index * LANES + lane, i->count);
	case NTID: return l->threads[i->count];
	case CTAID: return b->index[i->count];
	case NCTAID: return l->grid[i->count];
	case WARPID: return w->index;
	case NWARPID: return b->nwarps;
	case ZERO: return 0;
	case ONE: return i->count ? LANES : 1;
	case SIZE_STATIC: return l->function->shared_bytes + l->dynamic;
	case SIZE_DYNAMIC: return l->dynamic;
	case GRIDID: return l->number;
	case WORKSPACE: return l->workspace >> 32 * i->count;
	default: return read_lane(w, i, lane);
	}
}

static enum next
run_special(struct warp *w, const struct insn *i, uint32_t mask)
{
	uint64_t wide[LANES];
	uint32_t narrow[LANES];
	unsigned lane;

	for (lane = 0; lane < LANES; lane++) {
		wide[lane] = read_special(w, i, lane);
		narrow[lane] = (uint32_t)wide[lane];
	}
	if (decode_is_wide((enum ptx_type)i->type))
		warp_store64(w, i->d, wide, mask);
	else
		warp_store32(w, i->d, narrow, mask);
	return NEXT_ON;
}

void
decode_special(struct decoder *d)
{
	const char *name = decode_operand(d, 1)->name;
	size_t i;

	for (i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
		if (!strcmp(registers[i].name, name))
			break;
	}
	if (i == sizeof(registers) / sizeof(registers[0])) {
		d->bad = true;
		return;
	}
	if (registers[i].special == WORKSPACE)
		d->function->needs[NEED_WORKSPACE] = true;
	d->i->op = registers[i].special;
	d->i->count = registers[i].part;
	d->i->d = decode_destination(d, decode_operand(d, 0), d->types[0]);
	d->i->run = run_special;
}
