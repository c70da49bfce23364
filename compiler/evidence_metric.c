/*
 * What a page may ask of a probe's evidence: a metric, its share of the
 * ceiling, the least parameter that is enough.
 *
 * The idea: all three are questions to the same best case, evidence_choose.c,
 * whose values evidence_case.c works out. `enough` is decided run by run from
 * medians: within a run every replicate has the same answer, so the answer can
 * be set against others replicate by replicate, and runs that answer
 * differently disagree for all to see.
 */
#include "evidence.h"

#include "arena.h"
#include "library.h"
#include "pack_head.h"
#include "quantity.h"
#include "value.h"

#include "evidence_sweep.h"

#include <math.h>

/* `enough`: no more than this part of the best behind it. */
#define ENOUGH 0.02

struct value
evidence_metric(struct arena *a, const struct asked *q, const struct metric *m)
{
	struct sweep s = sweep_make(a, q);
	const struct choice *best;
	struct choices all;
	struct value out;

	if (!sweep_choices(&s, m, &all, &out))
		return out;
	best = sweep_best(m, &all);
	out = best->value;
	out.unit = unit_make(a, m->unit);
	sweep_remark(&s, &out, best->index);
	return out;
}

const struct sample_case *
evidence_best(struct arena *a, const struct asked *q, const struct metric *m,
	      struct value *lack)
{
	struct sweep s = sweep_make(a, q);
	struct choices all;

	if (!sweep_choices(&s, m, &all, lack))
		return NULL;
	return &q->evidence->cases[sweep_best(m, &all)->index];
}

void
evidence_count_dropped(struct value *v, const struct evidence *e)
{
	v->ndropped = 0;
	for (size_t r = e->nruns; r-- > 0;) {
		v->ndropped += e->runs[r].ndropped;
		if (e->runs[r].ndropped > 0)
			v->dropped = e->runs[r].dropped;
	}
}

struct value
evidence_share(struct arena *a, const struct asked *q)
{
	struct sweep s = sweep_make(a, q);
	const struct metric *first = &q->probe->metrics[0];
	const struct choice *best;
	struct ceiling limit;
	struct choices all;
	struct value out;

	if (!sweep_choices(&s, first, &all, &out))
		return out;
	best = sweep_best(first, &all);
	limit = sweep_ceiling(&s, best->index);
	out = sweep_share(&s, best->index, &limit);
	if (out.kind != VALUE_NUMBER || out.nruns == 0)
		return value_lack(LACK_ERROR, arena_printf(a, "no ceiling of '"
			STR_FMT "' is known for " STR_FMT,
			STR_ARG(q->probe->name),
			STR_ARG(q->evidence->device.name)));
	sweep_remark(&s, &out, best->index);
	return out;
}

/* --- enough -------------------------------------------------------------- */

/* A choice's value of the parameter, and its median in the run at hand. */
struct candidate {
	double parameter, median;
};

/* Least parameter as good as the best; NaN when nothing has a median. */
static double
least_enough(const struct metric *m, const struct candidate *k, size_t n)
{
	double best = NAN, least = NAN;

	for (size_t i = 0; i < n; i++)
		if (!isnan(k[i].median) &&
		    (isnan(best) || sweep_is_better(m, k[i].median, best)))
			best = k[i].median;
	for (size_t i = 0; i < n; i++) {
		double off = m->best_is_least ? k[i].median / best - 1
					      : 1 - k[i].median / best;

		if (off <= ENOUGH && !(k[i].parameter >= least))
			least = k[i].parameter;
	}
	return least;
}

/* The answer of one run (id), or of all of them (NULL). */
static double
run_answer(const struct sweep *s, const struct metric *m,
	   const struct choices *all, struct candidate *k, const struct str *id)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct value *v = &all->items[i].value;
		const struct series *r = id ? value_run(v, *id) : NULL;

		k[i].median = !id ? v->number
			      : r ? value_median(s->arena, r, 1)
				  : (double)NAN;
	}
	return least_enough(m, k, all->n);
}

/* The same answer in every valid replicate. */
static struct series
constant(struct arena *a, const struct series *r, double answer)
{
	struct series out = { r->id, NULL, r->n };

	out.v = arena_alloc(a, (r->n + 1) * sizeof *out.v);
	for (size_t i = 0; i < r->n; i++)
		out.v[i] = isnan(r->v[i]) ? (double)NAN : answer;
	return out;
}

static bool
read_parameters(const struct sweep *s, const struct choices *all,
		struct candidate *k, struct str parameter)
{
	for (size_t i = 0; i < all->n; i++) {
		size_t c = all->items[i].index;
		const struct setting *has = sweep_setting(s, c, parameter);
		const struct head h = sweep_head(s, c);
		struct product p;

		if (!has || !head_setting(&p, &h, has) || p.sm || p.l2)
			return false;
		k[i].parameter = p.number;
	}
	return true;
}

struct value
evidence_enough(struct arena *a, const struct asked *q, struct str parameter)
{
	struct sweep s = sweep_make(a, q);
	const struct metric *m = &q->probe->metrics[0];
	const struct choice *best;
	struct candidate *k;
	struct series *runs;
	struct choices all;
	struct value out;

	s.whole = true;
	if (!sweep_choices(&s, m, &all, &out))
		return out;
	k = arena_alloc(a, all.n * sizeof *k);
	if (!read_parameters(&s, &all, k, parameter))
		return value_lack(LACK_ERROR, arena_printf(a, "'" STR_FMT
			"' is no numeric parameter of '" STR_FMT "'",
			STR_ARG(parameter), STR_ARG(q->probe->name)));
	best = sweep_best(m, &all);
	runs = arena_alloc(a, best->value.nruns * sizeof *runs);
	for (size_t r = 0; r < best->value.nruns; r++)
		runs[r] = constant(
			a, &best->value.runs[r],
			run_answer(&s, m, &all, k, &best->value.runs[r].id));
	out = value_number(run_answer(&s, m, &all, k, NULL), NULL);
	out.runs = runs;
	out.nruns = best->value.nruns;
	sweep_remark(&s, &out, best->index);
	out.at = STR("");
	return out;
}
