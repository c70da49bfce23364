/*
 * numbers [COUNT]: runner/emu's arithmetic against the tests' own exact one,
 * and every build of its loops over lanes against its arithmetic. COUNT tuples
 * a type, half a million unless given.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact.h"
#include "num.h"
#include "num_parts.h"
#include "operands.h"

struct kind {
	enum num_type type;
	const struct shape *shape;
	uint64_t nan;
	const char *name;
};

static const struct kind kinds[] = {
	{NUM_F16, &SHAPE_F16, 0x7fff, "f16"},
	{NUM_BF16, &SHAPE_BF16, 0x7fff, "bf16"},
	{NUM_F32, &SHAPE_F32, 0x7fffffff, "f32"},
	{NUM_F64, &SHAPE_F64, 0, "f64"},
};

struct tally {
	long done, bad;
};

static void
complain(struct tally *t, const char *what, const uint64_t abc[3],
	 const uint64_t got_want[2])
{
	if (t->bad++ < 10)
		printf("%s of %llx %llx %llx: %llx, not %llx\n", what,
		       (unsigned long long)abc[0], (unsigned long long)abc[1],
		       (unsigned long long)abc[2],
		       (unsigned long long)got_want[0],
		       (unsigned long long)got_want[1]);
}

/* --- the reference: p + c, where p is a product or a value --- */

static bool
is_zero(struct shape s, uint64_t x)
{
	return !(x & ((1ull << (s.bits - 1)) - 1));
}

static bool
sign_of(struct shape s, uint64_t x)
{
	return x >> (s.bits - 1) & 1;
}

struct term {
	struct exact value;
	bool nan, infinite, negative;
};

static struct term
term_value(struct shape s, uint64_t x)
{
	struct term t = {.nan = shape_nan(s, x),
			 .infinite = shape_infinite(s, x),
			 .negative = sign_of(s, x)};

	if (!t.nan && !t.infinite)
		exact_set(&t.value, s, x);
	return t;
}

static struct term
term_product(struct shape s, uint64_t x, uint64_t y)
{
	struct term t = {.negative = sign_of(s, x) != sign_of(s, y)};

	t.infinite = shape_infinite(s, x) || shape_infinite(s, y);
	t.nan = shape_nan(s, x) || shape_nan(s, y) ||
		(t.infinite && (is_zero(s, x) || is_zero(s, y)));
	if (!t.nan && !t.infinite)
		exact_product(&t.value, s, x, y);
	return t;
}

/* The bits of p + c, or of p alone; -1 for a NaN. */
static uint64_t
term_sum(struct shape s, struct term *p, const struct term *c,
	 enum exact_round how)
{
	uint64_t sign = 1ull << (s.bits - 1);
	uint64_t infinity = sign - (1ull << s.fraction);
	bool zero, negative = p->negative;

	if (p->nan || (c && c->nan) ||
	    (c && p->infinite && c->infinite && p->negative != c->negative))
		return UINT64_MAX;
	if (p->infinite || (c && c->infinite))
		return infinity |
		       ((p->infinite ? p : c)->negative ? sign : 0);
	if (c) {
		if (p->negative != c->negative)
			negative = how == EXACT_RM;
		exact_add(&p->value, &c->value);
	}
	zero = exact_is_zero(&p->value);
	return zero ? (negative ? sign : 0) : exact_round(&p->value, s, how);
}

static uint64_t
reference(enum num_op op, struct shape s, const uint64_t abc[3],
	  enum exact_round how)
{
	struct term p, c;

	if (op == NUM_MUL || op == NUM_FMA)
		p = term_product(s, abc[0], abc[1]);
	else
		p = term_value(s, abc[0]);
	if (op == NUM_MUL)
		return term_sum(s, &p, NULL, how);
	c = term_value(s, op == NUM_FMA ? abc[2] : abc[1]);
	if (op == NUM_SUB) {
		c.negative = !c.negative;
		c.value.negative = c.negative;
	}
	return term_sum(s, &p, &c, how);
}

/*
 * The same under .ftz: subnormal operands are zeros, and so is a result that
 * is below the smallest normal number when rounded to a format of the same
 * digits with one more bit of exponent.
 */
