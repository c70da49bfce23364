/*
 * mma.sync: fragments of a warp -> matrices -> what the tensor core adds ->
 * fragments.
 *
 * Floats below 64 bits: see num_lanes_mma.inc for the sum. No document says
 * how many bits the aligner keeps; num_mma.h says how it was found. Infinities
 * and NaNs don't go through that sum: a pass of its own puts them in, if there
 * are any. m8n8k4.f16 has four products, one after the other; lanes of one are
 * not lanes of another, so that D may be where C was.
 */
#include "num_mma.h"

#include <math.h>
#include <string.h>

#include "num.h"
#include "num_parts.h"

enum {
	WARP = 32,
};

static uint64_t *
cell(struct mma_cells *x, enum mma_part p, struct mma_place at)
{
	if (p == MMA_A)
		return &x->a[at.row][at.col];
	return p == MMA_B ? &x->b[at.row][at.col] : &x->c[at.row][at.col];
}

static unsigned
part_type(const struct mma *f, enum mma_part p)
{
	const unsigned char types[] = {f->a, f->b, f->c, f->d};

	return types[p];
}

/* Does this lane belong to matrix QUAD; true for shapes of one matrix. */
static bool
takes_part(unsigned lane, int quad)
{
	return quad < 0 || lane % 16 / 4 == (unsigned)quad;
}

void
mma_gather(const struct mma *f, unsigned part, struct mma_cells *x,
	   void *const registers[], int quad)
{
	enum mma_part p = (enum mma_part)part;
	unsigned bits = num_bits((enum num_type)part_type(f, p));
	unsigned each = bits >= 32 ? 1 : 32 / bits;
	unsigned count = mma_registers(f, p);
	uint64_t word;

	for (unsigned r = 0; r < count; r++)
		for (unsigned lane = 0; lane < WARP; lane++) {
			if (!takes_part(lane, quad))
				continue;
			word = bits == 64
				       ? ((uint64_t *)registers[r])[lane]
				       : ((uint32_t *)registers[r])[lane];
			for (unsigned i = 0; i < each; i++)
				*cell(x, p, mma_place(f, p, lane,
						      r * each + i)) =
					bits >= 32 ? word
						   : word >> i * bits &
							     ((1u << bits) -
							      1);
		}
}

void
mma_scatter(const struct mma *f, struct mma_cells *x, void *const registers[],
	    int quad)
{
	unsigned bits = num_bits((enum num_type)f->d);
	unsigned each = bits >= 32 ? 1 : 32 / bits;
	unsigned count = mma_registers(f, MMA_D);
	uint64_t word;

	for (unsigned r = 0; r < count; r++)
		for (unsigned lane = 0; lane < WARP; lane++) {
			if (!takes_part(lane, quad))
				continue;
			word = 0;
			for (unsigned i = 0; i < each; i++)
				word |= *cell(x, MMA_D,
					      mma_place(f, MMA_D, lane,
							r * each + i))
					<< i * bits;
			if (bits == 64)
				((uint64_t *)registers[r])[lane] = word;
			else
				((uint32_t *)registers[r])[lane] =
					(uint32_t)word;
		}
}

/* --- integers and fp64 --- */

static int64_t
small_integer(unsigned t, uint64_t x)
{
	return t == NUM_S8 ? (int8_t)x : (int64_t)(uint8_t)x;
}

static void
integer_product(const struct mma *f, struct mma_cells *x)
{
	int64_t sum;

	for (unsigned i = 0; i < f->m; i++)
		for (unsigned j = 0; j < f->n; j++) {
			sum = (int32_t)x->c[i][j];
			for (unsigned k = 0; k < f->k; k++)
				sum += small_integer(f->a, x->a[i][k]) *
				       small_integer(f->b, x->b[k][j]);
			if (f->satfinite && sum > INT32_MAX)
				sum = INT32_MAX;
			if (f->satfinite && sum < INT32_MIN)
				sum = INT32_MIN;
			x->c[i][j] = (uint32_t)sum;
		}
}

static uint64_t
double_fma(uint64_t a, uint64_t b, uint64_t c)
{
	const uint64_t abc[3] = {a, b, c};
	double x, y, z;

	memcpy(&x, &a, sizeof(x));
	memcpy(&y, &b, sizeof(y));
	memcpy(&z, &c, sizeof(z));
	x = fma(x, y, z);
	if (x != x)
		return num_apply(NUM_FMA, NUM_F64, abc, 0);
	memcpy(&a, &x, sizeof(a));
	return a;
}

static void
double_product(const struct mma *f, struct mma_cells *x)
{
	for (unsigned i = 0; i < f->m; i++)
		for (unsigned j = 0; j < f->n; j++)
			for (unsigned k = 0; k < f->k; k++)
				x->c[i][j] = double_fma(x->a[i][k],
							x->b[k][j],
							x->c[i][j]);
}

/* --- floats through the aligner --- */

struct operand {
	int32_t digits, exponent;
	bool special;
};

