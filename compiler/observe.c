/*
 * Facts answered: what building said of a listing, what the ledger holds of a
 * probe, what a device is.
 *
 * The idea: plan, built code and evidence know nothing of each other; a fact
 * is where they meet. Every answer is a value, and where there is none the
 * value says why: not built here, measured elsewhere, of other code. Nothing
 * is judged.
 */
#include "arena.h"
#include "buf.h"
#include "built.h"
#include "claim.h"
#include "evidence.h"
#include "expr.h"
#include "fact.h"
#include "judge.h"
#include "library.h"
#include "listing.h"
#include "observe.h"
#include "plan.h"
#include "probe_guard.h"
#include "quantity.h"
#include "recall.h"
#include "toolkit.h"
#include "value.h"
#include "observe_parts.h"
#include "wiki.h"

const struct built *
observe_built(const struct world *w, const struct target *t)
{
	return w->built && t ? &w->built[t - w->plan->targets] : NULL;
}

/* Whether the compiler at hand does not know a target's architecture; what
   goes to the assembler alone is not asked. */
bool
observe_lacks_sm(const struct world *w, const struct target *t)
{
	return w->toolkit && t->kind != TARGET_PTX && !t->ptx_names &&
	       !toolkit_has_sm(w->toolkit, t->sm);
}

/* Why a target has no answer; kind NONE. */
struct value
observe_built_lack(struct arena *a, const struct world *w,
		   const struct target *t)
{
	const struct built *b = observe_built(w, t);

	if (!b || !b->tried)
		return observe_lacks_tool(STR("needs nvcc"));
	if (observe_lacks_sm(w, t))
		return observe_lacks_tool(arena_printf(a, "needs nvcc for "
			STR_FMT, STR_ARG(t->sm)));
	if (b->stopped)
		return value_lack(LACK_INCONCLUSIVE, b->why);
	if (b->no_sass)
		return observe_lacks_tool(STR("needs sass"));
	return value_lack(LACK_ERROR, b->unset ? b->why :
			  arena_printf(a, "does not build: " STR_FMT,
				       STR_ARG(b->why)));
}

/* --- listings and resources ---------------------------------------------- */

/* Code of a fence that is all of headers is not the fence's, whose own check
   says so, too. */
static bool
is_of_others(const struct built *b)
{
	return b && b->ok && b->empty;
}

static struct value
lack_of_code(void)
{
	return value_lack(LACK_NOT_RUN, STR("its fence holds no device code"));
}

/* Whether a sweep point has the values that the page pins. */
static bool
is_pinned_point(const struct point *p, const struct fact *f)
{
	for (size_t i = 0; i < f->nsettings; i++)
		for (size_t k = 0; k < p->nsettings; k++)
			if (str_equal(p->settings[k].name,
				      f->settings[i].name) &&
			    !str_equal(p->settings[k].value,
				       f->settings[i].value))
				return false;
	return true;
}

/* The kernel a fact speaks of: named, of that entry, the last of a probe's
   points with the values that the page pins, or the only one. */
static const struct kernel *
find_kernel(const struct listing *l, const struct target *t,
	    const struct fact *f)
{
	const struct kernel *k = listing_find(l, f->subject);

	if (!k && t->entry.n > 0)
		k = listing_find(l, t->entry);
	for (size_t i = t->npoints; !k && i-- > 0;)
		if (is_pinned_point(&t->points[i], f))
			k = listing_find(l, t->points[i].entry);
	if (!k && l->n == 1)
		k = &l->kernels[0];
	return k;
}

/* The instructions that a fact speaks of, a line each. */
static struct str
matching_lines(struct arena *a, const struct kernel *k, struct str glob,
	       bool loop)
{
	struct buf text = { 0 };
	struct str out;

	for (size_t i = 0; i < k->n; i++)
		if (listing_matches(&k->items[i], glob, loop))
			buf_printf(&text, "%s" STR_FMT, text.n > 0 ? "\n" : "",
				   STR_ARG(k->items[i].text));
	out = arena_copy(a, buf_str(&text));
	buf_free(&text);
	return out;
}

/* What the instructions that match say: whether there are any, how many; or
   without a test that they are so many. */
static struct value
test_value(struct arena *a, int op, size_t count)
{
	if (op == OP_NONE)
		return value_text(arena_printf(a, "%zu instruction%s", count,
					       count == 1 ? "" : "s"));
	if (op == OP_COUNT)
		return value_number((double)count, NULL);
	return value_truth(op == OP_HAS ? count > 0 : count == 0);
}