static uint64_t
flushed_reference(enum num_op op, struct shape s, const uint64_t abc[3],
		  enum exact_round how)
{
	struct shape wide = {s.bits + 1, s.fraction};
	uint64_t sign = 1ull << (s.bits - 1), x[3], y[3], r;
	uint64_t least = ((1ull << (s.bits - s.fraction - 2)) + 1)
			 << s.fraction;
	bool special = false;

	for (unsigned i = 0; i < 3; i++) {
		x[i] = (abc[i] & (sign - 1)) >> s.fraction ? abc[i]
							   : abc[i] & sign;
		y[i] = (x[i] & (sign - 1)) | (x[i] & sign) << 1;
		if (x[i] & (sign - 1))
			y[i] += least - (1ull << s.fraction);
		if (i < 2 || op == NUM_FMA)
			special |= shape_nan(s, x[i]) ||
				   shape_infinite(s, x[i]);
	}
	r = reference(op, wide, y, how);
	if (special || (r & (2 * sign - 1)) >= least)
		return reference(op, s, x, how);
	return r >> s.bits << (s.bits - 1);
}

/* A quotient or root is checked by what it's multiplied to. */
static int
product_against(struct shape s, const uint64_t xy[2], uint64_t a)
{
	struct exact p, q;

	exact_product(&p, s, xy[0], xy[1]);
	exact_set(&q, s, a);
	p.negative = false;
	q.negative = true;
	exact_add(&p, &q);
	return exact_is_zero(&p) ? 0 : p.negative ? -1 : 1;
}

/* Is R what dividing toward zero gives, or the root cut, of finite operands? */
static bool
cut_holds(enum num_op op, struct shape s, const uint64_t ab[2], uint64_t r)
{
	uint64_t mask = (1ull << (s.bits - 1)) - 1;
	uint64_t low[2] = {r & mask, 0}, high[2] = {(r & mask) + 1, 0};

	low[1] = op == NUM_SQRT ? low[0] : ab[1];
	high[1] = op == NUM_SQRT ? high[0] : ab[1];
	if (product_against(s, low, ab[0]) > 0)
		return false;
	return shape_infinite(s, high[0]) ||
	       product_against(s, high, ab[0]) > 0;
}

/* --- scalars --- */

static void
check_sums(struct tally *t, const struct kind *k, const uint64_t abc[3])
{
	static const enum num_op ops[] = {NUM_ADD, NUM_SUB, NUM_MUL, NUM_FMA};
	uint64_t pair[2];

	for (unsigned i = 0; i < 4; i++) {
		for (unsigned how = 0; how < 4; how++) {
			pair[1] = reference(ops[i], *k->shape, abc,
					    (enum exact_round)how);
			pair[0] = num_apply(ops[i], k->type, abc, how);
			t->done++;
			if (pair[1] == UINT64_MAX) {
				pair[1] = k->nan;
				if (k->type == NUM_F64 &&
				    shape_nan(*k->shape, pair[0]))
					continue;
			}
			if (pair[0] != pair[1])
				complain(t, k->name, abc, pair);
		}
	}
}

/* Operands whose product is about the smallest normal number. */
static void
edge_tuple(struct shape s, uint64_t *seed, uint64_t abc[3])
{
	uint64_t unit = 1ull << s.fraction, r = operand_random(seed);
	uint64_t one = ((1ull << (s.bits - s.fraction - 2)) - 1) * unit;
	uint64_t sign = 1ull << (s.bits - 1);

	abc[0] = one - (r & 3 ? r >> 8 & 3 : r >> 8 & (unit - 1));
	abc[1] = unit + (r & 12 ? r >> 40 & 1 : r >> 40 & (unit - 1));
	abc[2] = r & 16 ? 0 : unit + (r >> 5 & 1);
	abc[0] |= r >> 60 & 1 ? sign : 0;
	abc[2] |= r >> 61 & 1 ? sign : 0;
}

static void
check_flushed(struct tally *t, const struct kind *k, long count)
{
	static const enum num_op ops[] = {NUM_ADD, NUM_SUB, NUM_MUL, NUM_FMA};
	uint64_t abc[3], pair[2], seed = 13;

	for (long i = 0; i < count; i++) {
		if (i % 2)
			edge_tuple(*k->shape, &seed, abc);
		else
			operand_tuple(&seed, k->shape->bits,
				      k->shape->fraction, abc);
		for (unsigned n = 0; n < 16; n++) {
			pair[1] = flushed_reference(ops[n % 4], *k->shape, abc,
						    (enum exact_round)(n / 4));
			pair[0] = num_apply(ops[n % 4], k->type, abc,
					    n / 4 | NUM_FTZ);
			if (pair[1] == UINT64_MAX)
				pair[1] = k->nan;
			t->done++;
			if (pair[0] != pair[1])
				complain(t, "flushed", abc, pair);
		}
	}
}

