/*
 * Evidence of one probe and device -> the value of a metric: of the cases that
 * a page asks about, the best; how close it came to the ceiling; the least
 * parameter that is enough.
 *
 * The idea: a case's metric is the head's expression over `time` or `cycles`,
 * which are series, a value a replicate, and over plain numbers: parameters,
 * `let` names, `sm` and `l2` of the device as it was recorded, `device.NAME` as
 * it is documented. Evaluating it once gives the metric of every replicate of
 * every run. The case is chosen by its median over all of them, as the rule
 * wants it; never replicate by replicate.
 *
 * Numbers have no units on the way, since heads count in coherent ones; the
 * metric's unit is put on at the end. What cannot be said is a lack with its
 * reason: too few valid replicates, a crash, a slice of a device.
 */
#include "evidence.h"

#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "fact.h"
#include "judge.h"
#include "library.h"
#include "pack.h"
#include "quantity.h"
#include "value.h"
#include "yaml.h"

#include "pack_head.h"

#include <math.h>
#include <string.h>

/* `enough`: as good as the best. */
#define ENOUGH 0.02

/* What a page asks of the evidence of a probe. */
struct sweep {
	struct arena *arena;
	const struct evidence *evidence;
	const struct probe *probe;
	const struct setting *settings;
	size_t nsettings;
	const struct device_file *device; /* NULL: not documented */
	double sm, l2;
};

/* A case and its metric. */
struct choice {
	size_t index;
	struct value value;
};

struct choices {
	struct choice *items;
	size_t n;
};

struct names {
	struct binding *items;
	size_t n, cap;
};

/* --- lists of values --------------------------------------------------- */

static size_t
count_valid(const struct series *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += isfinite(s->v[i]) ? 1 : 0;
	return n;
}

static double
median_of(struct arena *a, const struct series *runs, size_t nruns)
{
	double *all;
	size_t n = 0;

	for (size_t r = 0; r < nruns; r++)
		n += runs[r].n;
	all = arena_alloc(a, (n + 1) * sizeof *all);
	n = 0;
	for (size_t r = 0; r < nruns; r++)
		for (size_t i = 0; i < runs[r].n; i++)
			if (isfinite(runs[r].v[i]))
				all[n++] = runs[r].v[i];
	return judge_median(all, n);
}

static struct series
finite_copy(struct arena *a, const struct series *s)
{
	struct series out = { s->id, NULL, s->n };

	out.v = arena_alloc(a, (s->n + 1) * sizeof *out.v);
	for (size_t i = 0; i < s->n; i++)
		out.v[i] = isfinite(s->v[i]) ? s->v[i] : NAN;
	return out;
}

/* Without runs that have too few valid replicates. */
static struct value
keep_runs(struct arena *a, struct value v)
{
	struct series *runs = arena_alloc(a, (v.nruns + 1) * sizeof *runs);
	size_t n = 0;

	for (size_t r = 0; r < v.nruns; r++)
		if (count_valid(&v.runs[r]) >= EVIDENCE_REPLICATES_MIN)
			runs[n++] = finite_copy(a, &v.runs[r]);
	v.runs = runs;
	v.nruns = n;
	v.number = median_of(a, runs, n);
	return v;
}

/* --- the numbers of a case --------------------------------------------- */

static void
add_name(struct arena *a, struct names *all, struct str name, struct value v)
{
	v.unit = NULL;
	all->items = arena_grow(a, all->items, all->n, &all->cap,
				sizeof *all->items);
	all->items[all->n++] = (struct binding){ name, v };
}

