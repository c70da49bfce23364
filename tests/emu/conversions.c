/*
 * conversions: cvt of runner/emu against the tests' exact arithmetic. Every
 * half and every fp8 to everything; fp32 and fp64 around every half, around
 * integers, and at random; integers of each width; and that approximate
 * functions stay within what num_error_at promises.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "exact.h"
#include "num.h"
#include "operands.h"

struct tally {
	long done, bad;
};

struct kind {
	enum num_type type;
	const struct shape *shape;
	uint64_t nan;
};

static const struct kind floats[] = {
	{NUM_F16, &SHAPE_F16, 0x7fff},
	{NUM_BF16, &SHAPE_BF16, 0x7fff},
	{NUM_F32, &SHAPE_F32, 0x7fffffff},
	{NUM_F64, &SHAPE_F64, 0},
};

static void
expect(struct tally *t, const struct num_cvt *c, uint64_t a, uint64_t want)
{
	uint64_t got = num_convert(c, a);

	t->done++;
	if (got != want && t->bad++ < 10)
		printf("cvt to %d from %d how %u of %llx: %llx, not %llx\n",
		       (int)c->to, (int)c->from, c->how,
		       (unsigned long long)a, (unsigned long long)got,
		       (unsigned long long)want);
}

/* --- floats to floats --- */

static uint64_t
sign_of(struct shape s, uint64_t x)
{
	return x >> (s.bits - 1) & 1;
}

/*
 * A NaN is canonical; but from bf16 to fp32 it is shifted, and where fp64
 * takes part it is quiet and its bits go along from the top.
 */
static uint64_t
nan_of(const struct kind *to, const struct kind *from, uint64_t a)
{
	int width = to->shape->bits, more;
	uint64_t top, sign = sign_of(*from->shape, a);

	if (to->type == NUM_F32 && from->type == NUM_BF16)
		return a << 16;
	if (to->type != NUM_F64 && from->type != NUM_F64)
		return to->nan;
	top = (a & ((1ull << from->shape->fraction) - 1))
	      << (64 - from->shape->fraction);
	top = (top | 1ull << 63) >> (64 - to->shape->fraction);
	more = width - 1 - to->shape->fraction;
	return sign << (width - 1) |
	       ((1ull << more) - 1) << to->shape->fraction | top;
}

static void
check_float(struct tally *t, const struct kind *to, const struct kind *from,
	    uint64_t a)
{
	struct num_cvt c = {to->type, from->type, 0};
	uint64_t sign = sign_of(*from->shape, a) << (to->shape->bits - 1);
	uint64_t infinity = (1ull << (to->shape->bits - 1)) -
			    (1ull << to->shape->fraction);
	struct exact e;

	if (shape_nan(*from->shape, a)) {
		expect(t, &c, a, nan_of(to, from, a));
		return;
	}
	if (shape_infinite(*from->shape, a)) {
		expect(t, &c, a, infinity | sign);
		return;
	}
	exact_set(&e, *from->shape, a);
	for (c.how = 0; c.how < 4; c.how++)
		expect(t, &c, a,
		       exact_is_zero(&e)
			       ? sign
			       : exact_round(&e, *to->shape,
					     (enum exact_round)c.how));
}

/* Around each half: itself, the tie above, and their neighbours. */
static void
check_around(struct tally *t, const struct kind *to, const struct kind *from)
{
	struct num_cvt widen = {from->type, to->type, 0};
	uint64_t tie = 1ull << (from->shape->fraction - to->shape->fraction -
				1);

	for (unsigned h = 0; h < 0x10000; h++) {
		uint64_t x = num_convert(&widen, h);

		check_float(t, to, from, x - 1);
		check_float(t, to, from, x + 1);
		check_float(t, to, from, x + tie - 1);
		check_float(t, to, from, x + tie);
		check_float(t, to, from, x + tie + 1);
	}
}

