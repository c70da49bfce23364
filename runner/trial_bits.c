/*
 * What a test left -> 64 bits an array and stretch of points.
 *
 * The idea: a check says that results are near enough, hashes say whether two
 * devices left the same. Arrays that are only read have hashes too, so that
 * other data are told from other results. FNV-1a is enough: the bits come from
 * arithmetic, nobody looks for two that collide. Elements of unordered sums are
 * hashed as they are; whoever compares knows which tests have such.
 */
#include <stdbool.h>
#include <string.h>

#include "device.h"
#include "formula.h"
#include "number.h"
#include "pack_test.h"
#include "trial_bits.h"
#include "trial_outcome.h"
#include "trial_parts.h"

#define FNV_START UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

static uint64_t
stretch_length(uint64_t points)
{
	return (points + OUTCOME_STRETCHES - 1) / OUTCOME_STRETCHES;
}

size_t
bits_stretches(uint64_t points)
{
	uint64_t length = stretch_length(points);

	return length ? (size_t)((points + length - 1) / length) : 0;
}

static uint64_t
hash(uint64_t h, const unsigned char *bytes, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		h = (h ^ bytes[i]) * FNV_PRIME;
	return h;
}

void
bits_add(struct trial *t)
{
	uint64_t length = stretch_length(test_points(t->test)), *h;
	const struct pack_variable *v = t->test->variables;
	size_t i;

	for (i = 0; i < t->test->nvariables; i++) {
		if (v[i].scalar)
			continue;
		h = &t->outcome->outputs[i].bits[t->number / length];
		if (t->number % length == 0)
			*h = FNV_START;
		*h = hash(*h, t->variables[i].after,
			  t->variables[i].count * number_size(v[i].type));
	}
	t->outcome->hashed++;
}