static struct value
observe_listing(struct arena *a, const struct world *w,
		const struct target *t, const struct claim *c,
		const struct fact *f)
{
	const struct built *b = observe_built(w, t);
	const struct listing *l = !b ? NULL :
				  claim_asks_sass(f) ? b->sass : b->ptx;
	struct str glob = f->glob.n > 0 ? f->glob : STR("*");
	const struct kernel *k;
	struct value out;

	if (!l)
		return observe_built_lack(a, w, t);
	if (is_of_others(b))
		return lack_of_code();
	k = find_kernel(l, t, f);
	if (!k)
		return value_lack(LACK_ERROR, arena_printf(a,
			"its code has no kernel '" STR_FMT "'",
			STR_ARG(f->subject)));
	if (f->loop && !k->has_loop)
		return value_lack(LACK_ERROR, STR("its code has no loop"));
	out = test_value(a, f->op, listing_count(k, glob, f->loop));
	if (c->kind == CLAIM_OPEN)
		out.lines = matching_lines(a, k, glob, f->loop);
	return out;
}

static const struct resources *
resources_of(const struct built *b, struct str kernel)
{
	for (size_t i = 0; i < b->nresources; i++)
		if (listing_is_named(b->resources[i].kernel, kernel))
			return &b->resources[i];
	return NULL;
}

/* Those of the kernel that find_kernel takes. */
static const struct resources *
find_resources(const struct target *t, const struct built *b,
	       const struct fact *f)
{
	const struct resources *r = b ? resources_of(b, f->subject) : NULL;

	if (!b || r)
		return r;
	r = resources_of(b, t->entry);
	for (size_t i = t->npoints; !r && i-- > 0;)
		if (is_pinned_point(&t->points[i], f))
			r = resources_of(b, t->points[i].entry);
	return r || b->nresources != 1 ? r : &b->resources[0];
}

static struct value
observe_resources(struct arena *a, const struct world *w,
		  const struct target *t, const struct fact *f)
{
	const struct built *b = observe_built(w, t);
	const struct resources *r = find_resources(t, b, f);
	struct str name = f->expr->text;

	if (!r)
		return observe_built_lack(a, w, t);
	if (is_of_others(b))
		return lack_of_code();
	if (str_equal(name, STR("regs")))
		return value_number(r->registers, NULL);
	if (str_equal(name, STR("spills")))
		return value_number(r->spill_stores + r->spill_loads, NULL);
	if (str_equal(name, STR("stack")))
		return value_number(r->stack, NULL);
	return value_number(r->shared, NULL);
}

/* --- devices ------------------------------------------------------------- */

/* Whether `device.ENTRY` is known of a device that is named, without any
   measurement. */
static bool
is_documented(const struct world *w, struct str key)
{
	struct str head = STR("device.");

	return str_starts(key, head) &&
	       devices_know(w->wiki->devices, str_skip(key, head.n));
}

static struct value
observe_device(struct arena *a, const struct world *w, const struct claim *c,
	       const struct fact *f)
{
	const struct device_record *d = ledger_device(w->ledger, c->device);
	struct str key = expr_text(a, f->expr);
	const struct value *said = d ? ledger_entry(d, key) : NULL;

	if (str_equal(key, STR("toolkit")) && w->toolkit &&
	    w->toolkit->nvcc.version.n > 0)
		return value_text(w->toolkit->nvcc.version);
	if (str_equal(key, STR("toolkit")))
		return observe_lacks_tool(STR("needs nvcc"));
	if (!d && c->device.n == 0 && is_documented(w, key))
		return value_lack(LACK_UNMEASURED, STR("no device is named "
			"(`device:` in kbc.yaml or `on H200` names one)"));
	if (!d)
		return value_lack(LACK_UNMEASURED, STR("needs gpu"));
	if (d->lacks.n > 0)
		return value_lack(LACK_UNMEASURED, d->lacks);
	if (c->sm_given && !arch_runs(d->sm, c->sm))
		return value_lack(LACK_OTHER_SCOPE,
				  STR("read off another device"));
	if (str_equal(key, STR("driver")))
		return value_text(d->driver);
	if (said)
		return *said;
	return value_lack(LACK_ERROR, arena_printf(a,
		"'" STR_FMT "' is not read off a device", STR_ARG(key)));
}

/* --- measured ------------------------------------------------------------ */

static struct value
read_metric(struct arena *a, const struct world *w, const struct evidence *e,
	    const struct fact *f)
{
	const struct metric *m = &f->probe->metrics[0];
	struct asked q = { .evidence = e, .probe = f->probe,
			   .settings = f->settings,
			   .nsettings = f->nsettings,
			   .devices = w->wiki->devices };

	if (str_equal(f->metric, STR("enough")))
		return evidence_enough(a, &q, f->argument);
	if (str_equal(f->metric, STR("share")))
		return evidence_share(a, &q);
	if (f->metric.n > 0)
		m = probe_metric(f->probe, f->metric);
	return evidence_metric(a, &q, m);
}

