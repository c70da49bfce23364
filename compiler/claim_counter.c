/*
 * What the profiler says, as facts: the value of one of its metrics for a
 * kernel, probe or test of the page, or what it lists of a name.
 *
 *	metric(fp16x2, "sm__inst_executed_pipe_fp16.sum")
 *	metric_exists("smsp__cycles_active")
 *	metric_text("*stalled_imc*") has "instruction"
 *
 * The idea: a fact holds the name as the profiler is asked for it, and whose
 * launches are counted. A kernel is counted in the one test or page probe that
 * launches it.
 *
 * Which names there are, the profiler knows; here only what can be none is an
 * error.
 */
#include "arena.h"
#include "claim.h"
#include "claim_bind.h"
#include "claim_parts.h"
#include "diag.h"
#include "expr.h"
#include "fact.h"
#include "marker.h"
#include "page.h"
#include "recipe.h"
#include "scan.h"

/* --- whose launches ------------------------------------------------------- */

/* `sum` of `sum<float, 4>`. */
static bool
is_of_kernel(const struct launch *l, struct str name)
{
	struct str plain = str_slice(l->kernel, 0,
				     str_find_byte(l->kernel, '<'));

	return str_equal(str_trim(l->kernel), name) ||
	       str_equal(str_trim(plain), name);
}

static const struct launch *
find_launch(const struct marker *m, struct str kernel)
{
	for (const struct launch *l = m->launches; l; l = l->next)
		if (is_of_kernel(l, kernel))
			return l;
	return NULL;
}

/* Sets what is counted of a launch of m: the launch that has this name in the
   records. */
static void
set_launch(struct gather *g, struct fact *f, const struct marker *m,
	   const struct launch *l)
{
	bool test = m->kind == MARKER_TEST;

	f->subject = test ? m->options.id : m->name;
	f->argument = test ? recipe_kernel(g->arena, m, l) :
			     recipe_entry(g->arena, m, l);
}

/* How many tests and page probes launch a kernel; the last of them. */
static size_t
find_launching(const struct gather *g, struct str kernel,
	       const struct marker **last)
{
	size_t n = 0;

	*last = NULL;
	for (size_t i = 0; i < g->page->scan->ncomments; i++) {
		const struct marker *m = g->page->markers[i];

		if (m && (m->kind == MARKER_TEST || m->kind == MARKER_PROBE) &&
		    find_launch(m, kernel)) {
			*last = m;
			n++;
		}
	}
	return n;
}

/* A kernel that just one test or page probe launches; false with an error. */
static bool
bind_kernel(struct gather *g, struct claim *c, struct fact *f,
	    const struct expr *raw)
{
	const struct marker *found;
	size_t n = find_launching(g, f->subject, &found);

	if (n == 1 &&
	    (found->kind == MARKER_PROBE || found->options.id.n > 0)) {
		set_launch(g, f, found, find_launch(found, f->subject));
		return true;
	}
	if (n == 0)
		gather_trouble(g, c, raw->at, "no probe, test or launched "
			       "kernel of the page is named '" STR_FMT "'",
			       STR_ARG(f->subject));
	else if (n == 1)
		gather_trouble(g, c, raw->at, "the test that launches '"
			       STR_FMT "' needs a name (`id=`) to be counted",
			       STR_ARG(f->subject));
	else
		gather_trouble(g, c, raw->at, "several tests or probes launch '"
			       STR_FMT "': name the one that is meant",
			       STR_ARG(f->subject));
	return false;
}

static bool
bind_counted(struct gather *g, struct claim *c, struct fact *f,
	     const struct expr *raw)
{
	const struct probe_name *probe = gather_probe(g, f->subject);

	if (probe)
		return gather_settings(g, c, f, probe);
	if (gather_test(g, f->subject, MARKER_TEST) ||
	    gather_test(g, f->subject, MARKER_PROBE))
		return true;
	return bind_kernel(g, c, f, raw);
}

/* --- names ---------------------------------------------------------------- */

static bool
set_name(struct gather *g, struct claim *c, struct fact *f,
	 const struct expr *arg, const struct expr *raw)
{
	f->metric = arg ? arg->text : str_trim(c->text);
	if (!arg && str_ends(f->metric, STR("()")))
		f->metric.n -= 2;
	if (raw->kind != EXPR_RAW)
		f->metric = fact_metric(g->arena, f->metric);
	if ((!arg || arg->kind == EXPR_STRING) && fact_is_metric(f->metric))
		return true;
	gather_trouble(g, c, arg ? arg->at : raw->at, "expected the name of a "
		       "metric%s, as the profiler lists it",
		       arg ? " in quotes" : " before the marker");
	return false;
}

/* `metric(k, "NAME")`: one name, not a pattern. */
static bool
bind_metric(struct gather *g, struct claim *c, struct fact *f,
	    const struct expr *raw)
{
	const struct expr *arg = raw->args;

	f->subject = str_trim(raw->raw);
	if (!arg || arg->next) {
		gather_trouble(g, c, raw->at, "metric() takes a probe, test or "
			       "kernel and the name of a metric in quotes");
		return false;
	}
	if (!set_name(g, c, f, arg, raw))
		return false;
	if (str_find_byte(f->metric, '*') < f->metric.n) {
		gather_trouble(g, c, arg->at, "one metric is counted, not all "
			       "of a pattern");
		return false;
	}
	return bind_counted(g, c, f, raw);
}

bool
gather_counter(struct gather *g, struct claim *c, struct expr *e,
	       const struct expr *raw)
{
	const struct expr *arg = raw->kind == EXPR_CALL ? raw->args : NULL;
	struct fact *f = gather_fact(g, c, e, FACT_COUNTER);

	if (raw->kind == EXPR_RAW)
		return bind_metric(g, c, f, raw);
	f->op = e->kind == EXPR_LISTING ? (int)e->op : OP_NONE;
	if (e->kind == EXPR_LISTING)
		f->glob = e->text_given ? e->text : str_trim(c->text);
	if (arg && arg->next) {
		gather_trouble(g, c, raw->at, "one metric is named, in quotes");
		return false;
	}
	if (!set_name(g, c, f, arg, raw))
		return false;
	f->subject = f->metric;
	return true;
}
