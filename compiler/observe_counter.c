/*
 * What the profiler said of launches of a probe or test, as values.
 *
 * The idea: a counter that is the same in every round is exact and is judged as
 * arithmetic is; one that is not has a value a round, as a measurement has one
 * a replicate. Of a slope's two launches a sum or an average is taken for one
 * iteration, since it grows with the work; what does not (a share, a rate, a
 * most) is that of the longer launch.
 *
 * Without a record there is no answer, and no verdict: `needs ncu`. What the
 * profiler lists of names is observe_metric.c.
 */
#include "arena.h"
#include "built.h"
#include "claim.h"
#include "evidence.h"
#include "evidence_counters.h"
#include "expr.h"
#include "library.h"
#include "observe.h"
#include "observe_parts.h"
#include "pack.h"
#include "plan.h"
#include "quantity.h"
#include "recall.h"
#include "value.h"
#include "wiki.h"

/* --- which launches ------------------------------------------------------- */

/* The last case that has them, and how many do. */
static const struct count_case *
find_case(const struct count_run *run, const struct setting *s, size_t n,
	  size_t *count)
{
	const struct count_case *found = NULL;

	*count = 0;
	for (size_t i = 0; i < run->ncases; i++) {
		if (!count_case_has(&run->cases[i], s, n))
			continue;
		found = &run->cases[i];
		++*count;
	}
	return found;
}

/* What is counted: a metric of a target, in one of its cases. */
struct counting {
	struct arena *arena;
	const struct world *world;
	const struct target *target;
	const struct claim *claim;
	const struct fact *fact;
	const struct setting *best; /* of a sweep; NULL: what the page pins */
	size_t nbest;
	struct value lack;
};

/* Where the probe's first metric is best; false with a lack. */
static bool
find_best(struct counting *k)
{
	const struct world *w = k->world;
	const struct evidence *e = ledger_find(w->ledger,
		recall_job(w->recall, k->target), k->claim->device);
	struct asked q = { .evidence = e, .probe = k->fact->probe,
			   .settings = k->fact->settings,
			   .nsettings = k->fact->nsettings,
			   .devices = w->wiki->devices };
	const struct sample_case *best;

	k->lack = value_lack(LACK_UNMEASURED, STR("needs gpu: which of the "
				"sweep is best is not measured"));
	if (e && e->lacks.n > 0)
		k->lack = value_lack(LACK_UNMEASURED, e->lacks);
	if (!e || e->lacks.n > 0)
		return false;
	best = evidence_best(k->arena, &q, &q.probe->metrics[0], &k->lack);
	if (!best)
		return false;
	k->best = best->settings;
	k->nbest = best->nsettings;
	return true;
}

/* The case of a run that the page asks about; NULL with a lack. */
static const struct count_case *
choose_case(struct counting *k, const struct count_run *run)
{
	const struct fact *f = k->fact;
	const struct count_case *c;
	size_t n;

	c = find_case(run, f->settings, f->nsettings, &n);
	if (n > 1 && f->probe) {
		if (!k->best && !find_best(k))
			return NULL;
		c = find_case(run, k->best, k->nbest, &n);
	}
	k->lack = value_lack(LACK_ERROR, STR("nothing was counted with these "
					     "parameters"));
	return c;
}

/* --- a number ------------------------------------------------------------- */

/* Whether a metric grows with the work: `dram__bytes.sum`. */
static bool
is_additive(struct str metric)
{
	return str_ends(metric, STR(".sum")) || str_ends(metric, STR(".avg"));
}

static double
longest(const struct count_case *c)
{
	double n = 0;

	for (size_t i = 0; i < c->nlaunches; i++)
		n = c->launches[i].n > n ? c->launches[i].n : n;
	return n;
}

/* What is made of a case's launches: the sum over those that are asked for, of
   the longer ones and of the others. */
struct total {
	double *rounds[2];
	size_t nrounds, nlaunches[2];
	double n[2];
	struct str unit;
};