static struct operand
operand_of(unsigned t, uint64_t bits)
{
	struct number n = num_unpack((enum num_type)t, bits, 0);
	struct operand o = {(int32_t)n.digits, n.exponent, false};

	o.special = n.kind == NUMBER_NAN || n.kind == NUMBER_INFINITE;
	o.exponent += num_format((enum num_type)t)->fraction;
	if (!o.digits)
		o.exponent = MMA_NOTHING;
	if (n.negative)
		o.digits = -o.digits;
	return o;
}

/* True if there is an infinity or a NaN among the operands. */
static bool
load_tile(const struct mma *f, const struct mma_cells *x, struct mma_tile *t)
{
	bool special = false;
	struct operand o;

	for (unsigned i = 0; i < f->m; i++)
		for (unsigned k = 0; k < f->k; k++) {
			o = operand_of(f->a, x->a[i][k]);
			t->a[i][k] = o.digits;
			t->a_exponent[i][k] = o.exponent;
			special |= o.special;
		}
	for (unsigned k = 0; k < f->k; k++)
		for (unsigned j = 0; j < f->n; j++) {
			o = operand_of(f->b, x->b[k][j]);
			t->b[k][j] = o.digits;
			t->b_exponent[k][j] = o.exponent;
			special |= o.special;
		}
	return special;
}

static uint64_t
number_to_f32(unsigned t, uint64_t bits)
{
	const struct num_cvt c = {NUM_F32, (enum num_type)t, 0};

	return t == NUM_F32 ? bits : num_convert(&c, bits);
}

/* As if every product and the sum were of infinite range: their kinds. */
static uint64_t
special_sum(const struct mma *f, const struct mma_cells *x, unsigned i,
	    unsigned j)
{
	uint64_t sum = number_to_f32(f->c, x->c[i][j]);
	uint64_t abc[3];

	sum = num_is(NUM_IS_FINITE, NUM_F32, sum) ? 0 : sum;
	for (unsigned k = 0; k < f->k; k++) {
		abc[0] = number_to_f32(f->a, x->a[i][k]);
		abc[1] = number_to_f32(f->b, x->b[k][j]);
		abc[2] = sum;
		if (num_is(NUM_IS_FINITE, NUM_F32, abc[0]) &&
		    num_is(NUM_IS_FINITE, NUM_F32, abc[1]))
			continue;
		sum = num_apply(NUM_FMA, NUM_F32, abc, 0);
	}
	return sum;
}

static uint64_t
packed(const struct mma *f, const struct mma_tile *t, unsigned i, unsigned j)
{
	const struct num_cvt c = {NUM_F16, NUM_F64, NUM_RN};
	uint64_t bits;

	if (f->d == NUM_F32)
		return t->sum[i][j];
	memcpy(&bits, &t->exact[i][j], sizeof(bits));
	return num_convert(&c, bits);
}

static void
load_sums(const struct mma *f, const struct mma_cells *x, struct mma_tile *t,
	  bool *special)
{
	uint64_t c;

	for (unsigned i = 0; i < f->m; i++)
		for (unsigned j = 0; j < f->n; j++) {
			c = number_to_f32(f->c, x->c[i][j]);
			t->sum[i][j] = (uint32_t)c;
			*special |= !num_is(NUM_IS_FINITE, NUM_F32, c);
		}
}

void
mma_core(const struct mma *f, struct mma_cells *x)
{
	const struct num_cvt narrow = {(enum num_type)f->d, NUM_F32, 0};
	struct mma_tile t = {.rows = f->m, .depth = f->k};
	bool special = load_tile(f, x, &t);
	uint64_t kind;

	t.point = num_format((enum num_type)f->a)->fraction +
		  num_format((enum num_type)f->b)->fraction;
	load_sums(f, x, &t, &special);
	num_lanes_here()->mma_multiply(&t);
	for (unsigned i = 0; i < f->m; i++)
		for (unsigned j = 0; j < f->n; j++) {
			kind = special ? special_sum(f, x, i, j) : 0;
			if (kind)
				x->c[i][j] = num_convert(&narrow, kind);
			else
				x->c[i][j] = packed(f, &t, i, j);
		}
}

static bool
is_quad(const struct mma *f)
{
	return f->m == 8 && f->k == 4 && f->a == NUM_F16;
}

void
mma_product(const struct mma *f, struct mma_cells *x)
{
	if (f->c == NUM_S32)
		integer_product(f, x);
	else if (f->a == NUM_F64)
		double_product(f, x);
	else if (is_quad(f))
		mma_of_quad(f, x);
	else if (f->a == NUM_E4M3 || f->a == NUM_E5M2)
		mma_of_fp8(f, x);
	else
		mma_core(f, x);
}

void
mma_sync(const struct mma *f, void *const d[], void *const a[],
	 void *const b[], void *const c[])
{
	bool quads = is_quad(f);
	struct mma_cells x;

	memset(&x, 0, sizeof(x));
	for (int q = 0; q < (quads ? 4 : 1); q++) {
		mma_gather(f, MMA_A, &x, a, quads ? q : -1);
		mma_gather(f, MMA_B, &x, b, quads ? q : -1);
		mma_gather(f, MMA_C, &x, c, quads ? q : -1);
		mma_product(f, &x);
		mma_scatter(f, &x, d, quads ? q : -1);
	}
}