/* The slopes of a case, a series a run. */
static struct value
slopes_of(const struct sweep *s, size_t c)
{
	const struct evidence *e = s->evidence;
	struct series *runs = arena_alloc(s->arena, (e->nruns + 1) *
						    sizeof *runs);
	struct value v = value_number(0, NULL);

	for (size_t r = 0; r < e->nruns; r++) {
		const struct run *run = &e->runs[r];

		runs[r].id = run->started;
		runs[r].n = run->nreplicates;
		runs[r].v = arena_alloc(s->arena, (run->nreplicates + 1) *
							  sizeof *runs[r].v);
		for (size_t i = 0; i < run->nreplicates; i++)
			runs[r].v[i] = run->slope[i][c];
	}
	v.runs = runs;
	v.nruns = e->nruns;
	v.number = median_of(s->arena, runs, e->nruns);
	return v;
}

static struct head
head_of(const struct sweep *s, const struct setting *settings, size_t n)
{
	return (struct head){ .arena = s->arena,
		.diag = diag_make(s->arena), .probe = s->probe,
		.settings = settings, .nsettings = n, .sm = s->sm,
		.l2 = s->l2 };
}

static struct head
case_head(const struct sweep *s, size_t c)
{
	const struct sample_case *k = &s->evidence->cases[c];

	return head_of(s, k->settings, k->nsettings);
}

/* A parameter or `let` that is a number; texts (`fp16`) are no names. */
static void
add_number(const struct sweep *s, struct names *all, const struct head *h,
	   struct str name)
{
	struct product p;

	if (head_name(&p, h, name) && p.sm == 0 && p.l2 == 0)
		add_name(s->arena, all, name, value_number(p.number, NULL));
}

static struct value
device_value(const struct sweep *s, struct str name)
{
	const struct device_record *v = &s->evidence->device;

	if (s->device)
		return device_entry(s->arena, s->device,
				    str_skip(name, STR("device.").n));
	for (size_t i = 0; i < v->nentries; i++)
		if (str_equal(v->entries[i].name, name))
			return v->entries[i].value;
	return value_lack(LACK_ERROR, arena_printf(s->arena, "'" STR_FMT
				"' is not documented of " STR_FMT,
				STR_ARG(name), STR_ARG(v->name)));
}

/* The `device.…` that e names; no deeper than an expression is. */
static void
add_device_names(const struct sweep *s, struct names *all,
		 const struct expr *e)
{
	if (!e)
		return;
	if (e->kind == EXPR_MEMBER) {
		struct str name = expr_text(s->arena, e);

		if (str_starts(name, STR("device.")))
			add_name(s->arena, all, name, device_value(s, name));
		return;
	}
	add_device_names(s, all, e->left);
	add_device_names(s, all, e->right);
	for (const struct expr *arg = e->args; arg; arg = arg->next)
		add_device_names(s, all, arg);
}

static struct names
case_names(const struct sweep *s, size_t c)
{
	const struct head h = case_head(s, c);
	const struct node *let = yaml_find(s->probe->head, STR("let"));
	struct names all = { 0 };

	for (size_t i = 0; i < h.nsettings; i++)
		add_number(s, &all, &h, h.settings[i].name);
	for (let = let ? let->child : NULL; let; let = let->next)
		add_number(s, &all, &h, let->key);
	add_number(s, &all, &h, STR("sm"));
	add_number(s, &all, &h, STR("l2"));
	add_name(s->arena, &all, s->evidence->cases[c].cycles ?
		 STR("cycles") : STR("time"), slopes_of(s, c));
	return all;
}

/* An expression of the head in one case. */
static struct value
case_value(const struct sweep *s, size_t c, const struct expr *e)
{
	struct names all = case_names(s, c);
	struct environment env = { 0 };

	add_device_names(s, &all, e);
	env.bindings = all.items;
	env.nbindings = all.n;
	return value_eval(s->arena, e, &env);
}

/* --- the ceiling ------------------------------------------------------- */

struct ceiling {
	const struct metric *metric;
	double value;  /* 0: none */
	bool below;    /* it is the least */
	double reach;  /* share that is close enough, if not the usual */
};

static double
number_at(const struct head *h, struct str path)
{
	const struct node *n = head_find(h, path);
	struct product p;

	return n && head_eval(&p, h, n) && p.sm == 0 && p.l2 == 0 ?
		p.number : 0;
}