static void
check_cuts(struct tally *t, const struct kind *k, const uint64_t abc[3])
{
	struct shape s = *k->shape;
	uint64_t pair[2] = {0, 0}, mask = (1ull << (s.bits - 1)) - 1;
	uint64_t a[3] = {abc[0] & mask, abc[1] & mask, 0};

	if (shape_nan(s, a[0]) || shape_nan(s, a[1]) ||
	    shape_infinite(s, a[0]) || shape_infinite(s, a[1]) || !a[1])
		return;
	pair[0] = num_apply(NUM_DIV, k->type, a, NUM_RZ);
	t->done += 2;
	if (!cut_holds(NUM_DIV, s, a, pair[0]))
		complain(t, "quotient", a, pair);
	pair[0] = num_apply(NUM_SQRT, k->type, a, NUM_RZ);
	if (!cut_holds(NUM_SQRT, s, a, pair[0]))
		complain(t, "root", a, pair);
}

/* To nearest and up, fp32 and fp64 against the host's own division. */
static void
check_host(struct tally *t, const uint64_t abc[3])
{
	uint64_t w[2];
	double x, y, r;

	memcpy(&x, &abc[0], 8);
	memcpy(&y, &abc[1], 8);
	r = x / y;
	memcpy(&w[1], &r, 8);
	w[0] = num_apply(NUM_DIV, NUM_F64, abc, 0);
	t->done++;
	if (w[0] != w[1] && !isnan(r))
		complain(t, "f64 division", abc, w);
	r = sqrt(x);
	memcpy(&w[1], &r, 8);
	w[0] = num_apply(NUM_SQRT, NUM_F64, abc, 0);
	if (w[0] != w[1] && !isnan(r))
		complain(t, "f64 root", abc, w);
}

static void
check_kind(struct tally *t, const struct kind *k, long count)
{
	uint64_t specials[OPERAND_SPECIALS], abc[3], seed = 1;
	int bits = k->shape->bits, fraction = k->shape->fraction;
	unsigned n = operand_specials(bits, fraction, specials);

	for (unsigned i = 0; i < n * n; i++) {
		abc[0] = specials[i % n];
		abc[1] = specials[i / n];
		abc[2] = specials[operand_random(&seed) % n];
		check_sums(t, k, abc);
		check_cuts(t, k, abc);
	}
	for (long i = 0; i < count; i++) {
		operand_tuple(&seed, bits, fraction, abc);
		check_sums(t, k, abc);
		check_cuts(t, k, abc);
		if (k->type == NUM_F64)
			check_host(t, abc);
	}
}

/* --- lanes --- */

struct warp {
	uint64_t wide[4][32]; /* d a b c */
	uint32_t narrow[4][32];
};

static void
fill(struct warp *w, enum num_type type, uint64_t *seed)
{
	const struct num_format *f = num_format(type);
	struct shape s = {f->bits, f->fraction};
	uint64_t abc[3], upper[3];

	for (unsigned i = 0; i < 32; i++) {
		operand_tuple(seed, f->bits, f->fraction, abc);
		if (i % 8 == 0)
			edge_tuple(s, seed, abc);
		operand_tuple(seed, f->bits, f->fraction, upper);
		for (unsigned k = 0; k < 3; k++) {
			if (num_is_pair(type))
				abc[k] |= upper[k] << 16;
			w->wide[k + 1][i] = abc[k];
			w->narrow[k + 1][i] = (uint32_t)abc[k];
		}
	}
}

