/*
 * Page probes: evidence of a kernel of the page -> its rate and its time.
 *
 * The idea: a page probe is a probe without a head. Its cases carry the work
 * of a launch as a parameter, `work`, so `time` and `work / time` are metrics
 * like any other, and medians, replicates and runs are taken as for a probe of
 * the library. It has no ceiling and promises no instructions: what it says is
 * of the page's own kernel.
 */
#include "arena.h"
#include "built.h"
#include "claim.h"
#include "diag.h"
#include "evidence.h"
#include "expr.h"
#include "library.h"
#include "marker.h"
#include "plan.h"
#include "source.h"
#include "toolkit.h"
#include "value.h"
#include "observe.h"
#include "observe_parts.h"
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

static struct probe *
make_probe(struct arena *a, const struct marker *m)
{
	struct probe *p = arena_alloc(a, sizeof *p);
	struct node *head = arena_alloc(a, sizeof *head);

	head->kind = NODE_MAP;
	p->name = m->name;
	p->head = head;
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

struct value
observe_page_probe(struct arena *a, const struct world *w,
		   const struct target *t, const struct evidence *e,
		   const struct fact *f)
{
	struct probe *p = make_probe(a, t->run);
	const struct metric *m = probe_metric(p, f->metric);
	struct asked q = { .evidence = e, .probe = p };
	struct value v;

	if (is_other_code(w, observe_built(w, t), e))
		return value_lack(LACK_STALE, STR("its cubin is not the one "
						  "that was measured"));
	v = evidence_metric(a, &q, m ? m : &p->metrics[0]);
	v.pinned = true; /* it says nothing of the hardware's limit */
	return v;
}
