/*
 * The plain findings: a lack, a truth, a measured value against a band; and
 * the band around what a page says.
 *
 * The idea: half a unit of the last digit written is what the author claims
 * to know, the class default what two laboratories can be asked to agree on;
 * the wider of the two is the band. An author who wants another one says so.
 *
 * Not here: which value and which band belong together (verdict_quantity,
 * verdict_condition).
 */
#include "arena.h"
#include "judge.h"
#include "marker.h"
#include "quantity.h"
#include "value.h"
#include "verdict.h"
#include "verdict_parts.h"

#include <math.h>

/* Class defaults: cycles, and all else that is measured. */
#define WIDTH_CYCLES 0.02
#define WIDTH_OTHER 0.03
/* Half a unit of the last digit counts for at most this part of the value. */
#define DIGIT_MAX 0.10

struct finding
finding_status(enum status status, struct str reason)
{
	return (struct finding){ .status = status, .reason = reason,
				 .value = NAN, .low = NAN, .high = NAN };
}

struct finding
finding_lack(const struct value *v)
{
	static const enum status of[] = {
		[LACK_NOTHING] = STATUS_ERROR,
		[LACK_NOT_RUN] = STATUS_NOT_RUN,
		[LACK_TOOL] = STATUS_NOT_RUN,
		[LACK_UNMEASURED] = STATUS_NOT_RUN,
		[LACK_OTHER_SCOPE] = STATUS_NOT_APPLICABLE,
		[LACK_STALE] = STATUS_STALE,
		[LACK_INCONCLUSIVE] = STATUS_INCONCLUSIVE,
		[LACK_ERROR] = STATUS_ERROR,
	};

	struct finding f = finding_status(of[v->lack], v->reason);

	f.line = v->line;
	f.part = v->part;
	f.toolless = v->lack == LACK_TOOL;
	f.unmeasured = v->lack == LACK_UNMEASURED;
	f.wants = v->apart ? JUDGE_REPLICATES : 0;
	f.uncounted = v->lack == LACK_INCONCLUSIVE && v->uncounted;
	return f;
}

struct finding
finding_truth(bool truth, const struct value *shown)
{
	struct finding f = finding_status(truth ? STATUS_CONFIRMED :
						  STATUS_REFUTED,
					  truth ? STR("") : shown->reason);

	f.shown = *shown;
	f.firm = true;
	return f;
}

/* Of two findings the one with the greater weight decides. */
static int
weight(enum status s)
{
	static const int weights[STATUS_COUNT] = {
		[STATUS_CONFIRMED] = 0, [STATUS_NOT_APPLICABLE] = 1,
		[STATUS_NOT_RUN] = 2, [STATUS_STALE] = 3,
		[STATUS_INCONCLUSIVE] = 4, [STATUS_PROBE_LIMITED] = 5,
		[STATUS_ERROR] = 6, [STATUS_REFUTED] = 7,
		[STATUS_UNBOUND] = 0,
	};

	return weights[s];
}

struct finding
finding_worse(struct finding x, struct finding y)
{
	struct finding worse = weight(y.status) > weight(x.status) ? y : x;

	worse.firm = x.firm && y.firm;
	worse.between = x.between || y.between;
	worse.wants = x.wants > y.wants ? x.wants : y.wants;
	return worse;
}

double
finding_floor(const struct value *v)
{
	return v->floors ? v->floors->of[value_class(v->unit)].f : VALUE_FLOOR;
}

void
finding_set_class(struct finding *f, const struct value *of)
{
	f->class = value_class(of->unit);
	f->npairs = of->floors ? of->floors->of[f->class].npairs : 0;
}

double
finding_class(const struct value *v)
{
	double class = value_class(v->unit) == CLASS_CYCLES ? WIDTH_CYCLES :
							      WIDTH_OTHER;
	double f = finding_floor(v);

	return f > VERDICT_FLOOR_WIDE ? class + f - VERDICT_FLOOR_WIDE : class;
}