static void
check_floats(struct tally *t, long count)
{
	uint64_t seed = 3, abc[3];

	for (unsigned i = 0; i < 4; i++)
		for (unsigned h = 0; h < 0x10000; h++)
			for (unsigned from = 0; from < 2; from++)
				if (i != from)
					check_float(t, &floats[i],
						    &floats[from], h);
	for (unsigned to = 0; to < 2; to++)
		check_around(t, &floats[to], &floats[2]);
	check_around(t, &floats[0], &floats[3]);
	for (long i = 0; i < count; i++) {
		operand_tuple(&seed, 32, 23, abc);
		check_float(t, &floats[0], &floats[2], abc[0]);
		check_float(t, &floats[1], &floats[2], abc[1]);
		check_float(t, &floats[3], &floats[2], abc[2]);
		operand_tuple(&seed, 64, 52, abc);
		check_float(t, &floats[2], &floats[3], abc[0]);
		abc[1] = (abc[1] & 0x80ffffffffffffff) | 0x3800000000000000;
		check_float(t, &floats[2], &floats[3], abc[1]);
	}
}

/* --- fp8 --- */

static double
value8(enum num_type t, unsigned x)
{
	int fraction = t == NUM_E4M3 ? 3 : 2, bias = t == NUM_E4M3 ? 7 : 15;
	int field = (int)(x & 0x7f) >> fraction;
	int digits = (int)(x & ((1u << fraction) - 1));

	if (field)
		digits |= 1 << fraction;
	return ldexp(digits, (field ? field : 1) - bias - fraction);
}

/* The code of the nearest; ties to the even code; no larger than the last. */
static unsigned
nearest8(enum num_type t, double size)
{
	unsigned last = t == NUM_E4M3 ? 0x7e : 0x7b, x = 0;
	double below, above;

	while (x < last && value8(t, x + 1) <= size)
		x++;
	if (x == last)
		return x;
	below = size - value8(t, x);
	above = value8(t, x + 1) - size;
	return below < above || (below == above && !(x & 1)) ? x : x + 1;
}

static double
half_value(unsigned h)
{
	int field = (int)(h >> 10 & 31);
	int digits = (int)(h & 0x3ff) | (field ? 0x400 : 0);

	return field == 31 ? (double)INFINITY
			   : ldexp(digits, (field ? field : 1) - 25);
}

static void
check_fp8(struct tally *t, enum num_type small)
{
	struct num_cvt to = {small, NUM_F16, NUM_SATFINITE};
	struct num_cvt from = {NUM_F16, small, 0};
	unsigned last = small == NUM_E4M3 ? 0x7e : 0x7b;

	for (unsigned h = 0; h < 0x10000; h++) {
		unsigned sign = h >> 8 & 0x80;

		if ((h & 0x7fff) > 0x7c00)
			expect(t, &to, h, 0x7f);
		else
			expect(t, &to, h, sign | nearest8(small,
							  half_value(h)));
	}
	for (unsigned x = 0; x < 256; x++) {
		uint64_t h = num_convert(&from, x);

		t->done++;
		if ((x & 0x7f) <= last &&
		    (half_value((unsigned)h & 0x7fff) != value8(small, x) ||
		     h >> 15 != x >> 7) &&
		    t->bad++ < 10)
			printf("fp8 %x: %llx\n", x, (unsigned long long)h);
	}
}

/* --- floats and integers --- */

static const struct {
	enum num_type type;
	unsigned bits;
	bool is_signed;
} integers[] = {
	{NUM_U8, 8, false},   {NUM_S8, 8, true},   {NUM_U16, 16, false},
	{NUM_S16, 16, true},  {NUM_U32, 32, false}, {NUM_S32, 32, true},
	{NUM_U64, 64, false}, {NUM_S64, 64, true},
};

static double
rounded(double x, unsigned how)
{
	double low = floor(x), part = x - low;

	if (how == NUM_RM)
		return low;
	if (how == NUM_RP)
		return ceil(x);
	if (how == NUM_RZ)
		return trunc(x);
	if (part != 0.5)
		return part < 0.5 ? low : low + 1;
	return fmod(low, 2) == 0 ? low : low + 1;
}

/* What PTX makes of an integral X, in BITS. */
static uint64_t
clamped(double x, unsigned bits, bool is_signed)
{
	double top = ldexp(1, (int)bits - is_signed);
	uint64_t mask = bits == 64 ? UINT64_MAX : (1ull << bits) - 1;

	if (x >= top)
		return is_signed ? mask >> 1 : mask;
	if (!is_signed && x <= 0)
		return 0;
	if (x <= -top)
		return (mask >> 1) + 1;
	return x < 0 ? (0 - (uint64_t)-x) & mask : (uint64_t)x;
}