/* What there must be for a target to be run on the claim's device. */
static struct value
lack_of_device(struct arena *a, const struct world *w, const struct target *t,
	       struct str device)
{
	const struct device_file *d = device.n == 0 ? NULL :
		devices_find(w->wiki->devices, device);

	if (!d || device_sm(d).n == 0 || arch_runs(device_sm(d), t->sm))
		return value_lack(LACK_UNMEASURED, STR("needs gpu"));
	return value_lack(LACK_UNMEASURED, arena_printf(a, "needs " STR_FMT,
							STR_ARG(t->sm)));
}

/* Why the ledger has nothing of a target on the claim's device. */
static struct value
evidence_lack(struct arena *a, const struct world *w, const struct target *t,
	      struct str device)
{
	struct str job = recall_job(w->recall, t);
	const struct evidence *other = ledger_find_other(w->ledger, job,
							 t->sm);

	if (ledger_find_stale(w->ledger, job, t->sm, device))
		return value_lack(LACK_STALE, STR("the probe changed since it "
						  "was measured"));
	if (ledger_find(w->ledger, job, STR("")))
		return value_lack(LACK_OTHER_SCOPE,
				  STR("measured on another device"));
	if (other)
		return value_lack(LACK_OTHER_SCOPE, arena_printf(a,
			"measured as code of " STR_FMT ", not of " STR_FMT,
			STR_ARG(other->target), STR_ARG(t->sm)));
	return lack_of_device(a, w, t, device);
}

static struct value
observe_measured(struct arena *a, const struct world *w,
		 const struct target *t, const struct claim *c,
		 const struct fact *f)
{
	const struct built *b = observe_built(w, t);
	const struct evidence *e;
	struct value v;
	struct str why;

	if (t && t->missing.n > 0)
		return value_lack(LACK_ERROR, arena_printf(a, "no fence of "
			"the page has a kernel '" STR_FMT "'",
			STR_ARG(t->missing)));
	if (!t || (b && b->tried && !b->ok))
		return observe_built_lack(a, w, t);
	if (w->ledger->n == 0) /* and the job's name need not be known */
		return lack_of_device(a, w, t, c->device);
	e = ledger_find(w->ledger, recall_job(w->recall, t), c->device);
	if (!e)
		return evidence_lack(a, w, t, c->device);
	if (e->lacks.n > 0)
		return value_lack(LACK_UNMEASURED, e->lacks);
	v = t->run ? value_truth(true) :
		     probe_guard(a, t, b, e, w->toolkit);
	why = v.kind == VALUE_NONE ? STR("") : observe_unbound(a, w, t, e);
	if (why.n > 0)
		return value_lack(LACK_STALE, why);
	if (v.kind != VALUE_NONE)
		v = t->run ? observe_page_probe(a, w, t, e, f) :
			     read_metric(a, w, e, f);
	v.floors = ledger_floors(w->ledger, &e->device);
	evidence_count_dropped(&v, e);
	return v;
}

/* --- all ----------------------------------------------------------------- */

static struct value
observe_fact(struct arena *a, const struct world *w, const struct claim *c,
	     const struct target *t, const struct fact *f)
{
	if (f->value)
		return *f->value;
	switch (f->family) {
	case FACT_LISTING:
		return observe_listing(a, w, t, c, f);
	case FACT_RESOURCES:
		return observe_resources(a, w, t, f);
	case FACT_API:
		return observe_api(a, w, t, f);
	case FACT_DEVICE:
		return observe_device(a, w, c, f);
	case FACT_MEASURED:
		return observe_measured(a, w, t, c, f);
	case FACT_COUNTER:
		return observe_counter(a, w, t, c, f);
	case FACT_RUN:
		if (t)
			return observe_run(a, w, t, c, f);
		break;
	default:
		break;
	}
	return value_lack(LACK_TOOL, arena_printf(a, "needs " STR_FMT,
			  STR_ARG(fact_need((enum fact_family)f->family))));
}

struct value *
observe_facts(struct arena *a, const struct world *w, size_t page,
	      const struct claim *c)
{
	struct value *out = arena_alloc(a, (c->nfacts + 1) * sizeof *out);

	for (size_t i = 0; i < c->nfacts; i++)
		out[i] = observe_fact(a, w, c,
				      plan_find(w->plan, page, c->number, i),
				      &c->facts[i]);
	return out;
}