/* A number of an option (`within 0.5`), which needs no facts. */
static double
option_number(struct arena *a, const struct expr *e)
{
	static const struct environment none = { 0 };
	struct value v = value_eval(a, e, &none);

	return v.kind == VALUE_NUMBER ? v.number : (double)NAN;
}

/* Tolerance that the author gave: `within`, `±`; NaN without. */
static double
given_tolerance(struct arena *a, const struct written *w,
		const struct options *o)
{
	if (o && o->within) {
		double t = option_number(a, o->within);

		return o->within_percent ? t / 100 * fabs(w->value) :
					   t * w->scale;
	}
	return w->plus_minus > 0 ? w->plus_minus : (double)NAN;
}

double
finding_tolerance(const struct written *w, double class, double floor)
{
	double size = fabs(w->value);
	double h = fmin(w->half_digit, DIGIT_MAX * size);
	double t = fmax(class * size, h + floor * size);

	return w->approximate ? 2 * t : t;
}

struct band
finding_band(struct arena *a, const struct written *w, const struct options *o,
	     double tolerance)
{
	double t = given_tolerance(a, w, o);
	struct band b = { 0, 0, VALUE_FLOOR };

	if (o && o->low) {
		b.low = option_number(a, o->low) * w->scale;
		b.high = option_number(a, o->high) * w->scale;
		return b;
	}
	if (isnan(t))
		t = tolerance;
	b.low = w->value - t;
	b.high = w->high + t;
	if (w->relation == IS_AT_LEAST || w->relation == IS_MORE)
		b = (struct band){ w->value, INFINITY, VALUE_FLOOR };
	if (w->relation == IS_AT_MOST || w->relation == IS_LESS)
		b = (struct band){ -INFINITY, w->value, VALUE_FLOOR };
	return b;
}

/* What else is in a measured number. */
static struct str
remark(struct arena *a, const struct value *v)
{
	if (!(v->brief > 0))
		return STR("");
	return arena_printf(a, "of the %.3g us of a launch about %.1g us are "
			    "the gap to the next", v->brief * 1e6,
			    v->gap * 1e6);
}

struct finding
finding_judged(struct arena *a, const struct value *v, struct band band)
{
	static const enum status of[] = {
		[JUDGE_CONFIRMED] = STATUS_CONFIRMED,
		[JUDGE_REFUTED] = STATUS_REFUTED,
		[JUDGE_INCONCLUSIVE] = STATUS_INCONCLUSIVE,
		[JUDGE_AGAIN] = STATUS_INCONCLUSIVE,
		[JUDGE_MORE] = STATUS_INCONCLUSIVE,
	};
	double least = v->reach > 0 ? v->reach : VALUE_SHARE_MIN;
	struct finding f;
	struct judged j;

	judge_fold(a, &j, band, v->runs, v->nruns);
	f = finding_status(of[j.verdict], j.reason);
	if (j.verdict == JUDGE_AGAIN)
		f.reason = STR("outside the band in one run; needs a second");
	if (j.verdict == JUDGE_MORE)
		f.reason = STR("needs more replicates");
	if (f.reason.n == 0)
		f.reason = remark(a, v);
	f.value = j.middle;
	f.low = j.low;
	f.high = j.high;
	f.share = v->share;
	f.firm = j.firm;
	f.between = j.between;
	f.wants = j.wants;
	f.measured = true;
	f.floor = band.floor;
	finding_set_class(&f, v);
	f.shown = *v;
	if (v->share > VALUE_SHARE_MAX)
		f = finding_status(STATUS_ERROR, arena_printf(a,
			"measured %.0f %% of the physical limit",
			100 * v->share));
	else if (v->share > 0 && v->share < least && !v->pinned) {
		f.status = STATUS_PROBE_LIMITED;
		f.wants = 0;
		f.reason = arena_printf(a, "the probe reached %.0f %% of the "
					"ceiling", 100 * v->share);
	}
	return f;
}
