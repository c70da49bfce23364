/*
 * Names of probes -> the probe of the library, its parameters and its metric.
 *
 * The idea: a probe's name may stand for another name with some parameters
 * set (`ilp1: ilp(chains=1)`), so names are followed to the library, within a
 * bound, and of a parameter that is set twice the setting nearer to the claim
 * stays. What is not set is swept.
 *
 * Which points a sweep has, and which target it becomes, is for plan.
 */
#include "arena.h"
#include "claim.h"
#include "claim_bind.h"
#include "claim_parts.h"
#include "diag.h"
#include "expr.h"
#include "fact.h"
#include "library.h"
#include "page.h"
#include "source.h"
#include "wiki.h"

/* Names of probes may go through other names: `ilp1: ilp(chains=1)`. */
#define PROBE_DEPTH 8

const struct probe_name *
gather_probe(const struct gather *g, struct str name)
{
	for (size_t i = 0; i < g->page->nprobes; i++)
		if (str_equal(g->page->probes[i].name, name)) {
			g->probe_used[i] = true;
			return &g->page->probes[i];
		}
	for (size_t i = 0; i < g->wiki->config.nprobes; i++)
		if (str_equal(g->wiki->config.probes[i].name, name))
			return &g->wiki->config.probes[i];
	return NULL;
}

/* A name of the page that is bound to the library's probe directly. */
static const struct probe_name *
name_of(const struct gather *g, const struct probe *p)
{
	for (size_t i = 0; i < g->page->nprobes; i++)
		if (str_equal(g->page->probes[i].target, p->name))
			return &g->page->probes[i];
	return NULL;
}

void
gather_probe_hint(const struct gather *g, const struct expr *head,
		  struct str name)
{
	const struct probe *p = library_find(g->wiki->library, name);
	const struct probe_name *known = p ? name_of(g, p) : NULL;
	struct str call = expr_text(g->arena, head);

	if (!p && !(head->kind == EXPR_CALL && gather_probe(g, name)))
		return;
	if (head->kind == EXPR_NAME)
		call = arena_printf(g->arena, STR_FMT "(…)", STR_ARG(call));
	diag_note(g->page->diag, head->at, "a probe gets a name in the front "
		  "matter, `NAME: " STR_FMT "` below `probes:`, and NAME "
		  "stands here", STR_ARG(call));
	if (known)
		diag_note(g->page->diag, known->at,
			  "this page has '" STR_FMT "'", STR_ARG(known->name));
}

/* Whether a parameter may have a value: words (`type`) only those listed. */
static bool
may_be(const struct parameter *p, struct str value)
{
	for (size_t i = 0; i < p->nvalues; i++)
		if (str_equal(p->values[i], value))
			return true;
	return p->nvalues > 0 && byte_is_digit(p->values[0].p[0]);
}

/* Sets a parameter; one set nearer to the claim stays. */
static bool
set_parameter(struct gather *g, struct claim *c, struct fact *f,
	      struct setting *set, const struct expr *arg)
{
	struct span at;

	for (size_t i = 0; i < f->probe->nparameters; i++) {
		const struct parameter *p = &f->probe->parameters[i];
		struct str value = expr_text(g->arena, arg);

		if (!str_equal(p->name, arg->argument))
			continue;
		if (p->text && !gather_text(g, c, arg, &value))
			return false;
		if (!p->text && !may_be(p, value)) {
			gather_trouble(g, c, arg->at, "probe '" STR_FMT
				       "' knows no " STR_FMT " '" STR_FMT "'",
				       STR_ARG(f->probe->name),
				       STR_ARG(p->name), STR_ARG(value));
			gather_near_setting(g, arg->at, p, value);
			return false;
		}
		if (set[i].value.n == 0)
			set[i].value = value;
		return true;
	}
	at = arg->argument_at.n ? arg->argument_at : arg->at;
	gather_trouble(g, c, at, "probe '" STR_FMT "' has no parameter '"
		       STR_FMT "'", STR_ARG(f->probe->name),
		       STR_ARG(arg->argument));
	gather_near_parameter(g, at, f->probe, arg->argument);
	return false;
}

/* Follows a probe's name to the library; calls[] from the name outward. */
static const struct probe *
follow_probe(struct gather *g, const struct probe_name *name,
	     const struct expr **calls, size_t *ncalls)
{
	*ncalls = 0;
	for (int depth = 0; depth < PROBE_DEPTH && name; depth++) {
		const struct probe_name *next;

		if (name->call)
			calls[(*ncalls)++] = name->call;
		next = gather_probe(g, name->target);
		if (!next || next == name)
			return library_find(g->wiki->library, name->target);
		name = next;
	}
	return NULL;
}

/* Whether a text is not there that a value before it leaves to the page. */
static bool
is_lacking(const struct fact *f, const struct parameter *p)
{
	struct str said;

	return p->text && !probe_row_says(f->probe, f->settings, f->nsettings,
					  p->name, &said);
}

