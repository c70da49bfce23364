/*
 * matrices: fragments of mma.sync as the PTX ISA draws them, and the product
 * of small integers, which every type holds exactly, against plain loops. Then
 * wmma, whose fragments are nobody's business: each element has a place, and
 * the product comes out.
 */
#include <stdio.h>
#include <string.h>

#include "num.h"
#include "num_mma.h"
#include "operands.h"

enum {
	SIDE = 32,
	LANES = 32,
	REGISTERS = 8,
};

struct tally {
	long done, bad;
};

/* Registers of all lanes, of either width. */
struct fragment {
	uint64_t wide[REGISTERS][LANES];
	uint32_t narrow[REGISTERS][LANES];
	void *at[REGISTERS];
};

struct whole {
	int a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];
};

/*
 * Of A and B: where the first element of each register stands, beside what
 * the lane's group (row of A, column of B) and place in it add.
 */
struct drawn {
	unsigned char m, k, operand, sum;
	unsigned char each; /* elements of a register, along k */
	unsigned char a_row[8], a_k[8], b_k[4];
};

#define WORDS_16 \
	.each = 2, .a_row = {0, 8, 0, 8}, .a_k = {0, 0, 8, 8}, .b_k = {0, 8}
#define WORDS_8 .each = 2, .a_row = {0, 8}
#define BYTES_32 \
	.each = 4, .a_row = {0, 8, 0, 8}, .a_k = {0, 0, 16, 16}, \
	.b_k = {0, 16}
#define BYTES_16 .each = 4, .a_row = {0, 8}
#define SINGLE_8 \
	.each = 1, .a_row = {0, 8, 0, 8}, .a_k = {0, 0, 4, 4}, .b_k = {0, 4}
#define SINGLE_4 .each = 1, .a_row = {0, 8}

static const struct drawn all[] = {
	{16, 16, NUM_F16, NUM_F16, WORDS_16},
	{16, 16, NUM_F16, NUM_F32, WORDS_16},
	{16, 16, NUM_BF16, NUM_F32, WORDS_16},
	{16, 8, NUM_F16, NUM_F16, WORDS_8},
	{16, 8, NUM_F16, NUM_F32, WORDS_8},
	{16, 8, NUM_BF16, NUM_F32, WORDS_8},
	{16, 8, NUM_TF32, NUM_F32, SINGLE_8},
	{16, 4, NUM_TF32, NUM_F32, SINGLE_4},
	{16, 32, NUM_E4M3, NUM_F32, BYTES_32},
	{16, 32, NUM_E5M2, NUM_F16, BYTES_32},
	{16, 16, NUM_E5M2, NUM_F32, BYTES_16},
	{16, 16, NUM_E4M3, NUM_F16, BYTES_16},
	{16, 32, NUM_S8, NUM_S32, BYTES_32},
	{16, 32, NUM_U8, NUM_S32, BYTES_32},
	{16, 16, NUM_S8, NUM_S32, BYTES_16},
	{8, 16, NUM_S8, NUM_S32, .each = 4},
	{8, 4, NUM_F64, NUM_F64, .each = 1},
	{16, 4, NUM_F64, NUM_F64, SINGLE_4},
	{16, 8, NUM_F64, NUM_F64, SINGLE_8},
	{16, 16, NUM_F64, NUM_F64,
	 .each = 1,
	 .a_row = {0, 8, 0, 8, 0, 8, 0, 8},
	 .a_k = {0, 0, 4, 4, 8, 8, 12, 12},
	 .b_k = {0, 4, 8, 12}},
};

static unsigned
type_of(const struct mma *f, unsigned p)
{
	const unsigned char types[4] = {f->a, f->b, f->c, f->d};

	return types[p];
}

static struct mma_place
drawn_place(const struct drawn *x, unsigned p, unsigned lane, unsigned i)
{
	unsigned group = lane / 4, own = lane % 4, r = i / x->each, k;

	if (p >= 2)
		return (struct mma_place){
			(unsigned char)(group + (i < 2 ? 0 : 8)),
			(unsigned char)(own * 2 + i % 2)};
	k = own * x->each + i % x->each + (p ? x->b_k[r] : x->a_k[r]);
	if (p)
		return (struct mma_place){(unsigned char)k,
					  (unsigned char)group};
	return (struct mma_place){(unsigned char)(group + x->a_row[r]),
				  (unsigned char)k};
}

