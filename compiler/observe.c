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
#include "emit.h"
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
/* The compiler's words. Of a kernel that is launched by its name it is asked
   for the type, and has none where there are several of that name. */
static struct str
unbuilt_text(struct arena *a, const struct target *t, const struct built *b)
{
	static const struct str several =
		STR_INIT("cannot deduce \"auto\" type");
	bool which = t->kind == TARGET_RUN &&
		     str_find(b->why, several) < b->why.n;

	return arena_printf(a, "does not build: " STR_FMT "%s",
			    STR_ARG(b->why), which ? " (a kernel is launched "
			    "by its name: of several that have one name each "
			    "needs another)" : "");
}

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
	if (b->ok)
		return value_lack(LACK_ERROR,
				  STR("its code could not be read"));
	return value_lack(LACK_ERROR, b->unset ? b->why :
					       unbuilt_text(a, t, b));
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
	if (!d && (ledger_may_know(key) || is_documented(w, key)))
		return value_lack(LACK_UNMEASURED, STR("needs gpu"));
	if (d && d->lacks.n > 0)
		return value_lack(LACK_UNMEASURED, d->lacks);
	if (d && c->sm_given && !arch_runs(d->sm, c->sm))
		return value_lack(LACK_OTHER_SCOPE,
				  STR("read off another device"));
	if (d && str_equal(key, STR("driver")))
		return value_text(d->driver);
	if (said)
		return *said;
	return value_lack(LACK_ERROR,
			  devices_no_entry(a, w->wiki->devices, key));
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

/* What is asked, in words: of which record and probe, and what of it. */
static struct str
question(struct arena *a, const struct evidence *e, const struct fact *f)
{
	struct str text = arena_printf(a, STR_FMT "\n%zu " STR_FMT "." STR_FMT
				       "(" STR_FMT ")", STR_ARG(e->path),
				       e->nruns, STR_ARG(f->probe->name),
				       STR_ARG(f->metric),
				       STR_ARG(f->argument));

	for (size_t i = 0; i < f->nsettings; i++)
		text = arena_printf(a, STR_FMT "\n" STR_FMT "=" STR_FMT,
				    STR_ARG(text),
				    STR_ARG(f->settings[i].name),
				    STR_ARG(f->settings[i].value));
	return text;
}

/* The same of a probe of the library, which many pages ask. */
static struct value
recall_metric(struct arena *a, const struct world *w,
	      const struct evidence *e, const struct fact *f)
{
	struct str key = question(a, e, f);
	const struct value *known = recall_value(w->recall, key);
	struct arena *mine;
	struct value v;

	if (known)
		return *known;
	mine = arena_make();
	v = read_metric(mine, w, e, f);
	v = *recall_keep(w->recall, key, &v);
	arena_free(mine);
	return v;
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
			     recall_metric(a, w, e, f);
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