static struct ceiling
find_ceiling(const struct sweep *s, size_t c)
{
	const struct head h = case_head(s, c);
	const struct node *value = head_find(&h, STR("ceiling.value"));
	const struct node *bound = head_find(&h, STR("ceiling.bound"));
	const struct node *metric = head_find(&h, STR("ceiling.metric"));
	struct ceiling out = { 0 };
	const struct expr *e;
	struct value v;

	if (!value || !metric || str_equal(value->text, STR("none")))
		return out;
	out.metric = probe_metric(s->probe, metric->text);
	out.below = bound && str_equal(bound->text, STR("below"));
	out.reach = number_at(&h, STR("ceiling.reach"));
	e = head_parse(&h, value);
	if (!e || !out.metric)
		return out;
	v = case_value(s, c, e);
	if (v.kind == VALUE_NUMBER && v.number > 0)
		out.value = v.number;
	return out;
}

/* How close a case came to the ceiling, a value a replicate; kind NONE: no
   ceiling is known. */
static struct value
share_of(const struct sweep *s, size_t c, const struct ceiling *limit)
{
	struct value ceiling = value_number(limit->value, NULL), v;

	if (!(limit->value > 0))
		return value_lack(LACK_ERROR, STR(""));
	v = case_value(s, c, limit->metric->value);
	v = limit->below ? value_combine(s->arena, OP_DIV, ceiling, v) :
			   value_combine(s->arena, OP_DIV, v, ceiling);
	return v.kind == VALUE_NUMBER && v.runs ? keep_runs(s->arena, v) : v;
}

/* --- which cases ------------------------------------------------------- */

static const struct setting *
case_setting(const struct sample_case *k, struct str name)
{
	for (size_t i = 0; i < k->nsettings; i++)
		if (str_equal(k->settings[i].name, name))
			return &k->settings[i];
	return NULL;
}

/* 264 is 2*sm on a device of 132. */
static bool
agrees(const struct sweep *s, size_t c, const struct setting *asked)
{
	const struct setting *has = case_setting(&s->evidence->cases[c],
						 asked->name);
	const struct head h = case_head(s, c);
	struct product x, y;

	if (!has)
		return false;
	if (str_equal(has->value, asked->value))
		return true;
	if (!head_setting(&x, &h, has) || !head_setting(&y, &h, asked))
		return false;
	return x.sm == y.sm && x.l2 == y.l2 && !(x.number < y.number) &&
	       !(x.number > y.number);
}

static bool
is_asked(const struct sweep *s, size_t c)
{
	for (size_t i = 0; i < s->nsettings; i++)
		if (!agrees(s, c, &s->settings[i]))
			return false;
	return true;
}

static const struct setting *
asked_setting(const struct sweep *s, struct str name)
{
	for (size_t i = 0; i < s->nsettings; i++)
		if (str_equal(s->settings[i].name, name))
			return &s->settings[i];
	return NULL;
}

static bool
is_sweepable(const struct parameter *p)
{
	return !p->fixed && p->nvalues > 1;
}

static bool
is_pinned(const struct sweep *s)
{
	for (size_t i = 0; i < s->nsettings; i++) {
		const struct parameter *p = probe_parameter(s->probe,
							s->settings[i].name);

		if (p && is_sweepable(p))
			return true;
	}
	return false;
}

/* `chains=8 threads=256`: what the sweep chose. */
static struct str
chosen_text(const struct sweep *s, size_t c)
{
	struct str text = STR("");

	for (size_t i = 0; i < s->probe->nparameters; i++) {
		const struct parameter *p = &s->probe->parameters[i];
		const struct setting *has = case_setting(
			&s->evidence->cases[c], p->name);

		if (!has || !is_sweepable(p) || asked_setting(s, p->name))
			continue;
		text = arena_printf(s->arena, STR_FMT "%s" STR_FMT "=" STR_FMT,
				    STR_ARG(text), text.n ? " " : "",
				    STR_ARG(has->name), STR_ARG(has->value));
	}
	return text;
}

