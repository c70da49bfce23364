/*
 * Large sweeps: what kbc-run must know to leave points out.
 *
 * The idea: which point is the best is seen from slopes alone if a point has a
 * weight: a rate is weight / slope, and a time per unit of work, least where
 * it is best, slope / weight. The weight is the first metric where the slope
 * is 1. A metric of another form, or one whose weights stand in other
 * proportions on another device, has none, and then all points are measured.
 * The coarse grid has every other value of a parameter, beginning with the
 * first.
 *
 * None of this is in the key: it says where is measured, never how.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "expr.h"
#include "library.h"
#include "pack_head.h"
#include "plan.h"
#include "value.h"

#include "pack_sweep.h"

#include <math.h>

/* Weights that are the same but for rounding. */
#define ROUNDING 1e-9

/* Two devices to try: multiprocessors, bytes of L2. */
static const double devices[][2] = { { 100, 32e6 }, { 160, 96e6 } };

/* The first metric of a point whose slope is given; NaN: not known. */
static double
metric_at(struct arena *a, const struct target *t, const struct point *p,
	  const double device[2], double slope)
{
	const struct head h = { .arena = a, .diag = diag_make(a),
				.probe = t->probe, .settings = p->settings,
				.nsettings = p->nsettings,
				.sm = device[0], .l2 = device[1] };
	struct environment env = { 0 };
	struct names all = { 0 };
	struct value v;

	head_add_names(&all, &h);
	names_add(a, &all, STR("time"), value_number(slope, NULL));
	names_add(a, &all, STR("cycles"), value_number(slope, NULL));
	env.bindings = all.items;
	env.nbindings = all.n;
	v = value_eval(a, t->probe->metrics[0].value, &env);
	return v.kind == VALUE_NUMBER && isfinite(v.number) && v.number > 0 ?
	       v.number : (double)NAN;
}

static bool
is_near(double x, double y)
{
	return fabs(x - y) <= ROUNDING * fabs(y);
}

/* NaN where the metric is of another form. */
static double
weight_of(struct arena *a, const struct target *t, const struct point *p,
	  const double device[2])
{
	double one = metric_at(a, t, p, device, 1);
	double two = metric_at(a, t, p, device, 2);
	bool least = t->probe->metrics[0].best_is_least;

	if (least && is_near(two, 2 * one))
		return 1 / one;
	return !least && is_near(2 * two, one) ? one : (double)NAN;
}

/* The weights of all points, in proportion to that of the first. */
static bool
find_weights(struct arena *a, const struct target *t, double *out)
{
	for (size_t d = 0; d < COUNT_OF(devices); d++) {
		double first = weight_of(a, t, &t->points[0], devices[d]);

		for (size_t k = 0; k < t->npoints; k++) {
			double w = weight_of(a, t, &t->points[k], devices[d]) /
				   first;

			if (!(w > 0) || (d > 0 && !is_near(w, out[k])))
				return false;
			out[k] = w;
		}
	}
	return true;
}

/* Whether each value of a point is every other one of its parameter. */
static bool
is_coarse(const struct target *t, const struct point *p)
{
	for (size_t i = 0; i < p->nsettings; i++) {
		const struct parameter *of = &t->probe->parameters[i];
		size_t at = 0;

		if (setting_find(t->fixed, t->nfixed, of->name))
			continue;
		while (at < of->nvalues &&
		       !str_equal(of->values[at], p->settings[i].value))
			at++;
		if (at % 2 > 0)
			return false;
	}
	return true;
}

static bool
keeps_all(const struct target *t)
{
	for (size_t k = 0; k < t->npoints; k++)
		if (!t->keep[k])
			return false;
	return true;
}

void
pack_add_points(struct buf *out, struct arena *a, const struct target *t)
{
	double *weights = arena_alloc(a, (t->npoints + 1) * sizeof *weights);

	if (t->npoints <= SWEEP_WHOLE || !t->keep || keeps_all(t) ||
	    !find_weights(a, t, weights))
		return;
	for (size_t k = 0; k < t->npoints; k++)
		buf_printf(out, "point %.17g%s%s\n", weights[k],
			   is_coarse(t, &t->points[k]) ? " coarse" : "",
			   t->keep[k] ? " keep" : "");
}
