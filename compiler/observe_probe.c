/*
 * Page probes: evidence of a kernel of the page -> its rate and its time.
 *
 * The idea: a page probe is a probe without a head. Its cases carry the work
 * of a launch as a parameter, `work`, so `time` and `work / time` are metrics
 * like any other, and medians, replicates and runs are taken as for a probe of
 * the library. It promises no instructions and has no ceiling to come near to:
 * what it says is of the page's own kernel. But no kernel does more in a second
 * than the device can, at its very best; then the work is not what it does.
 */
#include "arena.h"
#include "built.h"
#include "claim.h"
#include "diag.h"
#include "evidence.h"
#include "expr.h"
#include "fact.h"
#include "library.h"
#include "marker.h"
#include "plan.h"
#include "source.h"
#include "toolkit.h"
#include "value.h"
#include "observe.h"
#include "observe_parts.h"
#include "wiki.h"
#include "yaml.h"

static const struct expr *
parse(struct arena *a, struct str text)
{
	struct span all = source_span(source_make(a, STR("a page probe"), text),
				      0, text.n);

	return expr_parse(a, &all, diag_make(a));
}

static struct str
unit_text(const struct marker *m)
{
	if (str_equal(m->work_kind, STR("flops")))
		return STR("FLOP/s");
	return str_equal(m->work_kind, STR("bytes")) ? STR("B/s") :
						       STR("op/s");
}

/* The variables that take several values, as parameters of a sweep. */
static void
add_parameters(struct arena *a, struct probe *p, const struct marker *m)
{
	p->parameters = arena_alloc(a, MARKER_VARIABLES_MAX *
					       sizeof *p->parameters);
	for (const struct variable *v = m->variables; v; v = v->next)
		if (v->ranges && (v->ranges->next ||
				  v->ranges->kind == EXPR_BINARY))
			p->parameters[p->nparameters++] = (struct parameter){
				.name = v->name, .nvalues = SIZE_MAX };
}

struct probe *
observe_page_metrics(struct arena *a, const struct marker *m)
{
	struct probe *p = arena_alloc(a, sizeof *p);
	struct node *head = arena_alloc(a, sizeof *head);

	head->kind = NODE_MAP;
	p->name = m->name;
	p->head = head;
	add_parameters(a, p, m);
	p->nmetrics = 2;
	p->metrics = arena_alloc(a, 2 * sizeof *p->metrics);
	p->metrics[0] = (struct metric){ STR("rate"),
		parse(a, STR("work / time")), unit_text(m), false };
	p->metrics[1] = (struct metric){ STR("time"), parse(a, STR("time")),
					 STR("s"), true };
	return p;
}

/* The same toolkit makes the same bytes of the same source. */
static bool
is_other_code(const struct world *w, const struct built *b,
	      const struct evidence *e)
{
	return b && b->cubin_hash.n > 0 && w->toolkit &&
	       str_equal(w->toolkit->nvcc.version, e->toolkit) &&
	       !str_equal(b->cubin_hash, e->cubin);
}

/* The most that a device does in a second of such work; 0 where nothing is
   documented. */
static double
find_limit(struct arena *a, const struct device_file *d, const struct marker *m)
{
	struct value v = value_lack(LACK_ERROR, STR(""));

	if (str_equal(m->work_kind, STR("bytes")))
		v = device_entry(a, d, STR("most.bytes_per_s"));
	else if (str_equal(m->work_kind, STR("flops")))
		v = device_entry(a, d, STR("most.flop_per_s"));
	return v.kind == VALUE_NUMBER ? v.number : 0;
}

/* Why a rate cannot be; kind NUMBER if it can. */
static struct value
check_rate(struct arena *a, const struct world *w, const struct asked *q,
	   const struct marker *m)
{
	const struct device_file *d = devices_find(w->wiki->devices,
						   q->evidence->device.name);
	double limit = d ? find_limit(a, d, m) : 0;
	struct value rate = evidence_metric(a, q, &q->probe->metrics[0]);

	if (rate.kind != VALUE_NUMBER || !(limit > 0) ||
	    rate.number <= VALUE_SHARE_MAX * limit)
		return value_number(0, NULL);
	return value_lack(LACK_ERROR, arena_printf(a, "%.3g " STR_FMT " are "
		"more than the device can do, %.3g: this is not the work of "
		"its launches", rate.number, STR_ARG(unit_text(m)), limit));
}

struct value
observe_page_probe(struct arena *a, const struct world *w,
		   const struct target *t, const struct evidence *e,
		   const struct fact *f)
{
	struct probe *p = observe_page_metrics(a, t->run);
	const struct metric *m = probe_metric(p, f->metric);
	struct asked q = { .evidence = e, .probe = p,
			   .settings = f->settings,
			   .nsettings = f->nsettings,
			   .devices = w->wiki->devices };
	struct value v;

	if (is_other_code(w, observe_built(w, t), e))
		return value_lack(LACK_STALE, STR("its cubin is not the one "
						  "that was measured"));
	v = check_rate(a, w, &q, t->run);
	if (v.kind == VALUE_NONE)
		return v;
	v = evidence_metric(a, &q, m ? m : &p->metrics[0]);
	v.pinned = true; /* it says nothing of the hardware's limit */
	return v;
}