static bool
add_launch(const struct counting *k, struct total *t,
	   const struct count_launch *l, bool shorter)
{
	const struct count_value *v = count_find(l, k->fact->metric);

	if (!v || v->nrounds == 0)
		return false;
	if (!t->rounds[shorter])
		t->rounds[shorter] = arena_alloc(k->arena, v->nrounds *
							   sizeof(double));
	if (t->nrounds == 0 || v->nrounds < t->nrounds)
		t->nrounds = v->nrounds;
	for (size_t i = 0; i < t->nrounds; i++)
		t->rounds[shorter][i] += v->rounds[i];
	t->nlaunches[shorter]++;
	t->n[shorter] = l->n;
	t->unit = v->unit;
	return true;
}

static bool
add_launches(struct counting *k, struct total *t, const struct count_case *c)
{
	double most = longest(c);

	*t = (struct total){ .nrounds = 0 };
	for (size_t i = 0; i < c->nlaunches; i++) {
		const struct count_launch *l = &c->launches[i];

		if (k->fact->argument.n > 0 &&
		    !str_equal(l->entry, k->fact->argument))
			continue;
		if (add_launch(k, t, l, c->iterations && l->n < most))
			continue;
		k->lack = value_lack(LACK_ERROR, arena_printf(k->arena,
			"the profiler has no value of '" STR_FMT "' for this "
			"kernel", STR_ARG(k->fact->metric)));
		return false;
	}
	return t->nlaunches[0] > 0;
}

/* One number a round; NULL with a lack. */
static double *
make_rounds(struct counting *k, const struct count_case *c, struct total *t)
{
	bool slope = c->iterations && is_additive(k->fact->metric);
	double *out;

	if (!add_launches(k, t, c))
		return NULL;
	if (!is_additive(k->fact->metric) && t->nlaunches[0] > 1) {
		k->lack = value_lack(LACK_ERROR, arena_printf(k->arena,
			"'" STR_FMT "' is of one launch, and %zu are made: "
			"name the kernel, or take a sum",
			STR_ARG(k->fact->metric), t->nlaunches[0]));
		return NULL;
	}
	out = arena_alloc(k->arena, (t->nrounds + 1) * sizeof *out);
	for (size_t i = 0; i < t->nrounds; i++)
		out[i] = slope ? (t->rounds[0][i] - t->rounds[1][i]) /
				 (t->n[0] - t->n[1]) : t->rounds[0][i];
	return out;
}

/* --- its unit ------------------------------------------------------------- */

/* What the profiler calls a unit, and what it is here; others are counts. */
static const struct {
	struct str its, ours;
} units[] = {
	{ STR_INIT("%"), STR_INIT("%") },
	{ STR_INIT("byte"), STR_INIT("B") },
	{ STR_INIT("byte/second"), STR_INIT("B/s") },
	{ STR_INIT("byte/s"), STR_INIT("B/s") },
	{ STR_INIT("cycle"), STR_INIT("cycles") },
	{ STR_INIT("cycle/second"), STR_INIT("Hz") },
	{ STR_INIT("hz"), STR_INIT("Hz") },
	{ STR_INIT("Hz"), STR_INIT("Hz") },
	{ STR_INIT("ns"), STR_INIT("ns") },
	{ STR_INIT("nsecond"), STR_INIT("ns") },
	{ STR_INIT("us"), STR_INIT("us") },
	{ STR_INIT("usecond"), STR_INIT("us") },
	{ STR_INIT("ms"), STR_INIT("ms") },
	{ STR_INIT("msecond"), STR_INIT("ms") },
	{ STR_INIT("s"), STR_INIT("s") },
	{ STR_INIT("second"), STR_INIT("s") },
};

static const struct unit *
find_unit(struct arena *a, struct str its)
{
	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (str_equal(units[i].its, its))
			return unit_make(a, units[i].ours);
	return NULL;
}

/* --- all runs ------------------------------------------------------------- */

static bool
is_same(const struct series *s, size_t n)
{
	for (size_t r = 0; r < n; r++)
		for (size_t i = 0; i < s[r].n; i++)
			if (s[r].v[i] < s[0].v[0] || s[r].v[i] > s[0].v[0])
				return false;
	return true;
}

