/*
 * One claim followed through every stage: page, claim, facts, target, built
 * code, evidence, verdict.
 */
#include "arena.h"
#include "buf.h"
#include "built.h"
#include "claim.h"
#include "emit.h"
#include "evidence.h"
#include "evidence_counters.h"
#include "expr.h"
#include "fact.h"
#include "library.h"
#include "observe.h"
#include "pack.h"
#include "page.h"
#include "plan.h"
#include "report.h"
#include "source.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"

static void
explain_place(struct buf *out, const struct claim *c)
{
	uint32_t line, column;

	source_place(c->page->source, c->at.at, &line, &column);
	buf_printf(out, STR_FMT "\n  page      " STR_FMT ":%u:%u: '" STR_FMT
		   "'\n", STR_ARG(claim_id(c)), STR_ARG(c->page->path), line,
		   column, STR_ARG(str_trim(c->text)));
}

static void
explain_claim(struct buf *out, struct arena *a, const struct claim *c)
{
	if (c->expr)
		buf_printf(out, "  claim     " STR_FMT "%s" STR_FMT "\n",
			   STR_ARG(expr_text(a, c->expr)),
			   !c->expr2 ? "" : c->range ? " to " : " & ",
			   STR_ARG(c->expr2 ? expr_text(a, c->expr2) :
				   STR("")));
	buf_printf(out, "  scope     " STR_FMT ", " STR_FMT "\n",
		   STR_ARG(c->device.n ? c->device : STR("any device")),
		   STR_ARG(c->sm));
}

/* The replicates of a device; -1: of the only one. */
static size_t
count_on(const struct run *run, int gpu)
{
	size_t n = 0;

	for (size_t i = 0; i < run->nreplicates; i++)
		n += run->gpu[i] == gpu;
	return n;
}

/* `: 10 replicates, 1 dropped: power-cap; 5 on gpu 0, 5 on gpu 1` */
static void
explain_run(struct buf *out, const struct run *run)
{
	size_t left = run->nreplicates - count_on(run, -1);
	const char *before = ";";

	buf_printf(out, "            run " STR_FMT ": %zu replicates, "
		   "%zu dropped%s" STR_FMT, STR_ARG(run->started),
		   run->nreplicates, run->ndropped,
		   run->dropped.n > 0 ? ": " : "", STR_ARG(run->dropped));
	for (int gpu = 0; left > 0; gpu++) {
		size_t n = count_on(run, gpu);

		if (n > 0)
			buf_printf(out, "%s %zu on gpu %d", before, n, gpu);
		before = n > 0 ? "," : before;
		left -= n;
	}
	buf_add_byte(out, '\n');
}

static const struct evidence *
explain_evidence(struct buf *out, struct arena *a, const struct world *w,
		 const struct claim *c, const struct target *t)
{
	struct str job = pack_name(a, t);
	const struct evidence *e = ledger_find(w->ledger, job, c->device);

	buf_printf(out, "            job " STR_FMT "\n", STR_ARG(job));
	if (!e) {
		buf_add(out, STR("            no evidence in the ledger\n"));
		return NULL;
	}
	buf_printf(out, "            evidence " STR_FMT "\n"
		   "            on " STR_FMT ", driver " STR_FMT
		   ", toolkit " STR_FMT "\n", STR_ARG(e->path),
		   STR_ARG(e->device.name), STR_ARG(e->device.driver),
		   STR_ARG(e->toolkit));
	for (size_t i = 0; i < e->nruns; i++)
		explain_run(out, &e->runs[i]);
	return e;
}

/* Of a large sweep all that was looked at. */
static void
explain_curve(struct buf *out, struct arena *a, const struct world *w,
	      const struct fact *f, const struct evidence *e)
{
	const struct asked q = { .evidence = e, .probe = f->probe,
				 .settings = f->settings,
				 .nsettings = f->nsettings,
				 .devices = w->wiki->devices };
	struct curve_point *points;
	size_t n = e ? evidence_curve(a, &q, &points) : 0;

	for (size_t i = 0; i < n; i++)
		buf_printf(out,
			   "            curve " STR_FMT ": " STR_FMT "%s\n",
			   STR_ARG(points[i].at),
			   STR_ARG(value_text_of(a, points[i].value)),
			   points[i].pilot ? " (pilot)" : "");
}

static void
explain_target(struct buf *out, const struct world *w, const struct target *t)
{
	const struct built *b = observe_built(w, t);

	buf_printf(out, "            source " STR_FMT "/" STR_FMT STR_FMT "\n",
		   STR_ARG(w->folder), STR_ARG(t->name),
		   STR_ARG(emit_suffix(t)));
	if (!b || !b->tried)
		buf_add(out, STR("            not built here\n"));
	else if (!b->ok)
		buf_printf(out, "            does not build: " STR_FMT "\n",
			   STR_ARG(b->why));
	else if (b->cubin_hash.n > 0)
		buf_printf(out, "            cubin sha256 " STR_FMT "\n",
			   STR_ARG(b->cubin_hash));
}

/* What the profiler lists of a name, or counted of a target's launches. */
static void
explain_listed(struct buf *out, const struct world *w, const struct claim *c,
	       struct str name)
{
	const struct metric_list *l;
	const struct listed_name *n = ledger_metric(w->ledger, name, c->device,
						    &l);

	if (!n) {
		buf_add(out, STR("            no list of metrics has it\n"));
		return;
	}
	buf_printf(out, "            listed " STR_FMT " by ncu " STR_FMT "\n",
		   STR_ARG(l->path), STR_ARG(l->profiler));
	for (size_t i = 0; i < n->nfound; i++)
		buf_printf(out, "            " STR_FMT ": " STR_FMT "\n",
			   STR_ARG(n->found[i].name),
			   STR_ARG(n->found[i].text));
}

