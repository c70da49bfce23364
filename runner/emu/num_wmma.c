/*
 * wmma: fragments and products as rows and columns of smaller ones.
 *
 * A whole is tiles: ROWS x DEPTH of A, DEPTH x COLS of B, ROWS x COLS of C,
 * each as in mma.sync, their registers one after the other, rows first. Shape
 * and type of a tile follow from those of the whole.
 */
#include "num_mma.h"

#include <string.h>

#include "num.h"
#include "num_parts.h"

enum {
	FULL = 8, /* registers of A and B of f16 */
};

struct tiles {
	struct mma tile;
	bool swapped; /* B' A' = C' */
	unsigned rows, cols, depth;
};

static struct tiles
tiles_of(const struct mma *f)
{
	struct tiles t = {.tile = *f, .swapped = f->m == 8 && f->n == 32};

	t.tile.m = f->m == 8 && f->n == 8 ? 8 : 16;
	t.tile.n = 8;
	t.tile.k = f->k == 16 ? 16 : 4;
	t.tile.a_col = t.tile.b_row = false;
	if (t.swapped) {
		t.tile.a = f->b;
		t.tile.b = f->a;
	}
	t.rows = (t.swapped ? f->n : f->m) / (unsigned)t.tile.m;
	t.cols = (t.swapped ? f->m : f->n) / (unsigned)t.tile.n;
	t.depth = f->k / (unsigned)t.tile.k;
	return t;
}

struct family {
	unsigned char a, b, c; /* a range of types, and that of the sum */
	unsigned char shape[3];
};

static bool
is_family(const struct family *x, const struct mma *f)
{
	return f->a >= x->a && f->a <= x->b &&
	       (f->c == x->c || (f->a == NUM_F16 && f->c == NUM_F16)) &&
	       (f->d == x->c || (f->a == NUM_F16 && f->d == NUM_F16)) &&
	       f->m == x->shape[0] && f->n == x->shape[1] &&
	       f->k == x->shape[2];
}

bool
wmma_exists(const struct mma *f)
{
	static const struct family all[] = {
		{NUM_F16, NUM_BF16, NUM_F32, {16, 16, 16}},
		{NUM_F16, NUM_BF16, NUM_F32, {32, 8, 16}},
		{NUM_F16, NUM_BF16, NUM_F32, {8, 32, 16}},
		{NUM_U8, NUM_S8, NUM_S32, {16, 16, 16}},
		{NUM_U8, NUM_S8, NUM_S32, {32, 8, 16}},
		{NUM_U8, NUM_S8, NUM_S32, {8, 32, 16}},
		{NUM_TF32, NUM_TF32, NUM_F32, {16, 16, 8}},
		{NUM_F64, NUM_F64, NUM_F64, {8, 8, 4}},
	};

	if (f->a != f->b || (f->satfinite && f->c != NUM_S32))
		return false;
	for (unsigned i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (is_family(&all[i], f))
			return true;
	return false;
}

/* The part of a tile that P of the whole is made of. */
static enum mma_part
tile_part(const struct tiles *t, enum mma_part p)
{
	if (!t->swapped || p > MMA_B)
		return p;
	return p == MMA_A ? MMA_B : MMA_A;
}

static unsigned
tile_count(const struct tiles *t, enum mma_part p)
{
	if (p == MMA_A)
		return t->rows * t->depth;
	return t->cols * (p == MMA_B ? t->depth : t->rows);
}

static unsigned
type_of(const struct mma *f, enum mma_part p)
{
	const unsigned char types[] = {f->a, f->b, f->c, f->d};

	return types[p];
}

/* Registers without repetition. */
static unsigned
needed(const struct tiles *t, enum mma_part p)
{
	return tile_count(t, p) * mma_registers(&t->tile, p);
}

unsigned
wmma_registers(const struct mma *f, enum mma_part p)
{
	struct tiles t = tiles_of(f);

	if (p <= MMA_B && type_of(f, p) == NUM_F16)
		return FULL;
	return needed(&t, tile_part(&t, p));
}

struct mma_place
wmma_place(const struct mma *f, enum mma_part p, unsigned lane, unsigned i)
{
	struct tiles t = tiles_of(f);
	enum mma_part q = tile_part(&t, p);
	unsigned bits = num_bits((enum num_type)type_of(f, p));
	unsigned each = bits >= 32 ? 1 : 32 / bits;
	unsigned registers = mma_registers(&t.tile, q);
	unsigned r = i / each % needed(&t, q), at = r / registers;
	unsigned across = q <= MMA_B ? t.depth : t.cols;
	struct mma_place x = mma_place(&t.tile, q, lane,
				       r % registers * each + i % each);
	unsigned row = x.row, col = x.col;

	row += q == MMA_B ? at % across * t.tile.k : at / across * t.tile.m;
	col += q == MMA_A   ? at % across * t.tile.k
	       : q == MMA_B ? at / across * t.tile.n
			    : at % across * t.tile.n;
	x.row = (unsigned char)(t.swapped ? col : row);
	x.col = (unsigned char)(t.swapped ? row : col);
	return x;
}

static void
convert_sums(struct mma_cells *x, unsigned to, unsigned from)
{
	const struct num_cvt c = {(enum num_type)to, (enum num_type)from, 0};

	for (unsigned i = 0; to != from && i < MMA_ROWS; i++)
		for (unsigned j = 0; j < MMA_COLS; j++)
			x->c[i][j] = num_convert(&c, x->c[i][j]);
}

/* One tile of D; the registers are those of the whole. */
static void
tile_product(const struct tiles *t, void *const *const part[4], unsigned row,
	     unsigned col)
{
	struct mma f = t->tile;
	unsigned a = mma_registers(&f, MMA_A), b = mma_registers(&f, MMA_B);
	unsigned at = row * t->cols + col;
	struct mma_cells x;

	memset(&x, 0, sizeof(x));
	mma_gather(&f, MMA_C, &x, part[2] + at * mma_registers(&f, MMA_C),
		   -1);
	if (f.c != f.d)
		f.c = f.d = NUM_F32;
	convert_sums(&x, f.c, t->tile.c);
	for (unsigned k = 0; k < t->depth; k++) {
		mma_gather(&f, MMA_A, &x, part[0] + (row * t->depth + k) * a,
			   -1);
		mma_gather(&f, MMA_B, &x, part[1] + (col * t->depth + k) * b,
			   -1);
		mma_product(&f, &x);
	}
	convert_sums(&x, t->tile.d, f.d);
	mma_scatter(&t->tile, &x,
		    part[3] + at * mma_registers(&t->tile, MMA_D), -1);
}

void
wmma_mma(const struct mma *f, void *const d[], void *const a[],
	 void *const b[], void *const c[])
{
	struct tiles t = tiles_of(f);
	void *const *const part[4] = {t.swapped ? b : a, t.swapped ? a : b, c,
				      d};

	for (unsigned row = 0; row < t.rows; row++)
		for (unsigned col = 0; col < t.cols; col++)
			tile_product(&t, part, row, col);
}