/* The oldest shape: a lane's own matrix is that of lane % 16 / 4. */
static struct mma_place
quad_place(const struct mma *f, unsigned p, unsigned lane, unsigned i)
{
	unsigned own = lane % 4 + (lane < 16 ? 0 : 4);
	unsigned rest = i + (lane < 16 ? 0 : 4), row = own, col = i;

	if (p == 0 && f->a_col) {
		row = rest;
		col = lane % 4;
	} else if (p == 1) {
		row = f->b_row ? lane % 4 : i;
		col = f->b_row ? rest : own;
	} else if (p >= 2 && type_of(f, p) == NUM_F32) {
		row = (lane & 1) + (i & 2) + (lane < 16 ? 0 : 4);
		col = (i & 4) + (lane & 2) + (i & 1);
	}
	return (struct mma_place){(unsigned char)row, (unsigned char)col};
}

/* --- filling, and reading back --- */

struct use {
	const struct mma *f;
	const struct drawn *drawn; /* NULL: of wmma, or of quads */
	bool wmma;
	unsigned quad;
};

static struct mma_place
place(const struct use *u, unsigned p, unsigned lane, unsigned i)
{
	if (u->wmma)
		return wmma_place(u->f, (enum mma_part)p, lane, i);
	return u->drawn ? drawn_place(u->drawn, p, lane, i)
			: quad_place(u->f, p, lane, i);
}

static unsigned
registers(const struct use *u, unsigned p)
{
	return u->wmma ? wmma_registers(u->f, (enum mma_part)p)
		       : mma_registers(u->f, (enum mma_part)p);
}

static bool
is_quad(const struct use *u)
{
	return !u->wmma && !u->drawn;
}

static uint64_t
encode(unsigned type, int x)
{
	const struct num_cvt c = {(enum num_type)type, NUM_S32, 0};

	return num_convert(&c, (uint32_t)x);
}

static int
random_integer(uint64_t *seed, unsigned type)
{
	int x = (int)(operand_random(seed) >> 20 & 7);

	return type == NUM_U8 || x < 5 ? x % 5 : x - 8;
}

static void
fill_whole(const struct mma *f, struct whole *x, uint64_t *seed)
{
	for (unsigned i = 0; i < SIDE; i++)
		for (unsigned j = 0; j < SIDE; j++) {
			x->a[i][j] = random_integer(seed, f->a);
			x->b[i][j] = random_integer(seed, f->b);
			x->c[i][j] = random_integer(seed, f->c) * 9;
		}
}

static void
fill_part(const struct use *u, unsigned p, const struct whole *x,
	  struct fragment *to)
{
	unsigned type = type_of(u->f, p), bits = num_bits((enum num_type)type);
	unsigned each = bits >= 32 ? 1 : 32 / bits;
	struct mma_place at;
	uint64_t word;
	int value;

	for (unsigned r = 0; r < registers(u, p); r++)
		for (unsigned lane = 0; lane < LANES; lane++) {
			if (is_quad(u) && lane % 16 / 4 != u->quad)
				continue;
			word = 0;
			for (unsigned e = 0; e < each; e++) {
				at = place(u, p, lane, r * each + e);
				value = p == 0	 ? x->a[at.row][at.col]
					: p == 1 ? x->b[at.row][at.col]
						 : x->c[at.row][at.col];
				word |= encode(type, value) << e * bits;
			}
			to->wide[r][lane] = word;
			to->narrow[r][lane] = (uint32_t)word;
		}
}

static int
product_at(const struct mma *f, const struct whole *x, struct mma_place at)
{
	int sum = x->c[at.row][at.col];

	for (unsigned k = 0; k < f->k; k++)
		sum += x->a[at.row][k] * x->b[k][at.col];
	return sum;
}

static void
check_result(struct tally *t, const struct use *u, const struct whole *x,
	     const struct fragment *d)
{
	unsigned type = u->f->d, bits = num_bits((enum num_type)type);
	unsigned each = bits >= 32 ? 1 : 32 / bits;
	char seen[SIDE][SIDE] = {{0}};
	struct mma_place at;
	uint64_t got, want;

	for (unsigned i = 0; i < registers(u, 3) * each; i++)
		for (unsigned lane = 0; lane < LANES; lane++) {
			if (is_quad(u) && lane % 16 / 4 != u->quad)
				continue;
			at = place(u, 3, lane, i);
			want = encode(type, product_at(u->f, x, at));
			got = bits == 64 ? d->wide[i][lane]
					 : d->narrow[i / each][lane] >>
						   i % each * bits;
			got &= bits == 16 ? 0xffff : UINT64_MAX;
			t->done++;
			if ((got != want || seen[at.row][at.col]++) &&
			    t->bad++ < 10)
				printf("m%un%uk%u type %u at %u %u: %llx, not "
				       "%llx\n",
				       u->f->m, u->f->n, u->f->k, u->f->a,
				       at.row, at.col, (unsigned long long)got,
				       (unsigned long long)want);
		}
}

