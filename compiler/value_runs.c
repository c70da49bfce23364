/*
 * Measured operands: run by run, replicate by replicate.
 *
 * Two measured values meet only in runs of the same id, and there replicate
 * with replicate, so that what both shared (a clock, a neighbour) cancels. An
 * exact operand is the same in every replicate. A run in which too few
 * replicates are left is none.
 *
 * How well each part speaks of the hardware goes with the result: the worse
 * of the two decides. No statistics here but the median that is shown; how far
 * replicates scatter is for judge.
 */
#include <math.h>
#include <stdlib.h>

#include "arena.h"
#include "expr.h"
#include "value.h"
#include "value_parts.h"

/* Fewer replicates in which all parts count are no run (as in evidence). */
#define PAIRS_MIN 5

const struct series *
value_run(const struct value *v, struct str id)
{
	for (size_t i = 0; i < v->nruns; i++)
		if (str_equal(v->runs[i].id, id))
			return &v->runs[i];
	return NULL;
}

static double
series_at(const struct series *s, double exact, size_t i)
{
	return s ? s->v[i] : exact;
}

/* One run of the result; x or y is NULL for an exact operand. */
static struct series
combine_run(struct arena *a, enum expr_op op, const struct series *run[2],
	    const double exact[2])
{
	const struct series *some = run[0] ? run[0] : run[1];
	size_t n = some->n;
	struct series out = { some->id, NULL, 0 };

	if (run[0] && run[1] && run[1]->n < n)
		n = run[1]->n;
	out.v = arena_alloc(a, (n + 1) * sizeof *out.v);
	out.n = n;
	for (size_t i = 0; i < n; i++)
		out.v[i] = value_apply(op, series_at(run[0], exact[0], i),
				       series_at(run[1], exact[1], i));
	return out;
}

static int
compare_doubles(const void *left, const void *right)
{
	double x = *(const double *)left, y = *(const double *)right;

	return (x > y) - (x < y);
}

void
value_sort(double *v, size_t n)
{
	qsort(v, n, sizeof *v, compare_doubles);
}

double
value_middle(const double *v, size_t n)
{
	if (n == 0)
		return NAN;
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

double
value_median(struct arena *a, const struct series *runs, size_t nruns)
{
	size_t n = 0, total = 0;
	double *all;

	for (size_t i = 0; i < nruns; i++)
		total += runs[i].n;
	all = arena_alloc(a, (total + 1) * sizeof *all);
	for (size_t i = 0; i < nruns; i++)
		for (size_t k = 0; k < runs[i].n; k++)
			if (!isnan(runs[i].v[k]))
				all[n++] = runs[i].v[k];
	value_sort(all, n);
	return value_middle(all, n);
}

static size_t
count_valid(const struct series *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		if (!isnan(s->v[i]))
			n++;
	return n;
}

static struct value
no_runs(bool paired)
{
	struct value apart;

	if (paired)
		return value_lack(LACK_INCONCLUSIVE,
				  STR("too few replicates in which all its "
				      "parts count"));
	apart = value_lack(LACK_STALE, STR("its parts were measured in "
					   "different runs"));
	apart.apart = true;
	return apart;
}

struct value
value_combine_runs(struct arena *a, enum expr_op op, const struct value *x,
		   const struct value *y)
{
	const struct value *some = x->runs ? x : y;
	const double exact[2] = { x->number, y->number };
	struct series *runs = arena_alloc(a, (some->nruns + 1) * sizeof *runs);
	struct value out = value_number(0, NULL);
	bool paired = false;

	for (size_t i = 0; i < some->nruns; i++) {
		struct str id = some->runs[i].id;
		const struct series *run[2] = {
			x->runs ? value_run(x, id) : NULL,
			y->runs ? value_run(y, id) : NULL
		};

		if ((x->runs && !run[0]) || (y->runs && !run[1]) ||
		    (!run[0] && !run[1]))
			continue;
		paired = true;
		runs[out.nruns] = combine_run(a, op, run, exact);
		if (count_valid(&runs[out.nruns]) >= PAIRS_MIN)
			out.nruns++;
	}
	if (out.nruns == 0)
		return no_runs(paired);
	out.runs = runs;
	out.number = value_median(a, runs, out.nruns);
	return out;
}

/* How well a part speaks of the hardware: below 1 too little, infinite if it
   need not; a share over the limit is worst of all. */
static double
trust(const struct value *v)
{
	if (!(v->share > 0))
		return INFINITY;
	if (v->share > VALUE_SHARE_MAX)
		return 0;
	if (v->pinned) /* any share will do: behind all that must reach one */
		return 1e6 * v->share;
	return v->share / (v->reach > 0 ? v->reach : VALUE_SHARE_MIN);
}

/* The closeness to a ceiling is that of the worse probe, the launch is the
   shorter one; where the best was is known of one probe only. */
void
value_join_remarks(struct value *out, const struct value *x,
		   const struct value *y)
{
	const struct value *worse = trust(y) < trust(x) ? y : x;
	const struct value *brief = x->brief > 0 &&
		!(y->brief > 0 && y->brief < x->brief) ? x : y;
	const struct value *most = y->ndropped > x->ndropped ? y : x;

	out->share = worse->share;
	out->reach = worse->reach;
	out->pinned = worse->pinned;
	out->floors = x->floors ? x->floors : y->floors;
	out->ndropped = most->ndropped;
	out->dropped = most->dropped;
	out->brief = brief->brief;
	out->gap = brief->gap;
	if (x->at.n == 0 || y->at.n == 0 || str_equal(x->at, y->at))
		out->at = x->at.n ? x->at : y->at;
}
