/*
 * What sweeps and devices have left out: evidence whose runs measured only some
 * cases.
 *
 * The idea: a sweep leaves out what its pilot saw to be worse than what is
 * measured, by the first metric. So the best of all by that metric is there;
 * whoever asks for a case by its parameters, or for another best, is told when
 * it is not. The curve shows both, what was measured and what the pilot saw. A
 * case that the device did not take is no candidate: who asks for it alone is
 * told why.
 */
#include "evidence.h"

#include "arena.h"
#include "library.h"
#include "pack_head.h"
#include "quantity.h"
#include "value.h"

#include "evidence_sweep.h"

#include <math.h>

static bool
is_left(const struct evidence *e, size_t c)
{
	for (size_t r = 0; r < e->nruns; r++)
		if (!e->runs[r].left[c])
			return false;
	return e->nruns > 0;
}

/* Why a device did not take a case that no run has; empty: it did, or nobody
   tried. */
static struct str
why_refused(const struct evidence *e, size_t c)
{
	for (size_t r = e->nruns; r-- > 0 && is_left(e, c);)
		if (e->runs[r].refused[c].n > 0)
			return e->runs[r].refused[c];
	return STR("");
}

bool
evidence_has(const struct evidence *e, const struct setting *settings, size_t n)
{
	for (size_t c = 0; c < e->ncases; c++) {
		const struct sample_case *k = &e->cases[c];
		size_t same = 0;

		for (size_t i = 0; i < n; i++) {
			const struct setting *s = setting_find(k->settings,
				k->nsettings, settings[i].name);

			same += s && str_equal(s->value, settings[i].value);
		}
		if (same == n)
			return !is_left(e, c) || why_refused(e, c).n > 0;
	}
	return false;
}

/* Whether a sweep's choice, the best case of all by the first metric, is not
   what is asked for. */
static bool
asks_otherwise(const struct sweep *s, const struct metric *m)
{
	if (s->whole || m != &s->probe->metrics[0])
		return true;
	for (size_t c = 0; c < s->evidence->ncases; c++)
		if (!sweep_asks(s, c))
			return true;
	return false;
}

/* Why the sweeps of all runs do not answer; kind NUMBER if they do. */
struct value
sweep_left_out(const struct sweep *s, const struct metric *m)
{
	for (size_t c = 0; asks_otherwise(s, m) && c < s->evidence->ncases; c++)
		if (sweep_asks(s, c) && is_left(s->evidence, c) &&
		    why_refused(s->evidence, c).n == 0)
			return value_lack(LACK_UNMEASURED, STR("needs gpu: "
				"its sweep has left that out"));
	return value_number(0, NULL);
}

struct value
sweep_refused(const struct sweep *s)
{
	for (size_t c = 0; c < s->evidence->ncases; c++) {
		struct str why = why_refused(s->evidence, c);
		struct str at = sweep_chosen(s, c);

		if (!sweep_asks(s, c) || why.n == 0)
			continue;
		return value_lack(str_starts(why, STR("memory")) ?
				  LACK_INCONCLUSIVE : LACK_ERROR,
			arena_printf(s->arena, STR_FMT "%s" STR_FMT,
				     STR_ARG(why), at.n > 0 ? ", at " : "",
				     STR_ARG(at)));
	}
	return value_number(0, NULL);
}

/* --- the curve ----------------------------------------------------------- */

/* What the newest pilot saw of a case; NaN: nothing. */
static double
pilot_slope(const struct evidence *e, size_t c)
{
	for (size_t r = e->nruns; r-- > 0;)
		if (e->runs[r].pilot && !isnan(e->runs[r].pilot[c]))
			return e->runs[r].pilot[c];
	return NAN;
}

static bool
has_pilot(const struct evidence *e)
{
	for (size_t r = 0; r < e->nruns; r++)
		if (e->runs[r].pilot)
			return true;
	return false;
}

static struct value
with_unit(const struct sweep *s, struct value v, const struct metric *m)
{
	if (v.kind == VALUE_NUMBER)
		v.unit = unit_make(s->arena, m->unit);
	return v;
}

struct value
sweep_pilot(const struct sweep *s, size_t c, const struct metric *m)
{
	double slope = pilot_slope(s->evidence, c);

	if (!is_left(s->evidence, c))
		return value_lack(LACK_INCONCLUSIVE, STR("nothing counts"));
	if (why_refused(s->evidence, c).n > 0)
		return value_lack(LACK_ERROR, why_refused(s->evidence, c));
	if (isnan(slope))
		return value_lack(LACK_UNMEASURED, STR("left out"));
	return with_unit(s, sweep_given(s, c, m->value, slope), m);
}

/* False for a case that nobody looked at. */
static bool
find_point(const struct sweep *s, size_t c, struct curve_point *out)
{
	const struct metric *m = &s->probe->metrics[0];
	struct value *v = arena_alloc(s->arena, sizeof *v);

	if (!sweep_asks(s, c))
		return false;
	*out = (struct curve_point){ .at = sweep_chosen(s, c), .value = v };
	out->pilot = is_left(s->evidence, c);
	*v = out->pilot ? sweep_pilot(s, c, m) :
			  with_unit(s, sweep_value(s, c, m->value), m);
	return v->kind == VALUE_NUMBER;
}

size_t
evidence_curve(struct arena *a, const struct asked *q,
	       struct curve_point **out)
{
	struct sweep s = sweep_make(a, q);
	size_t n = 0;

	if (!has_pilot(q->evidence))
		return 0;
	*out = arena_alloc(a, (q->evidence->ncases + 1) * sizeof **out);
	for (size_t c = 0; c < q->evidence->ncases; c++)
		n += find_point(&s, c, &(*out)[n]);
	return n;
}