static void
explain_counted(struct buf *out, struct arena *a, const struct world *w,
		const struct claim *c, const struct target *t)
{
	struct str job = pack_name(a, t);
	const struct counter_record *r = ledger_counters(w->ledger, job,
							 c->device);

	buf_printf(out, "            job " STR_FMT "\n", STR_ARG(job));
	if (!r) {
		buf_add(out, STR("            no counters in the ledger\n"));
		return;
	}
	buf_printf(out, "            counters " STR_FMT "\n",
		   STR_ARG(r->path));
	for (size_t i = 0; i < r->nruns; i++)
		buf_printf(out, "            counted " STR_FMT " by ncu "
			   STR_FMT "\n", STR_ARG(r->runs[i].started),
			   STR_ARG(r->runs[i].profiler));
}

static void
explain_fact(struct buf *out, struct arena *a, const struct world *w,
	     size_t page, const struct claim *c, size_t i)
{
	const struct fact *f = &c->facts[i];
	const struct target *t = plan_find(w->plan, page, c->number, i);
	const struct evidence *e;
	struct str family = STR(""), examples, needs;

	fact_row((size_t)f->family - 1, &family, &examples, &needs);
	buf_printf(out, "  fact      " STR_FMT " (" STR_FMT ")\n",
		   STR_ARG(claim_fact(a, f)), STR_ARG(family));
	for (size_t k = 0; k < f->nsettings; k++)
		buf_printf(out, "            " STR_FMT "=" STR_FMT "\n",
			   STR_ARG(f->settings[k].name),
			   STR_ARG(f->settings[k].value));
	if (f->family == FACT_COUNTER && !t)
		explain_listed(out, w, c, f->metric);
	if (!t)
		return;
	explain_target(out, w, t);
	if (f->family == FACT_COUNTER)
		explain_counted(out, a, w, c, t);
	if (f->family != FACT_MEASURED)
		return;
	e = explain_evidence(out, a, w, c, t);
	if (t->kind == TARGET_PROBE)
		explain_curve(out, a, w, f, e);
}

static void
explain_test(struct buf *out, const struct world *w, size_t page,
	     const struct claim *c)
{
	const struct target *t = plan_find(w->plan, page, c->number, SIZE_MAX);

	if (!t)
		return;
	buf_add(out, STR("  test\n"));
	explain_target(out, w, t);
}

static void
explain_value(struct buf *out, struct arena *a, const struct value *v)
{
	buf_printf(out, "            = " STR_FMT,
		   STR_ARG(value_text_of(a, v)));
	if (v->at.n > 0)
		buf_printf(out, " at " STR_FMT, STR_ARG(v->at));
	if (v->share > 0)
		buf_printf(out, ", %.1f %% of the ceiling", 100 * v->share);
	buf_add_byte(out, '\n');
}

static void
explain_answer(struct buf *out, const struct answer *answer)
{
	struct str rest = answer->lines, line;

	if (answer->offer.n > 0)
		buf_printf(out, "            it could say: " STR_FMT "\n",
			   STR_ARG(answer->offer));
	while (str_split(&line, &rest, '\n'))
		if (line.n > 0)
			buf_printf(out, "            " STR_FMT "\n",
				   STR_ARG(line));
}

/* By which floor a measured claim was judged, and what that is from. */
static void
explain_floor(struct buf *out, const struct verdict *v)
{
	if (!(v->floor > 0))
		return;
	buf_printf(out, "  floor     %.2f %% of " STR_FMT ": ", 100 * v->floor,
		   STR_ARG(v->class));
	if (v->npairs < VALUE_FLOOR_PAIRS)
		buf_printf(out, "the least, %zu of %d pairs of occasions",
			   v->npairs, VALUE_FLOOR_PAIRS);
	else
		buf_printf(out, "%s %zu pairs of occasions",
			   v->floor > VALUE_FLOOR ? "by" : "the least, by",
			   v->npairs);
	if (v->floor > VERDICT_FLOOR_WIDE)
		buf_printf(out, "; its tolerance is wider by %.2f %%",
			   100 * (v->floor - VERDICT_FLOOR_WIDE));
	buf_add_byte(out, '\n');
}

void
report_explain(struct buf *out, const struct world *w, size_t page,
	       const struct claim *c, const struct verdict *v,
	       const struct environment *env)
{
	struct arena *a = arena_make();
	struct str is = verdict_is(a, c, v);
	bool decided = v->status == STATUS_CONFIRMED ||
		       v->status == STATUS_REFUTED;

	explain_place(out, c);
	explain_claim(out, a, c);
	for (size_t i = 0; i < c->nfacts; i++) {
		explain_fact(out, a, w, page, c, i);
		if (i < env->nfacts)
			explain_value(out, a, &env->facts[i]);
	}
	if (c->kind == CLAIM_TEST)
		explain_test(out, w, page, c);
	explain_floor(out, v);
	buf_printf(out, "  verdict   " STR_FMT "%s" STR_FMT "%s" STR_FMT "%s"
		   STR_FMT "\n", STR_ARG(status_text(v->status)),
		   decided ? " by " : "",
		   STR_ARG(decided ? basis_text(v->basis) : STR("")),
		   is.n ? ": " : "", STR_ARG(is), v->reason.n ? ": " : "",
		   STR_ARG(verdict_reason(a, c, v)));
	if (v->answer)
		explain_answer(out, v->answer);
	arena_free(a);
}
