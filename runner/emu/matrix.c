/*
 * mma.sync, ldmatrix, stmatrix, movmatrix: registers and memory; what is
 * computed is num_mma.h's.
 *
 * All threads of the warp take part, at one place: if they do not, the
 * instruction waits for them like any other that is done together.
 */
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "arena.h"
#include "code.h"
#include "decode.h"
#include "lanes_ops.h"
#include "machine.h"
#include "matrix.h"
#include "memory_ops.h"
#include "num.h"
#include "num_mma.h"
#include "ptx.h"
#include "ptx_type.h"
#include "touch.h"
#include "warp.h"

struct mma_insn {
	struct mma mma;
	const struct registers *part[4]; /* by enum mma_part */
	bool wide, wmma;
};

bool
matrix_gather(struct warp *w, const struct insn *i, uint32_t mask)
{
	uint32_t want[LANES];
	unsigned lane;

	if ((mask | w->dead) == ALL_LANES)
		return true;
	for (lane = 0; lane < LANES; lane++)
		want[lane] = ALL_LANES;
	return lanes_gather(w, i, mask, want) != 0;
}

static enum next
run_mma(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct mma_insn *m = i->more;
	void *parts[4][8];
	uint64_t result[8][LANES];
	unsigned p, n;

	if (!matrix_gather(w, i, mask))
		return NEXT_CHOOSE;
	for (p = MMA_A; p <= MMA_C; p++) {
		for (n = 0; n < m->part[p]->n; n++)
			parts[p][n] = (void *)(uintptr_t)warp_at(
				w, m->part[p]->at[n]);
	}
	for (n = 0; n < m->part[MMA_D]->n; n++)
		parts[MMA_D][n] = result[n];
	if (m->wmma)
		wmma_mma(&m->mma, parts[MMA_D], parts[MMA_A], parts[MMA_B],
			 parts[MMA_C]);
	else
		mma_sync(&m->mma, parts[MMA_D], parts[MMA_A], parts[MMA_B],
			 parts[MMA_C]);
	for (n = 0; n < m->part[MMA_D]->n; n++) {
		if (m->wide)
			warp_store64(w, m->part[MMA_D]->at[n], result[n],
				     mask);
		else
			warp_store32(w, m->part[MMA_D]->at[n],
				     (const uint32_t *)(void *)result[n],
				     mask);
	}
	return NEXT_ON;
}

/* "m16n8k16" */
static bool
parse_shape(const char *text, struct mma *m)
{
	unsigned long n[3];
	char *end;
	int i;

	for (i = 0; i < 3; i++) {
		if (*text != "mnk"[i])
			return false;
		n[i] = strtoul(text + 1, &end, 10);
		if (n[i] > 255 || end == text + 1)
			return false;
		text = end;
	}
	m->m = (unsigned char)n[0];
	m->n = (unsigned char)n[1];
	m->k = (unsigned char)n[2];
	return !*text;
}

static void
decode_layouts(struct decoder *d, struct mma *m)
{
	unsigned i, found = 0;
	bool col;

	for (i = 0; i < d->s->nmods; i++) {
		col = !strcmp(d->s->mods[i], "col");
		if (!col && strcmp(d->s->mods[i], "row"))
			continue;
		d->used |= 1u << i;
		if (found == 0)
			m->a_col = col;
		else
			m->b_row = !col;
		found++;
	}
	d->bad |= found != 2;
}

/* D A B C; those of f16 say D and C alone in wmma. */
static void
decode_mma_types(struct decoder *d, struct mma *m)
{
	int num[4] = { NUM_F16, NUM_F16, NUM_F16, NUM_F16 };
	unsigned i, n = d->ntypes;

	d->bad |= n != 4 && !(n == 2 && d->rule->op == MATRIX_WMMA);
	for (i = 0; i < n && i < 4; i++) {
		num[n == 2 ? i * 3 : i] = ptx_type_num(d->types[i]);
		d->bad |= ptx_type_num(d->types[i]) < 0;
	}
	m->d = (unsigned char)num[0];
	m->a = (unsigned char)num[1];
	m->b = (unsigned char)num[2];
	m->c = (unsigned char)num[3];
}

bool
matrix_shape(struct decoder *d, struct mma *m)
{
	unsigned i;

	for (i = 0; i < d->s->nmods; i++) {
		if (parse_shape(d->s->mods[i], m)) {
			d->used |= 1u << i;
			return true;
		}
	}
	return false;
}

static void
decode_mma_registers(struct decoder *d, struct mma_insn *m)
{
	static const unsigned char order[4] = { MMA_D, MMA_A, MMA_B, MMA_C };
	enum mma_part p;
	unsigned i, n;

	for (i = 0; i < 4; i++) {
		p = (enum mma_part)order[i];
		m->part[p] = decode_registers(d, i, i > 0);
		n = m->wmma ? wmma_registers(&m->mma, p)
			    : mma_registers(&m->mma, p);
		d->bad |= m->part[p]->n != n;
	}
}