/* Exact if it is the same everywhere; else a value a round. */
static struct value
make_value(struct counting *k, struct series *all, size_t n, struct str its)
{
	const struct unit *unit = find_unit(k->arena, its);
	struct value v;

	for (size_t r = 0; unit && r < n; r++)
		for (size_t i = 0; i < all[r].n; i++)
			all[r].v[i] *= unit->scale;
	if (is_same(all, n))
		return value_number(all[0].v[0], unit);
	if (all[n - 1].n < EVIDENCE_REPLICATES_MIN)
		return value_lack(LACK_INCONCLUSIVE, arena_printf(k->arena,
			"counted %zu times, and not the same each time",
			all[n - 1].n));
	v = value_number(value_median(k->arena, all, n), unit);
	v.runs = all;
	v.nruns = n;
	return v;
}

static struct value
read_runs(struct counting *k, const struct counter_record *r)
{
	struct series *all = arena_alloc(k->arena, (r->nruns + 1) *
							   sizeof *all);
	struct str unit = STR("");
	size_t n = 0;

	for (size_t i = 0; i < r->nruns; i++) {
		const struct count_case *c;
		struct total t;

		if (!counter_has(&r->runs[i], k->fact->metric))
			continue;
		c = choose_case(k, &r->runs[i]);
		all[n].id = r->runs[i].started;
		all[n].v = c ? make_rounds(k, c, &t) : NULL;
		if (!all[n].v)
			return k->lack;
		all[n++].n = t.nrounds;
		unit = t.unit;
	}
	return n > 0 ? make_value(k, all, n, unit) : observe_lacks_ncu();
}

static struct value
observe_count(struct counting *k)
{
	const struct world *w = k->world;
	const struct built *b = observe_built(w, k->target);
	struct str job = recall_job(w->recall, k->target);
	const struct counter_record *r = ledger_counters(w->ledger, job,
						k->claim->device);

	if (b && b->tried && !b->ok)
		return observe_built_lack(k->arena, w, k->target);
	if (!r && ledger_counters(w->ledger, job, STR("")))
		return value_lack(LACK_OTHER_SCOPE,
				  STR("counted on another device"));
	if (!r)
		return observe_lacks_ncu();
	if (r->lacks.n > 0)
		return value_lack(LACK_UNMEASURED, r->lacks);
	if (!str_equal(r->harness, STR(PACK_HARNESS)) ||
	    !str_starts(recall_bound(w->recall, k->target)->key, r->key) ||
	    (b && built_differs(b, w->toolkit, r->toolkit, r->cubin)))
		return value_lack(LACK_STALE, STR("the code changed since it "
						  "was counted"));
	return read_runs(k, r);
}

struct value
observe_counter(struct arena *a, const struct world *w,
		const struct target *t, const struct claim *c,
		const struct fact *f)
{
	struct counting k = { .arena = a, .world = w, .target = t,
			      .claim = c, .fact = f };

	if (f->expr->kind != EXPR_RAW)
		return observe_metric(a, w, c, f);
	if (observe_metric_lacks(a, w, c, f->metric, &k.lack))
		return k.lack;
	if (t && t->missing.n > 0)
		return value_lack(LACK_ERROR, arena_printf(a, "no fence of "
			"the page has a kernel '" STR_FMT "'",
			STR_ARG(t->missing)));
	return t ? observe_count(&k) : observe_lacks_ncu();
}

/* --- what is lacking ------------------------------------------------------ */

/* Whether the profiler has counted all that is asked of a target, and that it
   has. */
static bool
is_counted(const struct world *w, const struct target *t, struct str device)
{
	const struct counter_record *r = ledger_counters(w->ledger,
		recall_job(w->recall, t), device);

	for (size_t i = 0; i < t->ncounts; i++) {
		const struct listed_name *n = ledger_metric(w->ledger,
			t->counts[i], device, NULL);

		if (n && n->nfound == 0)
			continue;
		if (!r || !counter_run(r, t->counts[i]))
			return false;
	}
	return true;
}

size_t
observe_uncounted(struct arena *a, const struct world *w, struct str device,
		  bool **counts)
{
	size_t n = 0;

	*counts = arena_alloc(a, (w->plan->ntargets + 1) * sizeof **counts);
	for (size_t i = 0; i < w->plan->ntargets; i++) {
		const struct target *t = &w->plan->targets[i];

		if (t->ncounts == 0 || !observe_runnable(a, w, i) ||
		    is_counted(w, t, device))
			continue;
		(*counts)[i] = true;
		n++;
	}
	return n;
}
