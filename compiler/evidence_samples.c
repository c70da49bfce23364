/*
 * Samples of a replicate -> slopes, one a case.
 *
 * The idea: of a replicate only raw samples are believed, and a slope is made
 * of them here: five samples at N and five at 4N, interleaved; the difference
 * of their medians over 3 N. The median and not the least: the least is
 * biased. A slope that is not above 0 is NaN, and so is that of a case that a
 * sweep has left out, which has null in place of its samples:
 *
 *	"samples":[[[5 at N],[5 at 4N]],null, ...]
 *
 * A pilot's are of the same form. Whether a replicate counts is not seen here.
 */
#include "evidence.h"

#include "arena.h"
#include "evidence_reader.h"
#include "judge.h"

#include <math.h>

#define SAMPLES 5
/* No launch takes as many ticks or nanoseconds: eleven days. */
#define SAMPLE_MAX 1e15

static bool
read_half(double *v, const json_t *list)
{
	if (!json_is_array(list) || json_array_size(list) != SAMPLES)
		return false;
	for (size_t i = 0; i < SAMPLES; i++) {
		const json_t *j = json_array_get(list, i);

		v[i] = json_number_value(j);
		if (!json_is_number(j) || !(v[i] >= 0 && v[i] <= SAMPLE_MAX))
			return false;
	}
	return true;
}

/* Of five samples at n and five at 4 n; NaN when it is not above 0. */
static double
slope_of(double *at_n, double *at_4n, double n, double unit)
{
	double rise =
		judge_median(at_4n, SAMPLES) - judge_median(at_n, SAMPLES);
	double slope = rise / (3 * n) * unit;

	return slope > 0 && isfinite(slope) ? slope : (double)NAN;
}

/* False when they are none. */
static bool
read_pair(const struct slopes *s, size_t c, const json_t *pair)
{
	double at_n[SAMPLES], at_4n[SAMPLES];

	if (json_is_null(pair)) {
		s->slope[c] = NAN;
		s->left[c] = true;
		return true;
	}
	if (!json_is_array(pair) || json_array_size(pair) != 2 ||
	    !read_half(at_n, json_array_get(pair, 0)) ||
	    !read_half(at_4n, json_array_get(pair, 1)))
		return false;
	s->slope[c] = slope_of(at_n, at_4n, s->n[c],
			       s->of->cases[c].cycles ? 1 : 1e-9);
	s->left[c] = false;
	return true;
}

bool
record_slopes(struct record_reader *r, const struct slopes *s, const json_t *o,
	      const char *key)
{
	const json_t *list = record_array(r, o, key, s->of->ncases);

	if (!list || json_array_size(list) != s->of->ncases)
		return list && record_refuse_member(r, o, key,
						    "one pair a case");
	for (size_t c = 0; c < s->of->ncases; c++) {
		if (read_pair(s, c, json_array_get(list, c)))
			continue;
		record_enter(r, key, 0);
		record_enter(r, NULL, c);
		record_refuse(r, "expected %d samples at N and %d at 4N",
			      SAMPLES, SAMPLES);
		record_leave(r);
		record_leave(r);
		return false;
	}
	return true;
}