static void
check_lanes(struct tally *t, enum num_op op, enum num_type type,
	    num_lanes *loop, unsigned how, uint64_t *seed)
{
	struct warp w;
	bool wide = type == NUM_F64;
	const void *abc[3];

	fill(&w, type, seed);
	for (unsigned k = 0; k < 3; k++)
		abc[k] = wide ? (void *)w.wide[k + 1]
			      : (void *)w.narrow[k + 1];
	loop(wide ? (void *)w.wide[0] : (void *)w.narrow[0], abc, how);
	for (unsigned i = 0; i < 32; i++) {
		uint64_t x[3] = {w.wide[1][i], w.wide[2][i], w.wide[3][i]};
		uint64_t pair[2] = {wide ? w.wide[0][i] : w.narrow[0][i],
				    num_apply(op, type, x, how)};
		char what[64];

		t->done++;
		snprintf(what, sizeof(what), "lanes op %d type %d how %u",
			 (int)op, (int)type, how);
		if (pair[0] != pair[1])
			complain(t, what, x, pair);
	}
}

static void
check_build(struct tally *t, const struct lanes *build, long count)
{
	static const unsigned hows[] = {0, NUM_FTZ, NUM_SAT,
					NUM_SAT | NUM_FTZ, NUM_RELU, NUM_NAN,
					NUM_RZ};
	uint64_t seed = 7;

	for (int op = 0; op < NUM_OPS; op++)
		for (int type = 0; type <= NUM_F64; type++) {
			num_lanes *loop = build->apply((enum num_op)op,
						       (enum num_type)type);

			for (long i = 0; loop && i < count * 7; i++)
				check_lanes(t, (enum num_op)op,
					    (enum num_type)type, loop,
					    hows[i % 7], &seed);
		}
}

static void
check_compare(struct tally *t, const struct lanes *build, long count)
{
	uint64_t seed = 9, ab[3];
	struct warp w;
	const void *both[2] = {w.narrow[1], w.narrow[2]};

	for (long i = 0; i < count * (NUM_UNORDERED + 1); i++) {
		enum num_compare c = (enum num_compare)(i % 14);
		uint32_t mask;

		fill(&w, NUM_F32, &seed);
		mask = build->f32_holds(c, both);
		for (unsigned k = 0; k < 32; k++) {
			uint64_t pair[2];

			ab[0] = w.narrow[1][k];
			ab[1] = w.narrow[2][k];
			ab[2] = (uint64_t)c;
			pair[0] = mask >> k & 1;
			pair[1] = num_holds(c, NUM_F32, ab, 0);
			t->done++;
			if (pair[0] != pair[1])
				complain(t, "comparison", ab, pair);
		}
	}
}

static void
check_convert(struct tally *t, const struct lanes *build, long count)
{
	static const struct num_cvt cvts[] = {
		{NUM_F32, NUM_F16, 0},	    {NUM_F32, NUM_BF16, 0},
		{NUM_F16, NUM_F32, 0},	    {NUM_BF16, NUM_F32, 0},
		{NUM_F32, NUM_S32, 0},	    {NUM_F32, NUM_U32, 0},
		{NUM_S32, NUM_F32, NUM_RZ},
	};
	uint64_t seed = 11;
	struct warp w;

	for (unsigned k = 0; k < sizeof(cvts) / sizeof(*cvts); k++)
		for (long i = 0; i < count * 20; i++) {
			fill(&w, cvts[k].from <= NUM_F64 ? cvts[k].from
							 : NUM_F32, &seed);
			build->convert(&cvts[k], w.narrow[0], w.narrow[1]);
			for (unsigned n = 0; n < 32; n++) {
				uint64_t x[3] = {w.narrow[1][n], k, 0};
				uint64_t pair[2] = {w.narrow[0][n],
					num_convert(&cvts[k], x[0])};

				t->done++;
				if (pair[0] != pair[1])
					complain(t, "cvt of lanes", x, pair);
			}
		}
}

int
main(int argc, char **argv)
{
	static const struct lanes *const builds[] = {NUM_LANES};
	long count = argc > 1 ? strtol(argv[1], NULL, 10) : 60000;
	struct tally t = {0, 0};

	for (unsigned i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		check_kind(&t, &kinds[i], count);
	check_flushed(&t, &kinds[0], count / 4);
	check_flushed(&t, &kinds[2], count / 4);
	for (unsigned i = 0; i < sizeof(builds) / sizeof(*builds); i++)
		if (builds[i]->runs_here()) {
			check_build(&t, builds[i], count / 600);
			check_compare(&t, builds[i], count / 600);
			check_convert(&t, builds[i], count / 600);
		}
	printf("%ld results, %ld wrong\n", t.done, t.bad);
	return t.bad != 0;
}