static void
check_form(struct tally *t, struct use *u, uint64_t *seed)
{
	static struct fragment part[4];
	static struct whole x[4];
	bool wide = u->f->a == NUM_F64;

	for (unsigned p = 0; p < 4; p++)
		for (unsigned r = 0; r < REGISTERS; r++)
			part[p].at[r] = wide ? (void *)part[p].wide[r]
					     : (void *)part[p].narrow[r];
	for (u->quad = 0; u->quad < (is_quad(u) ? 4 : 1); u->quad++) {
		fill_whole(u->f, &x[u->quad], seed);
		for (unsigned p = 0; p < 3; p++)
			fill_part(u, p, &x[u->quad], &part[p]);
	}
	if (u->wmma)
		wmma_mma(u->f, part[3].at, part[0].at, part[1].at, part[2].at);
	else
		mma_sync(u->f, part[3].at, part[0].at, part[1].at, part[2].at);
	for (u->quad = 0; u->quad < (is_quad(u) ? 4 : 1); u->quad++)
		check_result(t, u, &x[u->quad], &part[3]);
}

static void
check_drawn(struct tally *t, uint64_t *seed)
{
	struct use u = {.wmma = false};

	for (unsigned i = 0; i < sizeof(all) / sizeof(*all); i++) {
		struct mma f = {.m = all[i].m, .n = 8, .k = all[i].k,
				.a = all[i].operand, .b = all[i].operand,
				.c = all[i].sum, .d = all[i].sum};

		u.f = &f;
		u.drawn = &all[i];
		if (!mma_exists(u.f) && t->bad++ < 10)
			printf("form %u does not exist\n", i);
		check_form(t, &u, seed);
	}
}

static void
check_quads(struct tally *t, uint64_t *seed)
{
	static const unsigned char sums[3][2] = {
		{NUM_F16, NUM_F16}, {NUM_F16, NUM_F32}, {NUM_F32, NUM_F32}};
	struct mma f = {.m = 8, .n = 8, .k = 4, .a = NUM_F16, .b = NUM_F16};
	struct use u = {.f = &f};

	for (unsigned i = 0; i < 12; i++) {
		f.a_col = i & 1;
		f.b_row = i >> 1 & 1;
		f.c = sums[i / 4][0];
		f.d = sums[i / 4][1];
		check_form(t, &u, seed);
	}
}

static void
check_wmma(struct tally *t, uint64_t *seed)
{
	static const unsigned char shapes[][3] = {
		{16, 16, 16}, {32, 8, 16}, {8, 32, 16}, {16, 16, 8}, {8, 8, 4}};
	static const unsigned char types[][3] = {
		{NUM_F16, NUM_F16, NUM_F16}, {NUM_F16, NUM_F16, NUM_F32},
		{NUM_F16, NUM_F32, NUM_F16}, {NUM_F16, NUM_F32, NUM_F32},
		{NUM_BF16, NUM_F32, NUM_F32}, {NUM_U8, NUM_S32, NUM_S32},
		{NUM_S8, NUM_S32, NUM_S32}, {NUM_TF32, NUM_F32, NUM_F32},
		{NUM_F64, NUM_F64, NUM_F64}};
	struct use u = {.wmma = true};
	unsigned found = 0;

	for (unsigned s = 0; s < 5; s++)
		for (unsigned i = 0; i < 9; i++) {
			struct mma f = {shapes[s][0], shapes[s][1],
					shapes[s][2], types[i][0],
					types[i][0],  types[i][1],
					types[i][2],  false, false, false};

			u.f = &f;
			found += wmma_exists(&f);
			if (wmma_exists(&f))
				check_form(t, &u, seed);
		}
	if (found != 23 && t->bad++ < 10)
		printf("%u forms of wmma, not 23\n", found);
}

int
main(void)
{
	struct tally t = {0, 0};
	uint64_t seed = 17;

	for (unsigned i = 0; i < 20; i++) {
		check_drawn(&t, &seed);
		check_quads(&t, &seed);
		check_wmma(&t, &seed);
	}
	printf("%ld elements, %ld wrong\n", t.done, t.bad);
	return t.bad != 0;
}