/* --- what stands in the way -------------------------------------------- */

static bool
error_is(const struct evidence *e, const char *kind)
{
	struct str k = str_of(kind);

	return str_starts(e->error, k) &&
	       (e->error.n == k.n || e->error.p[k.n] == ':');
}

static struct value
error_lack(const struct sweep *s)
{
	const struct evidence *e = s->evidence;

	if (error_is(e, "no-image"))
		return value_lack(LACK_INCONCLUSIVE, arena_printf(s->arena,
			"no kernel image for this device: built for " STR_FMT
			", it has compute capability " STR_FMT,
			STR_ARG(e->target), STR_ARG(e->device.cc)));
	if (error_is(e, "memory") || error_is(e, "machine"))
		return value_lack(LACK_INCONCLUSIVE, e->error);
	return value_lack(LACK_ERROR, e->error);
}

static bool
is_slice(const struct sweep *s, double *whole)
{
	struct value v = s->device ? device_entry(s->arena, s->device,
		STR("sm_count")) : value_lack(LACK_ERROR, STR(""));

	*whole = v.number;
	return v.kind == VALUE_NUMBER && s->sm > 0 &&
	       (s->sm < v.number || s->sm > v.number);
}

/* Why nothing of this evidence counts; kind NUMBER if it may. */
static struct value
find_obstacle(const struct sweep *s)
{
	const struct evidence *e = s->evidence;
	double whole;

	if (!str_equal(e->harness, STR(PACK_HARNESS)))
		return value_lack(LACK_STALE, STR("measured by another version "
						  "of the harness"));
	if (e->error.n > 0)
		return error_lack(s);
	if (is_slice(s, &whole))
		return value_lack(LACK_INCONCLUSIVE, arena_printf(s->arena,
			"the device had %.0f multiprocessors, of " STR_FMT
			" %.0f are documented", s->sm, STR_ARG(e->device.name),
			whole));
	return value_number(0, NULL);
}

/* No run has enough valid replicates: why. */
static struct value
few_lack(const struct sweep *s)
{
	const struct evidence *e = s->evidence;
	size_t all = 0, dropped = 0, faults = 0;
	struct str why = STR("");

	for (size_t r = 0; r < e->nruns; r++) {
		all += e->runs[r].nreplicates;
		faults += e->runs[r].nfaults;
		if (e->runs[r].ndropped > 0 && dropped == 0)
			why = e->runs[r].dropped;
		dropped += e->runs[r].ndropped;
	}
	if (dropped > 0)
		return value_lack(LACK_INCONCLUSIVE, arena_printf(s->arena,
			STR_FMT ": %zu of %zu replicates dropped, no run has "
			"%d left", STR_ARG(why), dropped, all,
			EVIDENCE_REPLICATES_MIN));
	if (faults > 0)
		return value_lack(LACK_INCONCLUSIVE, arena_printf(s->arena,
			"time does not grow with the work: %zu slopes of %zu "
			"replicates are not above 0", faults, all));
	return value_lack(LACK_INCONCLUSIVE, arena_printf(s->arena,
		"%zu replicates, a run needs %d", all,
		EVIDENCE_REPLICATES_MIN));
}

static struct value
no_case_lack(const struct sweep *s)
{
	struct str text = STR("");

	for (size_t i = 0; i < s->nsettings; i++)
		text = arena_printf(s->arena, STR_FMT " " STR_FMT "=" STR_FMT,
				    STR_ARG(text),
				    STR_ARG(s->settings[i].name),
				    STR_ARG(s->settings[i].value));
	return value_lack(LACK_ERROR, arena_printf(s->arena,
		"the evidence has no case with" STR_FMT, STR_ARG(text)));
}