static void
check_to_integer(struct tally *t, const struct kind *from, uint64_t a)
{
	struct num_cvt widen = {NUM_F64, from->type, 0};
	uint64_t bits = from->type == NUM_F64 ? a : num_convert(&widen, a);
	double x;

	memcpy(&x, &bits, sizeof(x));
	for (unsigned i = 0; i < 8; i++)
		for (unsigned how = 0; how < 4; how++) {
			struct num_cvt c = {integers[i].type, from->type,
					    how | NUM_INTEGRAL};

			if (isnan(x)) {
				expect(t, &c, a,
				       integers[i].bits == 64 ||
						       from->type == NUM_F64
					       ? 1ull << (integers[i].bits - 1)
					       : 0);
				continue;
			}
			expect(t, &c, a,
			       clamped(rounded(x, how), integers[i].bits,
				       integers[i].is_signed));
		}
}

/* The bits of an integer as two doubles, which are exact. */
static void
check_from_integer(struct tally *t, unsigned i, uint64_t a)
{
	uint64_t size, part[2];
	bool negative = integers[i].is_signed && a >> 63;
	struct exact e, f;
	double d[2];

	if (integers[i].bits < 64 && integers[i].is_signed)
		a = (uint64_t)((int64_t)(a << (64 - integers[i].bits)) >>
			       (64 - integers[i].bits));
	else if (integers[i].bits < 64)
		a &= (1ull << integers[i].bits) - 1;
	negative = integers[i].is_signed && a >> 63;
	size = negative ? 0 - a : a;
	d[0] = (double)(size >> 32) * 4294967296.0;
	d[1] = (double)(size & 0xffffffff);
	memcpy(part, d, sizeof(part));
	exact_set(&e, SHAPE_F64, part[0]);
	exact_set(&f, SHAPE_F64, part[1]);
	exact_add(&e, &f);
	e.negative = negative;
	for (unsigned to = 0; to < 4; to++)
		for (unsigned how = 0; how < 4; how++) {
			struct num_cvt c = {floats[to].type,
					    integers[i].type, how};

			expect(t, &c, a,
			       exact_round(&e, *floats[to].shape,
					   (enum exact_round)how));
		}
}

static void
check_integers(struct tally *t, long count)
{
	uint64_t seed = 5, r;

	for (unsigned h = 0; h < 0x10000; h++) {
		check_to_integer(t, &floats[0], h);
		check_to_integer(t, &floats[1], h);
	}
	for (long i = 0; i < count; i++) {
		r = operand_random(&seed);
		/* exponents of 2^-4 to 2^66 */
		check_to_integer(t, &floats[2],
				 (r & 0x807fffff) |
					 (123 + (r >> 40) % 71) << 23);
		check_to_integer(t, &floats[3],
				 (r & 0x800fffffffffffff) |
					 (1019 + (r >> 40) % 71) << 52);
		check_to_integer(t, &floats[2],
				 (r & 0xffffffff) | 0x7f800001);
		check_to_integer(t, &floats[3], r | 0x7ff0000000000001);
		r = operand_random(&seed);
		check_from_integer(t, (unsigned)i % 8,
				   operand_random(&seed) >> (r % 64));
		check_from_integer(t, (unsigned)i % 8, 0 - (r >> (r % 64)));
	}
}

/* --- tf32, and approximate functions --- */

static void
check_tf32(struct tally *t, long count)
{
	struct num_cvt c = {NUM_TF32, NUM_F32, NUM_RNA};
	uint64_t seed = 6, x;

	for (long i = 0; i < count; i++) {
		x = operand_random(&seed) & 0xffffffff;
		if ((x & 0x7f800000) != 0x7f800000)
			expect(t, &c, x, (x + 0x1000) & 0xffffe000);
		else
			expect(t, &c, x, x & 0xffffe000);
	}
}

