/*
 * One case of a probe's evidence -> what its expressions are worth.
 *
 * The idea: a case's metric is the head's expression over `time` or `cycles`,
 * which are series, a value a replicate, and over plain numbers: parameters,
 * `let` names, `sm` and `l2` of the device as it was recorded, `device.NAME` as
 * it is documented. Evaluating it once gives the metric of every replicate of
 * every run; the ceiling is such an expression too.
 *
 * Numbers have no units on the way, since heads count in coherent ones.
 */
#include "evidence.h"

#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "fact.h"
#include "library.h"
#include "pack_head.h"
#include "value.h"
#include "yaml.h"

#include "evidence_sweep.h"

#include <math.h>

/* --- lists of values ----------------------------------------------------- */

static size_t
count_valid(const struct series *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += isfinite(s->v[i]) ? 1 : 0;
	return n;
}

static struct series
finite_copy(struct arena *a, const struct series *s)
{
	struct series out = { s->id, NULL, s->n };

	out.v = arena_alloc(a, (s->n + 1) * sizeof *out.v);
	for (size_t i = 0; i < s->n; i++)
		out.v[i] = isfinite(s->v[i]) ? s->v[i] : (double)NAN;
	return out;
}

struct value
sweep_valid(struct arena *a, struct value v)
{
	struct series *runs = arena_alloc(a, (v.nruns + 1) * sizeof *runs);
	size_t n = 0;

	for (size_t r = 0; r < v.nruns; r++)
		if (count_valid(&v.runs[r]) >= EVIDENCE_REPLICATES_MIN)
			runs[n++] = finite_copy(a, &v.runs[r]);
	v.runs = runs;
	v.nruns = n;
	v.number = value_median(a, runs, n);
	return v;
}

/* --- the device and the settings ----------------------------------------- */

struct sweep
sweep_make(struct arena *a, const struct asked *q)
{
	struct sweep s = { .arena = a, .evidence = q->evidence,
			   .probe = q->probe, .settings = q->settings,
			   .nsettings = q->nsettings };
	const struct devices *all = q->devices;
	const struct device_record *d = &q->evidence->device;

	if (all)
		s.device = devices_find(all, d->name);
	if (all && !s.device)
		s.device = devices_find(all, d->slug);
	s.sm = ledger_number(d, STR("device.sm_count"));
	s.l2 = ledger_number(d, STR("device.l2_bytes"));
	return s;
}

const struct setting *
sweep_setting(const struct sweep *s, size_t c, struct str name)
{
	const struct sample_case *k = &s->evidence->cases[c];

	return setting_find(k->settings, k->nsettings, name);
}

/* --- the numbers of a case ----------------------------------------------- */

struct value
sweep_slopes(const struct sweep *s, size_t c)
{
	const struct evidence *e = s->evidence;
	struct series *runs =
		arena_alloc(s->arena, (e->nruns + 1) * sizeof *runs);
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
	return sweep_valid(s->arena, v);
}

struct head
sweep_head(const struct sweep *s, size_t c)
{
	const struct sample_case *k = &s->evidence->cases[c];

	return (struct head){ .arena = s->arena, .diag = diag_make(s->arena),
			      .probe = s->probe, .settings = k->settings,
			      .nsettings = k->nsettings, .sm = s->sm,
			      .l2 = s->l2 };
}

static struct value
device_value(const struct sweep *s, struct str name)
{
	const struct device_record *v = &s->evidence->device;
	const struct value *said = ledger_entry(v, name);

	if (s->device)
		return device_entry(s->arena, s->device,
				    str_skip(name, STR("device.").n));
	if (said)
		return *said;
	return value_lack(LACK_ERROR, arena_printf(s->arena,
		"'" STR_FMT "' is not documented of " STR_FMT, STR_ARG(name),
		STR_ARG(v->name)));
}

/* The `device.…` that e names; no deeper than an expression is. */
static void
add_device_names(const struct sweep *s, struct names *all, const struct expr *e)
{
	if (!e)
		return;
	if (e->kind == EXPR_MEMBER) {
		struct str name = expr_text(s->arena, e);

		if (str_starts(name, STR("device.")))
			names_add(s->arena, all, name, device_value(s, name));
		return;
	}
	add_device_names(s, all, e->left);
	add_device_names(s, all, e->right);
	for (const struct expr *arg = e->args; arg; arg = arg->next)
		add_device_names(s, all, arg);
}

static struct value
eval_case(const struct sweep *s, size_t c, const struct expr *e,
	  struct value slope)
{
	const struct head h = sweep_head(s, c);
	struct environment env = { 0 };
	struct names all = { 0 };

	head_add_names(&all, &h);
	names_add(s->arena, &all, s->evidence->cases[c].cycles ?
		  STR("cycles") : STR("time"), slope);
	add_device_names(s, &all, e);
	env.bindings = all.items;
	env.nbindings = all.n;
	return value_eval(s->arena, e, &env);
}

struct value
sweep_value(const struct sweep *s, size_t c, const struct expr *e)
{
	return eval_case(s, c, e, sweep_slopes(s, c));
}

struct value
sweep_given(const struct sweep *s, size_t c, const struct expr *e, double slope)
{
	return eval_case(s, c, e, value_number(slope, NULL));
}

double
sweep_documented(const struct sweep *s, struct str entry)
{
	struct value v = value_lack(LACK_ERROR, STR(""));

	if (s->device)
		v = device_entry(s->arena, s->device, entry);
	return v.kind == VALUE_NUMBER ? v.number : 0;
}

/* --- the ceiling --------------------------------------------------------- */

static double
number_at(const struct head *h, struct str path)
{
	const struct node *n = head_find(h, path);
	struct product p;

	return n && head_eval(&p, h, n) && p.sm == 0 && p.l2 == 0 ? p.number
								  : 0;
}

struct ceiling
sweep_ceiling(const struct sweep *s, size_t c)
{
	const struct head h = sweep_head(s, c);
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
	v = sweep_value(s, c, e);
	if (v.kind == VALUE_NUMBER && v.number > 0)
		out.value = v.number;
	return out;
}

struct value
sweep_share(const struct sweep *s, size_t c, const struct ceiling *limit)
{
	struct value ceiling = value_number(limit->value, NULL), v;

	if (!(limit->value > 0))
		return value_lack(LACK_ERROR, STR(""));
	v = sweep_value(s, c, limit->metric->value);
	v = limit->below ? value_combine(s->arena, OP_DIV, ceiling, v)
			 : value_combine(s->arena, OP_DIV, v, ceiling);
	return v.kind == VALUE_NUMBER && v.runs ? sweep_valid(s->arena, v) : v;
}