/* --- choosing ---------------------------------------------------------- */

static double
recorded(const struct device_record *v, struct str name)
{
	for (size_t i = 0; i < v->nentries; i++)
		if (str_equal(v->entries[i].name, name))
			return v->entries[i].value.number;
	return 0;
}

static struct sweep
sweep_of(struct arena *a, const struct evidence *e, const struct probe *p,
	 const struct devices *all)
{
	struct sweep s = { .arena = a, .evidence = e, .probe = p };

	if (all)
		s.device = devices_find(all, e->device.name);
	if (all && !s.device)
		s.device = devices_find(all, e->device.slug);
	s.sm = recorded(&e->device, STR("device.sm_count"));
	s.l2 = recorded(&e->device, STR("device.l2_bytes"));
	return s;
}

/* All cases that are asked for and have a run that counts. *out is a lack if
   there is none. */
static bool
find_choices(const struct sweep *s, const struct metric *m,
	     struct choices *all, struct value *out)
{
	size_t asked = 0;

	*out = find_obstacle(s);
	if (out->kind == VALUE_NONE)
		return false;
	all->n = 0;
	all->items = arena_alloc(s->arena, (s->evidence->ncases + 1) *
						   sizeof *all->items);
	for (size_t c = 0; c < s->evidence->ncases; c++) {
		struct value v;

		if (!is_asked(s, c))
			continue;
		asked++;
		v = case_value(s, c, m->value);
		if (v.kind == VALUE_NONE) {
			*out = v;
			return false;
		}
		v = keep_runs(s->arena, v);
		if (v.nruns > 0)
			all->items[all->n++] = (struct choice){ c, v };
	}
	if (all->n == 0)
		*out = asked == 0 ? no_case_lack(s) : few_lack(s);
	return all->n > 0;
}

static bool
is_better(const struct metric *m, double x, double y)
{
	return m->best_is_least ? x < y : x > y;
}

static const struct choice *
find_best(const struct metric *m, const struct choices *all)
{
	const struct choice *best = &all->items[0];

	for (size_t i = 1; i < all->n; i++)
		if (is_better(m, all->items[i].value.number,
			      best->value.number))
			best = &all->items[i];
	return best;
}

/* Share, where, whether the page chose it: what goes with a value. */
static void
add_remarks(const struct sweep *s, struct value *v, size_t c)
{
	struct ceiling limit = find_ceiling(s, c);
	struct value share = share_of(s, c, &limit);

	v->share = share.kind == VALUE_NUMBER ? share.number : 0;
	v->at = chosen_text(s, c);
	v->pinned = is_pinned(s) ||
		    (limit.reach > 0 && v->share >= limit.reach);
}

static const struct unit *
unit_of(struct arena *a, struct str text)
{
	struct unit *u = arena_alloc(a, sizeof *u);

	return text.n > 0 && unit_parse(u, text) ? u : NULL;
}

struct value
evidence_metric(struct arena *a, const struct evidence *e,
		const struct probe *p, const struct metric *m,
		const struct setting *settings, size_t n,
		const struct devices *documented)
{
	struct sweep s = sweep_of(a, e, p, documented);
	const struct choice *best;
	struct choices all;
	struct value out;

	s.settings = settings;
	s.nsettings = n;
	if (!find_choices(&s, m, &all, &out))
		return out;
	best = find_best(m, &all);
	out = best->value;
	out.unit = unit_of(a, m->unit);
	add_remarks(&s, &out, best->index);
	return out;
}