void
decode_mma(struct decoder *d)
{
	struct mma_insn *m = arena_make(d->module->arena, sizeof(*m));
	bool shaped = matrix_shape(d, &m->mma);

	m->wmma = d->rule->op == MATRIX_WMMA;
	decode_layouts(d, &m->mma);
	m->mma.satfinite = decode_take(d, "satfinite");
	decode_mma_types(d, &m->mma);
	if (!shaped || d->s->n != 4 || d->bad ||
	    !(m->wmma ? wmma_exists(&m->mma) : mma_exists(&m->mma))) {
		d->bad = true;
		return;
	}
	m->wide = m->mma.d == NUM_F64;
	decode_mma_registers(d, m);
	d->i->more = m;
	d->i->run = run_mma;
}

static enum next
run_ldmatrix(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct registers *r = i->more;
	uint8_t rows[LANES][16] = { { 0 } };
	uint32_t result[4][LANES], *to[4], left;
	struct access all, x;
	unsigned n;

	if (!matrix_gather(w, i, mask))
		return NEXT_CHOOSE;
	access_make(w, i, mask & (uint32_t)((UINT64_C(1) << 8 * r->n) - 1),
		    &all);
	all.bytes = 16;
	all.kind = TOUCH_READ;
	while (access_take(w, &all, &x)) {
		access_check(w, &x);
		for (left = x.mask; left; left &= left - 1)
			memcpy(rows[first_lane(left)],
			       touch_host(w, &x, first_lane(left)), 16);
	}
	for (n = 0; n < r->n; n++)
		to[n] = result[n];
	mma_ldmatrix(to, rows, r->n, i->op);
	for (n = 0; n < r->n; n++)
		warp_store32(w, r->at[n], result[n], mask);
	return NEXT_ON;
}

static enum next
run_stmatrix(struct warp *w, const struct insn *i, uint32_t mask)
{
	const struct registers *r = i->more;
	uint8_t rows[LANES][16] = { { 0 } };
	uint32_t *from[4], left;
	struct access all, x;
	unsigned n;

	if (!matrix_gather(w, i, mask))
		return NEXT_CHOOSE;
	for (n = 0; n < r->n; n++)
		from[n] = (uint32_t *)(uintptr_t)warp_at(w, r->at[n]);
	mma_stmatrix(rows, from, r->n, i->op);
	access_make(w, i, mask & (uint32_t)((UINT64_C(1) << 8 * r->n) - 1),
		    &all);
	all.bytes = 16;
	all.kind = TOUCH_WRITE;
	all.values = rows[0];
	while (access_take(w, &all, &x)) {
		access_check(w, &x);
		for (left = x.mask; left; left &= left - 1)
			memcpy(touch_host(w, &x, first_lane(left)),
			       rows[first_lane(left)], 16);
	}
	return NEXT_ON;
}

static void
decode_matrix_access(struct decoder *d, unsigned registers, unsigned address)
{
	static const char *const counts[] = { "x1", "x2", "x4", NULL };
	int count = decode_take_of(d, counts);
	const struct registers *r;
	unsigned i;

	r = decode_registers(d, registers, registers == 1);
	decode_address(d, address);
	d->i->more = r;
	for (i = 0; i < d->s->nmods; i++)
		d->i->op |= !strcmp(d->s->mods[i], "trans");
	d->i->space = d->i->flags & ADDRESS_WIDE ? SPACE_GENERIC : SPACE_SHARED;
	for (i = 0; i < d->s->nmods; i++) {
		if (!strncmp(d->s->mods[i], "shared", 6))
			d->i->space = SPACE_SHARED;
	}
	d->bad |= count < 0 || r->n != 1u << (count < 0 ? 0 : count) ||
		  d->s->n != 2;
}

void
decode_ldmatrix(struct decoder *d)
{
	decode_matrix_access(d, 0, 1);
	d->i->run = run_ldmatrix;
}

void
decode_stmatrix(struct decoder *d)
{
	decode_matrix_access(d, 1, 0);
	d->i->run = run_stmatrix;
}

static enum next
run_movmatrix(struct warp *w, const struct insn *i, uint32_t mask)
{
	uint32_t result[LANES];

	if (!matrix_gather(w, i, mask))
		return NEXT_CHOOSE;
	mma_movmatrix(result, warp_at(w, i->ref[0]));
	warp_store32(w, i->d, result, mask);
	return NEXT_ON;
}

void
decode_movmatrix(struct decoder *d)
{
	d->i->d = decode_destination(d, decode_operand(d, 0), PTX_B32);
	d->i->ref[0] = decode_source(d, decode_operand(d, 1), PTX_B32);
	d->i->run = run_movmatrix;
	d->bad |= d->s->n != 2;
}