static double
truth(enum num_op op, double x)
{
	switch ((unsigned)op) {
	case NUM_RCP_APPROX:
		return 1 / x;
	case NUM_SQRT_APPROX:
		return sqrt(x);
	case NUM_RSQRT_APPROX:
		return 1 / sqrt(x);
	case NUM_SIN_APPROX:
		return sin(x);
	case NUM_COS_APPROX:
		return cos(x);
	case NUM_LG2_APPROX:
		return log2(x);
	case NUM_EX2_APPROX:
		return exp2(x);
	default:
		return tanh(x);
	}
}

/* Within what is promised; an ulp is at most its share of the result. */
static bool
kept(const struct num_error *e, double want, double got)
{
	double digits = e->type == NUM_F32 ? 0x1p-23
			: e->type == NUM_F16 ? 0x1p-10
			: e->type == NUM_BF16 ? 0x1p-7 : 0x1p-52;
	double room = e->absolute + fabs(want) * e->relative +
		      fabs(want) * e->ulp * digits + 0x1p-149;

	return fabs(got - want) <= room * (1 + 1e-9);
}

/* How an argument is taken: nearest, and leaning each way. */
static const unsigned ways[] = {0, NUM_MORE, NUM_LESS, NUM_EITHER, NUM_TRUE};

static double
apply(const struct num_error *e, const uint64_t abc[3], unsigned how)
{
	struct num_cvt widen = {NUM_F64, e->type, 0};
	uint64_t bits;
	double got;

	how |= e->ftz ? NUM_FTZ : 0;
	bits = num_convert(&widen, num_apply(e->op, e->type, abc, how));
	memcpy(&got, &bits, sizeof(got));
	return got;
}

/* Leaning up is above what is true, leaning down below, the others between. */
static bool
in_order(const double got[5], double want)
{
	return got[2] <= got[0] && got[0] <= got[1] && got[2] < got[1] &&
	       got[2] <= want && want <= got[1] && got[2] <= got[4] &&
	       got[4] <= got[1] && (got[3] == got[1] || got[3] == got[2]);
}

/* Whether an earlier promise of the instruction is that of X. */
static bool
is_other(const struct num_error *e, double x)
{
	const struct num_error *one;

	for (unsigned i = 0; (one = num_error_at(i)) != e; i++)
		if (one->op == e->op && one->type == e->type &&
		    one->ftz == e->ftz && x >= one->low && x <= one->high)
			return true;
	return false;
}

static void
check_promise(struct tally *t, const struct num_error *e, uint64_t seed)
{
	struct num_cvt narrow = {e->type, NUM_F64, 0};
	struct num_cvt widen = {NUM_F64, e->type, 0};
	double low = e->low > -100 ? e->low : -100, x, got[5], want;
	double high = e->high < 100 ? e->high : 100;
	uint64_t abc[3] = {0, 0, 0}, bits;

	for (unsigned i = 0; i < 20000; i++) {
		x = low + (high - low) *
				  ((double)(operand_random(&seed) >> 11) *
				   0x1p-53);
		memcpy(&bits, &x, sizeof(bits));
		abc[0] = num_convert(&narrow, bits);
		bits = num_convert(&widen, abc[0]);
		memcpy(&x, &bits, sizeof(x));
		want = truth(e->op, x);
		if (fabs(want) >= 6e4 || fabs(want) <= 7e-5 || x == 0 ||
		    is_other(e, x))
			continue;
		for (unsigned k = 0; k < 5; k++) {
			got[k] = apply(e, abc, ways[k]);
			t->done++;
			if (!kept(e, want, got[k]) && t->bad++ < 10)
				printf("%s of %.9g: %.9g, not %.9g\n",
				       e->instruction, x, got[k], want);
		}
		if (!in_order(got, want) && t->bad++ < 10)
			printf("%s of %.9g leans to %.9g and %.9g\n",
			       e->instruction, x, got[1], got[2]);
	}
}

int
main(void)
{
	struct tally t = {0, 0};
	const struct num_error *e;

	check_floats(&t, 100000);
	check_fp8(&t, NUM_E4M3);
	check_fp8(&t, NUM_E5M2);
	check_integers(&t, 30000);
	check_tf32(&t, 100000);
	for (unsigned i = 0; (e = num_error_at(i)); i++)
		if (e->op != NUM_DIV_APPROX && e->op != NUM_DIV_FULL)
			check_promise(&t, e, i);
	printf("%ld results, %ld wrong\n", t.done, t.bad);
	return t.bad != 0;
}
