/*
 * The vectors of integers, comparisons and addresses against what computes
 * them one lane at a time, on random and special values, for each build that
 * this processor runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code.h"
#include "int.h"
#include "num.h"
#include "ptx_type.h"
#include "vec.h"

enum { ROUNDS = 2000 };

static const unsigned types[VEC_TYPES] = { PTX_U32, PTX_S32, PTX_U64,
					   PTX_S64 };

static uint64_t
next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 29 ^ *state << 19;
}

/* Often a special value: around 0, the ends, few bits. */
static uint64_t
next_value(uint64_t *state)
{
	static const uint64_t special[] = {
		0, 1, 2, 31, 32, 33, 63, 64, UINT32_MAX, UINT64_MAX,
		0x7fffffff, 0x80000000, INT64_MAX, UINT64_C(1) << 63,
	};
	uint64_t r = next_random(state);

	if (r % 3)
		return next_random(state);
	return special[r / 3 % (sizeof(special) / sizeof(special[0]))];
}

struct lanes {
	union {
		uint32_t narrow[LANES];
		uint64_t wide[LANES];
	} u;
};

static void
fill(struct lanes *l, bool wide, uint64_t *state)
{
	unsigned i;

	memset(l, 0, sizeof(*l));
	for (i = 0; i < LANES; i++) {
		if (wide)
			l->u.wide[i] = next_value(state);
		else
			l->u.narrow[i] = (uint32_t)next_value(state);
	}
}

/* Is source N of OP on 64 bits? */
static bool
is_wide(enum int_op op, unsigned type, unsigned n)
{
	if (n == 2 && op == INT_MAD_WIDE)
		return true;
	if (n == 1 && (op == INT_SHL || op == INT_SHR))
		return false;
	return ptx_type_bits((enum ptx_type)type) == 64;
}

static unsigned
test_op(const struct vectors *v, enum int_op op, unsigned column)
{
	unsigned type = types[column], failed = 0, round, n;
	struct lanes in[3], fast, slow;
	const void *abc[3] = { &in[0], &in[1], &in[2] };
	uint64_t state = (uint64_t)op * 4 + column;

	if (!v->ints[op][column])
		return 0;
	for (round = 0; round < ROUNDS && !failed; round++) {
		for (n = 0; n < 3; n++)
			fill(&in[n], is_wide(op, type, n), &state);
		memset(&fast, 0, sizeof(fast));
		memset(&slow, 0, sizeof(slow));
		v->ints[op][column](&fast, abc, 0);
		int_lanes(&slow, abc, int_how(op, type, 0));
		failed = memcmp(&fast, &slow, sizeof(fast)) != 0;
	}
	if (failed)
		fprintf(stderr, "vectors: operation %d of type %u\n", (int)op,
			column);
	return failed;
}

static unsigned
test_compare(const struct vectors *v, unsigned compare, unsigned column)
{
	bool wide = ptx_type_bits((enum ptx_type)types[column]) == 64;
	uint64_t state = compare * 4 + column;
	struct lanes a, b;
	unsigned round, lane;

	for (round = 0; round < ROUNDS; round++) {
		fill(&a, wide, &state);
		fill(&b, wide, &state);
		for (lane = 0; lane < LANES; lane += 3)
			b.u.narrow[lane] = a.u.narrow[lane];
		if (v->compare[compare][column](&a, &b) !=
		    int_compare(compare, types[column], &a, &b)) {
			fprintf(stderr, "vectors: comparison %u of type %u\n",
				compare, column);
			return 1;
		}
	}
	return 0;
}

static enum pattern
pattern_of(const uint64_t at[LANES], uint32_t mask, unsigned bytes)
{
	unsigned first = (unsigned)__builtin_ctz(mask), i;
	bool same = true, line = true;

	for (i = 0; i < LANES; i++) {
		if (!(mask >> i & 1))
			continue;
		same &= at[i] == at[first];
		line &= at[i] == at[first] + (uint64_t)(i - first) * bytes;
	}
	return same ? PATTERN_SAME : line ? PATTERN_LINE : PATTERN_NONE;
}

static unsigned
test_patterns(const struct vectors *v)
{
	uint64_t at[LANES], state = 1, step;
	uint32_t narrow[LANES], mask;
	unsigned round, i, bytes, failed = 0;

	for (round = 0; round < ROUNDS && !failed; round++) {
		bytes = 1u << next_random(&state) % 5;
		step = next_random(&state) % 3 ? bytes : 0;
		mask = (uint32_t)next_random(&state) | 1u << round % 32;
		for (i = 0; i < LANES; i++) {
			at[i] = 0x1000 + i * step;
			narrow[i] = (uint32_t)at[i];
		}
		i = round % 32;
		if (next_random(&state) % 2)
			at[i] = narrow[i] = 0x2000;
		failed = v->pattern64(at, mask, bytes) !=
				 pattern_of(at, mask, bytes) ||
			 v->pattern32(narrow, mask, bytes) !=
				 pattern_of(at, mask, bytes);
	}
	if (failed)
		fprintf(stderr, "vectors: a pattern of addresses\n");
	return failed;
}

static unsigned
test_blends(const struct vectors *v)
{
	struct lanes a, b, r, w;
	uint64_t state = 7;
	uint32_t mask;
	unsigned round, i, failed = 0;

	for (round = 0; round < ROUNDS; round++) {
		fill(&a, true, &state);
		fill(&b, true, &state);
		mask = (uint32_t)next_random(&state);
		r = w = a;
		v->blend64(w.u.wide, b.u.wide, mask);
		v->blend32(r.u.narrow, b.u.narrow, mask);
		for (i = 0; i < LANES; i++) {
			bool on = mask >> i & 1;

			failed |= w.u.wide[i] !=
				  (on ? b.u.wide[i] : a.u.wide[i]);
			failed |= r.u.narrow[i] !=
				  (on ? b.u.narrow[i] : a.u.narrow[i]);
		}
		v->select32(r.u.narrow, a.u.narrow, b.u.narrow, mask);
		for (i = 0; i < LANES; i++)
			failed |= r.u.narrow[i] != (mask >> i & 1
							    ? a.u.narrow[i]
							    : b.u.narrow[i]);
	}
	if (failed)
		fprintf(stderr, "vectors: a blend\n");
	return failed;
}

static unsigned
test_build(const struct vectors *v)
{
	unsigned failed = test_patterns(v) + test_blends(v), column, n;

	for (column = 0; column < VEC_TYPES; column++) {
		for (n = 0; n < INT_OPS; n++)
			failed += test_op(v, (enum int_op)n, column);
		for (n = 0; n < VEC_COMPARES; n++)
			failed += test_compare(v, n, column);
	}
	return failed;
}

int
main(void)
{
	const struct vectors *v;
	unsigned i, failed = 0, builds = 0;

	for (i = 0; (v = vectors_at(i)); i++) {
		if (!v->runs_here())
			continue;
		failed += test_build(v);
		builds++;
	}
	printf("vectors: %u builds, %u faults\n", builds, failed);
	return failed || !builds;
}