struct value
evidence_share(struct arena *a, const struct evidence *e,
	       const struct probe *p, const struct setting *settings, size_t n,
	       const struct devices *documented)
{
	struct sweep s = sweep_of(a, e, p, documented);
	const struct choice *best;
	struct ceiling limit;
	struct choices all;
	struct value out;

	s.settings = settings;
	s.nsettings = n;
	if (!find_choices(&s, &p->metrics[0], &all, &out))
		return out;
	best = find_best(&p->metrics[0], &all);
	limit = find_ceiling(&s, best->index);
	out = share_of(&s, best->index, &limit);
	if (out.kind != VALUE_NUMBER || out.nruns == 0)
		return value_lack(LACK_ERROR, arena_printf(a, "no ceiling of '"
			STR_FMT "' is known for " STR_FMT, STR_ARG(p->name),
			STR_ARG(e->device.name)));
	add_remarks(&s, &out, best->index);
	return out;
}

/* --- enough ------------------------------------------------------------ */

/* A choice's value of the parameter, and its median in the run at hand. */
struct candidate {
	double parameter, median;
};

static const struct series *
find_series(const struct value *v, struct str id)
{
	for (size_t r = 0; r < v->nruns; r++)
		if (str_equal(v->runs[r].id, id))
			return &v->runs[r];
	return NULL;
}

/* Least parameter as good as the best; NaN when nothing has a median. */
static double
least_enough(const struct metric *m, const struct candidate *k, size_t n)
{
	double best = NAN, least = NAN;

	for (size_t i = 0; i < n; i++)
		if (!isnan(k[i].median) &&
		    (isnan(best) || is_better(m, k[i].median, best)))
			best = k[i].median;
	for (size_t i = 0; i < n; i++) {
		double off = m->best_is_least ? k[i].median / best - 1 :
						1 - k[i].median / best;

		if (off <= ENOUGH && !(k[i].parameter >= least))
			least = k[i].parameter;
	}
	return least;
}

/* The answer of one run (id), or of all of them (NULL). */
static double
run_answer(const struct sweep *s, const struct metric *m,
	   const struct choices *all, struct candidate *k,
	   const struct str *id)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct value *v = &all->items[i].value;
		const struct series *r = id ? find_series(v, *id) : NULL;

		k[i].median = !id ? v->number :
			r ? median_of(s->arena, r, 1) : NAN;
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
		out.v[i] = isnan(r->v[i]) ? NAN : answer;
	return out;
}

static bool
read_parameters(const struct sweep *s, const struct choices *all,
		struct candidate *k, struct str parameter)
{
	for (size_t i = 0; i < all->n; i++) {
		size_t c = all->items[i].index;
		const struct setting *has = case_setting(
			&s->evidence->cases[c], parameter);
		const struct head h = case_head(s, c);
		struct product p;

		if (!has || !head_setting(&p, &h, has) || p.sm || p.l2)
			return false;
		k[i].parameter = p.number;
	}
	return true;
}

struct value
evidence_enough(struct arena *a, const struct evidence *e,
		const struct probe *p, struct str parameter,
		const struct setting *settings, size_t n,
		const struct devices *documented)
{
	struct sweep s = sweep_of(a, e, p, documented);
	const struct metric *m = &p->metrics[0];
	const struct choice *best;
	struct candidate *k;
	struct series *runs;
	struct choices all;
	struct value out;

	s.settings = settings;
	s.nsettings = n;
	if (!find_choices(&s, m, &all, &out))
		return out;
	k = arena_alloc(a, all.n * sizeof *k);
	if (!read_parameters(&s, &all, k, parameter))
		return value_lack(LACK_ERROR, arena_printf(a, "'" STR_FMT
			"' is no numeric parameter of '" STR_FMT "'",
			STR_ARG(parameter), STR_ARG(p->name)));
	best = find_best(m, &all);
	runs = arena_alloc(a, best->value.nruns * sizeof *runs);
	for (size_t r = 0; r < best->value.nruns; r++)
		runs[r] = constant(a, &best->value.runs[r], run_answer(&s, m,
			&all, k, &best->value.runs[r].id));
	out = value_number(run_answer(&s, m, &all, k, NULL), NULL);
	out.runs = runs;
	out.nruns = best->value.nruns;
	add_remarks(&s, &out, best->index);
	out.at = STR("");
	return out;
}