static bool
compact_settings(struct gather *g, struct claim *c, struct fact *f,
		 const struct setting *set)
{
	struct setting *kept = arena_alloc(g->arena,
		(f->probe->nparameters + 1) * sizeof *kept);

	f->settings = kept;
	for (size_t i = 0; i < f->probe->nparameters; i++) {
		const struct parameter *p = &f->probe->parameters[i];

		if (set[i].value.n > 0)
			kept[f->nsettings++] = (struct setting){
				p->name, set[i].value };
		else if (p->unsaid.n > 0)
			kept[f->nsettings++] = (struct setting){
				p->name, p->unsaid };
		else if (p->fixed || is_lacking(f, p)) {
			gather_trouble(g, c, c->marker_at.n ? c->marker_at :
				       c->at, "probe '" STR_FMT "' needs '"
				       STR_FMT "='", STR_ARG(f->probe->name),
				       STR_ARG(p->name));
			return false;
		}
	}
	return true;
}

/* The probe of a name, and what its chain of names sets; NULL with an
   error. */
static struct setting *
find_settings(struct gather *g, struct claim *c, struct fact *f,
	      const struct probe_name *name)
{
	const struct expr *calls[PROBE_DEPTH];
	struct setting *set;
	size_t n;

	f->probe = follow_probe(g, name, calls, &n);
	if (!f->probe) {
		gather_trouble(g, c, name->at, "no probe '" STR_FMT
			       "' in the library", STR_ARG(name->target));
		return NULL;
	}
	set = arena_alloc(g->arena, (f->probe->nparameters + 1) * sizeof *set);
	for (size_t i = 0; i < n; i++)
		for (const struct expr *arg = calls[i]->args; arg;
		     arg = arg->next)
			if (!set_parameter(g, c, f, set, arg))
				return NULL;
	return set;
}

/* A text is given where it is wanted. */
static bool
check_texts(struct gather *g, struct claim *c, const struct fact *f,
	    const struct probe_name *name)
{
	const struct expr *calls[PROBE_DEPTH];
	size_t n;

	follow_probe(g, name, calls, &n);
	for (size_t i = 0; i < n; i++)
		if (!gather_check_texts(g, c, f, calls[i]))
			return false;
	return true;
}

bool
gather_settings(struct gather *g, struct claim *c, struct fact *f,
		const struct probe_name *name)
{
	struct setting *set = find_settings(g, c, f, name);

	return set && compact_settings(g, c, f, set) &&
	       check_texts(g, c, f, name);
}

/* --- names that nothing asks for ----------------------------------------- */

void
gather_use(const struct gather *g, const struct probe_name *p)
{
	for (size_t i = 0; i < g->page->nprobes; i++)
		if (&g->page->probes[i] == p)
			g->probe_used[i] = true;
}

/* Whether another name of the page goes on to it, or it is the base of one. */
static bool
is_part(const struct gather *g, const struct probe_name *p)
{
	for (size_t i = 0; i < g->page->nprobes; i++) {
		const struct probe_name *other = &g->page->probes[i];

		if (other != p && (str_equal(other->target, p->name) ||
				   str_equal(other->base, p->name)))
			return true;
	}
	return false;
}

/* The base must be a probe, used or not. */
static void
check_base(struct gather *g, const struct probe_name *p)
{
	if (p->base.n > 0 && !gather_probe(g, p->base))
		diag_error(g->page->diag, source_span_of(g->page->source,
			   p->base), "no probe of the page or the wiki is "
			   "named '" STR_FMT "'", STR_ARG(p->base));
}

void
gather_check_probe(struct gather *g, const struct probe_name *p)
{
	struct claim none = { .at = p->at };
	struct fact f = { 0 };

	check_base(g, p);
	find_settings(g, &none, &f, p);
}

void
gather_unused(struct gather *g)
{
	for (size_t i = 0; i < g->page->nprobes; i++) {
		const struct probe_name *p = &g->page->probes[i];
		struct claim none = { .at = p->at };
		struct fact f = { 0 };

		check_base(g, p);
		if (g->probe_used[i] || is_part(g, p))
			continue;
		if (gather_settings(g, &none, &f, p))
			diag_warning(g->page->diag, p->at, "unused", "nothing "
				     "of the page asks for the probe '" STR_FMT
				     "'", STR_ARG(p->name));
	}
}

static bool
read_metric_name(struct gather *g, struct claim *c, struct fact *f,
		 struct expr *e)
{
	struct expr *path = e->kind == EXPR_CALL ? e->left : e;

	if (path->kind != EXPR_MEMBER)
		return true;
	f->metric = path->text;
	if (str_equal(f->metric, STR("enough"))) {
		if (e->kind == EXPR_CALL && e->args &&
		    probe_parameter(f->probe, expr_text(g->arena, e->args))) {
			f->argument = expr_text(g->arena, e->args);
			return true;
		}
		gather_trouble(g, c, e->at,
			       "enough(NAME) takes a parameter of the probe");
		return false;
	}
	if (probe_metric(f->probe, f->metric) ||
	    str_equal(f->metric, STR("share")))
		return true;
	gather_trouble(g, c, e->at, "probe '" STR_FMT "' has no metric '"
		       STR_FMT "'", STR_ARG(f->probe->name),
		       STR_ARG(f->metric));
	return false;
}

bool
gather_probe_fact(struct gather *g, struct claim *c, struct expr *e,
		  const struct probe_name *name)
{
	struct fact *f = gather_fact(g, c, e, FACT_MEASURED);

	return gather_settings(g, c, f, name) && read_metric_name(g, c, f, e);
}
