/*
 * Samples of a replicate -> slopes, one a case; and why a case has none.
 *
 * The idea: of a replicate only raw samples are believed, and a slope is made
 * of them here: five samples at N and five at 4N, interleaved; the difference
 * of their medians over 3 N. The median and not the least: the least is
 * biased. A slope that is not above 0 is NaN, and so is that of a case that a
 * sweep has left out, which has null in place of its samples:
 *
 *	"samples":[[[5 at N],[5 at 4N]],null, ...]
 *
 * So has a case that the device did not take, of which the run says why. A
 * pilot's are of the same form. Whether a replicate counts is not seen here.
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

/* `{"case":3,"kind":"launch","text":"…"}`: a case without samples. */
static bool
read_refused(struct record_reader *r, const struct evidence *e,
	     struct run *run, const json_t *o)
{
	const json_t *at = json_object_get(o, "case");
	json_int_t c = json_is_integer(at) ? json_integer_value(at) : -1;
	struct str kind, text = STR("");

	if (c < 0 || (size_t)c >= e->ncases)
		return record_refuse_member(r, o, "case",
					    "the number of a case");
	if (run->nreplicates > 0 && !run->left[c])
		return record_refuse(r, "a case that was refused has samples");
	if (!record_text(r, &kind, o, "kind") ||
	    !record_maybe(r, &text, o, "text"))
		return false;
	run->refused[c] = text.n == 0 ? kind :
		arena_printf(r->arena, STR_FMT ": " STR_FMT, STR_ARG(kind),
			     STR_ARG(text));
	return true;
}

bool
record_refused(struct record_reader *r, const struct evidence *e,
	       struct run *run, const json_t *o)
{
	struct record_walk w;

	run->refused = arena_alloc(r->arena,
				   (e->ncases + 1) * sizeof *run->refused);
	if (!json_object_get(o, "refused"))
		return true;
	if (!record_walk(r, &w, o, "refused", e->ncases))
		return false;
	while (record_next(r, &w))
		if (!read_refused(r, e, run, w.item))
			return false;
	return true;
}
