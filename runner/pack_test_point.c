/*
 * The points of a test: all combinations of its variables' values.
 *
 * The idea: a point is a number in mixed radix, whose digits choose a value of
 * each variable, the last one fastest. Nothing is listed, so a million points
 * cost nothing until they run.
 */
#include "formula.h"
#include "number.h"
#include "pack_test.h"

static size_t
count_values(const struct pack_variable *v)
{
	size_t n = 0, i;

	for (i = 0; i < v->nspans; i++) {
		if (v->spans[i].high - v->spans[i].low >= TEST_POINTS)
			return TEST_POINTS + 1;
		n += (size_t)(v->spans[i].high - v->spans[i].low) + 1;
	}
	return n;
}

static int64_t
find_value(const struct pack_variable *v, size_t i)
{
	size_t k, n;

	for (k = 0; k + 1 < v->nspans; k++) {
		n = (size_t)(v->spans[k].high - v->spans[k].low) + 1;
		if (i < n)
			break;
		i -= n;
	}
	return v->spans[k].low + (int64_t)i;
}

size_t
test_points(const struct pack_test *t)
{
	size_t n = 1, i;

	for (i = 0; i < t->nvariables && n <= TEST_POINTS; i++) {
		if (t->variables[i].start == START_RANGE)
			n *= count_values(&t->variables[i]);
	}
	return n <= TEST_POINTS ? n : 0;
}

size_t
test_point(const struct pack_test *t, size_t i, int64_t out[TEST_RANGES])
{
	size_t ranges = 0, at = 0, k, n;

	for (k = 0; k < t->nvariables; k++)
		ranges += t->variables[k].start == START_RANGE;
	at = ranges;
	for (k = t->nvariables; k-- > 0;) {
		if (t->variables[k].start != START_RANGE)
			continue;
		n = count_values(&t->variables[k]);
		out[--at] = find_value(&t->variables[k], i % n);
		i /= n;
	}
	return ranges;
}
