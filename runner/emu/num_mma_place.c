/*
 * Which lane holds which element of a matrix instruction, and the
 * instructions that do nothing but move such elements.
 *
 * All shapes but the oldest follow one rule: a lane has a group, lane / 4, and
 * a place in it, lane % 4; a register of A or B holds elements that follow each
 * other along k, and four lanes make a run; further registers of A are 8 rows
 * below, then a run further along k. m8n8k4.f16 is of another age: four
 * matrices at once, each of two quads of lanes.
 */
#include "num_mma.h"

#include <string.h>

#include "num.h"

static unsigned
element_bits(unsigned t)
{
	return num_bits((enum num_type)t);
}

static bool
is_quad(const struct mma *f)
{
	return f->m == 8 && f->k == 4 && f->a == NUM_F16;
}

struct mma_family {
	unsigned char m, k;
	unsigned char a, b; /* a range of types; of both operands */
	unsigned char c; /* c and d */
};

static bool
is_family(const struct mma *f)
{
	static const struct mma_family families[] = {
		{16, 8, NUM_F16, NUM_F16, NUM_F16},
		{16, 8, NUM_F16, NUM_F16, NUM_F32},
		{16, 16, NUM_F16, NUM_F16, NUM_F16},
		{16, 16, NUM_F16, NUM_F16, NUM_F32},
		{16, 8, NUM_BF16, NUM_BF16, NUM_F32},
		{16, 16, NUM_BF16, NUM_BF16, NUM_F32},
		{16, 4, NUM_TF32, NUM_TF32, NUM_F32},
		{16, 8, NUM_TF32, NUM_TF32, NUM_F32},
		{16, 32, NUM_E4M3, NUM_E5M2, NUM_F32},
		{16, 32, NUM_E4M3, NUM_E5M2, NUM_F16},
		{16, 16, NUM_E4M3, NUM_E5M2, NUM_F32},
		{16, 16, NUM_E4M3, NUM_E5M2, NUM_F16},
		{8, 4, NUM_F64, NUM_F64, NUM_F64},
		{16, 4, NUM_F64, NUM_F64, NUM_F64},
		{16, 8, NUM_F64, NUM_F64, NUM_F64},
		{16, 16, NUM_F64, NUM_F64, NUM_F64},
		{8, 16, NUM_U8, NUM_S8, NUM_S32},
		{16, 16, NUM_U8, NUM_S8, NUM_S32},
		{16, 32, NUM_U8, NUM_S8, NUM_S32},
	};

	for (unsigned i = 0; i < sizeof(families) / sizeof(*families); i++) {
		const struct mma_family *x = &families[i];

		if (f->m == x->m && f->k == x->k && f->c == x->c &&
		    f->a >= x->a && f->a <= x->b && f->b >= x->a &&
		    f->b <= x->b)
			return true;
	}
	return false;
}

bool
mma_exists(const struct mma *f)
{
	if (f->n != 8 || (f->satfinite && f->c != NUM_S32))
		return false;
	if (is_quad(f))
		return f->b == NUM_F16 &&
		       (f->c == NUM_F16 || f->c == NUM_F32) &&
		       (f->d == NUM_F32 ||
			(f->d == NUM_F16 && f->c == NUM_F16));
	return !f->a_col && !f->b_row && f->c == f->d && is_family(f);
}

unsigned
mma_registers(const struct mma *f, enum mma_part p)
{
	unsigned cells = f->m * f->n, bits = element_bits(f->d);
	unsigned all;

	if (p == MMA_A)
		cells = f->m * f->k;
	if (p == MMA_B)
		cells = f->k * f->n;
	if (p == MMA_A || p == MMA_B)
		bits = element_bits(p == MMA_A ? f->a : f->b);
	if (p == MMA_C)
		bits = element_bits(f->c);
	if (is_quad(f))
		cells *= 4;
	all = cells * bits / 32;
	return bits == 64 ? all / 64 : all / 32;
}

static struct mma_place
quad_place(const struct mma *f, enum mma_part p, unsigned lane, unsigned i)
{
	unsigned half = lane < 16 ? 0 : 4, own = lane % 4;
	unsigned row = own + half, col = i;
	bool across = p == MMA_A ? f->a_col : !f->b_row;

	if (p == MMA_A && across) {
		row = i + half;
		col = own;
	}
	if (p == MMA_B) {
		row = across ? i : own;
		col = across ? own + half : i + half;
	}
	if ((p == MMA_C ? f->c : f->d) == NUM_F32 && p >= MMA_C) {
		row = (lane & 1) + (i & 2) + half;
		col = (i & 4) + (lane & 2) + (i & 1);
	}
	return (struct mma_place){(unsigned char)row, (unsigned char)col};
}

struct mma_place
mma_place(const struct mma *f, enum mma_part p, unsigned lane, unsigned i)
{
	unsigned group = lane / 4, own = lane % 4;
	unsigned bits = element_bits(p == MMA_A ? f->a : f->b);
	unsigned each = bits >= 32 ? 1 : 32 / bits;
	unsigned r = i / each, down = f->m == 16 ? r % 2 : 0;
	unsigned along = each * own + i % each;

	if (is_quad(f))
		return quad_place(f, p, lane, i);
	if (p >= MMA_C)
		return (struct mma_place){
			(unsigned char)(group + i / 2 * 8),
			(unsigned char)(own * 2 + i % 2)};
	if (p == MMA_B)
		return (struct mma_place){
			(unsigned char)(along + each * 4 * r),
			(unsigned char)group};
	if (f->m == 16)
		r /= 2;
	return (struct mma_place){(unsigned char)(group + down * 8),
				  (unsigned char)(along + each * 4 * r)};
}

void
mma_ldmatrix(uint32_t *const d[], uint8_t rows[32][16], unsigned count,
	     bool trans)
{
	uint16_t pair[2];

	for (unsigned r = 0; r < count; r++)
		for (unsigned lane = 0; lane < 32; lane++) {
			unsigned own = lane % 4 * 2, group = lane / 4;

			for (unsigned i = 0; i < 2; i++) {
				unsigned row = trans ? own + i : group;
				unsigned col = trans ? group : own + i;

				memcpy(&pair[i], &rows[r * 8 + row][col * 2],
				       2);
			}
			d[r][lane] = pair[0] | (uint32_t)pair[1] << 16;
		}
}

void
mma_stmatrix(uint8_t rows[32][16], uint32_t *const a[], unsigned count,
	     bool trans)
{
	for (unsigned r = 0; r < count; r++)
		for (unsigned lane = 0; lane < 32; lane++) {
			unsigned own = lane % 4 * 2, group = lane / 4;

			for (unsigned i = 0; i < 2; i++) {
				unsigned row = trans ? own + i : group;
				unsigned col = trans ? group : own + i;
				uint16_t x = (uint16_t)(a[r][lane] >> i * 16);

				memcpy(&rows[r * 8 + row][col * 2], &x, 2);
			}
		}
}

void
mma_movmatrix(uint32_t d[32], const uint32_t a[32])
{
	uint8_t rows[32][16];
	uint32_t copy[32], *all[1] = {copy};

	memcpy(copy, a, sizeof(copy));
	mma_stmatrix(rows, all, 1, false);
	all[0] = d;
	mma_ldmatrix(all, rows, 1, true);
}
