/*
 * Matrix products that sm_90 has no tensor core for: those of fp8 and
 * m8n8k4.f16. The assembler makes other instructions of them, and roundings
 * are where those round. The sequences were read in the SASS that ptxas 13.0
 * emits for sm_90; num_mma.h says them in words.
 */
#include "num_mma.h"

#include <string.h>

#include "num.h"
#include "num_parts.h"

static uint64_t
to_f16(unsigned t, uint64_t bits)
{
	const struct num_cvt c = {NUM_F16, (enum num_type)t, 0};

	return num_convert(&c, bits);
}

/*
 * Unpacking a register of four fp8 gives two of two f16: one product has the
 * lower two of each four along k, the other the upper two.
 */
static void
take_half(const struct mma *f, const struct mma_cells *x, unsigned upper,
	  struct mma_cells *to)
{
	unsigned from;

	for (unsigned k = 0; k < f->k / 2u; k++) {
		from = k / 2 * 4 + k % 2 + upper * 2;
		for (unsigned i = 0; i < f->m; i++)
			to->a[i][k] = to_f16(f->a, x->a[i][from]);
		for (unsigned j = 0; j < f->n; j++)
			to->b[k][j] = to_f16(f->b, x->b[from][j]);
	}
}

void
mma_of_fp8(const struct mma *f, struct mma_cells *x)
{
	struct mma half = *f;
	struct mma_cells y;
	uint64_t ab[3] = {0, 0, 0};

	half.k /= 2;
	half.a = half.b = NUM_F16;
	memset(&y, 0, sizeof(y));
	for (unsigned upper = 0; upper < 2; upper++) {
		take_half(f, x, upper, &y);
		mma_core(&half, &y);
	}
	for (unsigned i = 0; i < f->m; i++)
		for (unsigned j = 0; j < f->n; j++) {
			ab[0] = x->c[i][j];
			ab[1] = y.c[i][j];
			x->c[i][j] = num_apply(NUM_ADD, (enum num_type)f->d,
					       ab, 0);
		}
}

static uint64_t
f32_of(unsigned t, uint64_t bits)
{
	const struct num_cvt c = {NUM_F32, (enum num_type)t, 0};

	return t == NUM_F32 ? bits : num_convert(&c, bits);
}

/* The operands of a sum of four, in fp32. */
struct quad {
	uint64_t a[4], b[4], c;
};

static uint64_t
fused(const struct quad *q, unsigned k, uint64_t sum)
{
	const uint64_t abc[3] = {q->a[k], q->b[k], sum};

	return num_apply(NUM_FMA, NUM_F32, abc, 0);
}

static uint64_t
added(uint64_t a, uint64_t b)
{
	const uint64_t ab[3] = {a, b, 0};

	return num_apply(NUM_ADD, NUM_F32, ab, 0);
}

static uint64_t
chain_of_four(const struct quad *q)
{
	uint64_t sum = 0;

	for (unsigned k = 0; k < 4; k++)
		sum = fused(q, k, sum);
	return added(q->c, sum);
}

static uint64_t
two_pairs(const struct quad *q)
{
	uint64_t sum = q->c, pair;

	for (unsigned k = 0; k < 4; k += 2) {
		const uint64_t ab[3] = {q->a[k], q->b[k], 0};

		pair = num_apply(NUM_MUL, NUM_F32, ab, 0);
		sum = added(sum, fused(q, k + 1, pair));
	}
	return sum;
}

void
mma_of_quad(const struct mma *f, struct mma_cells *x)
{
	const struct num_cvt narrow = {NUM_F16, NUM_F32, 0};
	struct quad q;

	for (unsigned i = 0; i < f->m; i++)
		for (unsigned j = 0; j < f->n; j++) {
			q.c = f32_of(f->c, x->c[i][j]);
			for (unsigned k = 0; k < 4; k++) {
				q.a[k] = f32_of(f->a, x->a[i][k]);
				q.b[k] = f32_of(f->b, x->b[k][j]);
			}
			x->c[i][j] = f->d == NUM_F32
					     ? chain_of_four(&q)
					     : num_convert(&narrow,
							   two_pairs(&q));
		}
}
