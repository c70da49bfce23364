/*
 * Verdicts -> what the page's front matter says of itself, as edits.
 *
 * The idea: everything written is a function of page, verdicts and evidence;
 * no clock of this machine goes in, so the same tree writes the same bytes. A
 * page is called confirmed only when every claim of it is confirmed or is
 * somebody else's; one claim that was skipped is not a pass. A machine that
 * lacks the compiler has nothing to say and leaves the page alone.
 *
 *     verification:            # written by kbc
 *       device: NVIDIA H200 (sm_90), driver 580.159.04
 *       toolkit: 13.0.88
 *       date: 2026-11-30
 *       claims: {confirmed: 31, refuted: 1, unbound: 4}
 *       run: {emulated: 6, measured: 12}
 *       refuted:
 *       - {line: 96, says: "1.16x", is: "1.97x (1.96..1.98)"}
 *
 * Keys that a schema lets kbc write are writeback_key.c. Not here: applying
 * and writing the edits (edit, session).
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "edit.h"
#include "evidence.h"
#include "evidence_counters.h"
#include "fact.h"
#include "observe.h"
#include "page.h"
#include "plan.h"
#include "recall.h"
#include "schema.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"
#include "writeback_parts.h"
#include "yaml.h"

/* Refuted claims named in the block; the report has all. */
#define NAMED_MAX 50

/* --- what went in ----------------------------------------------------- */

static struct str
last_start(const struct evidence *e)
{
	return e->nruns > 0 ? e->runs[e->nruns - 1].started : STR("");
}

static void
see_evidence(struct writing *w, const struct claim *c, size_t fact)
{
	const struct target *t = plan_find(w->world->plan, w->v->page,
					   c->number, fact);
	const struct evidence *e;

	if (!t || (t->kind != TARGET_PROBE && t->kind != TARGET_RUN))
		return;
	e = ledger_find(w->world->ledger, recall_job(w->world->recall, t),
			c->device);
	if (e && (!w->newest ||
		  str_compare(last_start(e), last_start(w->newest)) > 0))
		w->newest = e;
}

static void
see_list(struct writing *w, const struct claim *c, struct str name)
{
	const struct metric_list *list;

	if (ledger_metric(w->world->ledger, name, c->device, &list))
		w->counters = list->path;
}

/* The profiler's file that says something of the claim; a record of counters
   goes before the list of names. */
static void
see_counters(struct writing *w, const struct claim *c, size_t fact)
{
	const struct fact *f = &c->facts[fact];
	const struct target *t = plan_find(w->world->plan, w->v->page,
					   c->number, fact);
	const struct counter_record *r = !t ? NULL :
		ledger_counters(w->world->ledger,
				recall_job(w->world->recall, t), c->device);

	if (r && !str_ends(w->counters, STR(".ncu.json")))
		w->counters = r->path;
	else if (!r && w->counters.n == 0)
		see_list(w, c, f->metric);
}

static void
survey(struct writing *w)
{
	for (size_t i = 0; i < w->v->claims->n; i++) {
		const struct claim *c = &w->v->claims->items[i];
		const struct verdict *v = &w->v->verdicts[i];

		w->count[v->status]++;
		for (size_t k = 0; k < c->nfacts; k++) {
			int family = c->facts[k].family;

			if (family == FACT_COUNTER)
				see_counters(w, c, k);
			if (family == FACT_MEASURED || family == FACT_COUNTER ||
			    (family == FACT_RUN &&
			     v->basis == BASIS_MEASURED))
				see_evidence(w, c, k);
		}
		if (c->kind == CLAIM_CHECK && w->counters.n == 0 &&
		    str_equal(c->check, STR("metric")))
			see_list(w, c, fact_metric(w->arena, c->text));
		if (c->kind == CLAIM_TEST && v->basis == BASIS_MEASURED)
			see_evidence(w, c, SIZE_MAX);
		if (v->status == STATUS_CONFIRMED)
			w->confirmed[v->basis]++;
		if (v->status == STATUS_CONFIRMED ||
		    v->status == STATUS_REFUTED)
			w->decided[v->basis]++;
	}
}

static bool
lacks_tools(const struct page_verdicts *v)
{
	for (size_t i = 0; i < v->claims->n; i++)
		if (v->verdicts[i].toolless)
			return true;
	return false;
}

struct str
writeback_status(const struct page_verdicts *v)
{
	size_t count[STATUS_COUNT] = { 0 };

	for (size_t i = 0; i < v->claims->n; i++)
		count[v->verdicts[i].status]++;
	return writeback_word_of(count);
}

struct str
writeback_word_of(const size_t *count)
{
	if (count[STATUS_REFUTED] + count[STATUS_ERROR] > 0)
		return status_text(STATUS_REFUTED);
	if (count[STATUS_STALE] > 0)
		return status_text(STATUS_STALE);
	if (count[STATUS_INCONCLUSIVE] + count[STATUS_PROBE_LIMITED] > 0)
		return status_text(STATUS_INCONCLUSIVE);
	if (count[STATUS_CONFIRMED] == 0)
		return count[STATUS_NOT_APPLICABLE] > 0 ?
			status_text(STATUS_NOT_APPLICABLE) :
			status_text(STATUS_NOT_RUN);
	return count[STATUS_NOT_RUN] > 0 ? status_text(STATUS_NOT_RUN) :
					   status_text(STATUS_CONFIRMED);
}

/* --- the block -------------------------------------------------------- */

static void
add_counts(const struct writing *w, struct buf *b)
{
	const char *between = "";

	buf_add(b, STR("  claims: {"));
	for (int i = 0; i < STATUS_COUNT; i++) {
		size_t n = i == STATUS_UNBOUND ? w->v->claims->nunbound :
						 w->count[i];

		if (n == 0)
			continue;
		buf_printf(b, "%s" STR_FMT ": %zu", between,
			   STR_ARG(status_text((enum status)i)), n);
		between = ", ";
	}
	buf_add(b, STR("}\n"));
}

/* Of claims that a run decided what it was made on. */
static void
add_runs(const struct writing *w, struct buf *b)
{
	size_t emulated = w->decided[BASIS_EMULATED];
	size_t measured = w->decided[BASIS_MEASURED];

	if (emulated + measured == 0)
		return;
	buf_add(b, STR("  run: {"));
	if (emulated > 0)
		buf_printf(b, "emulated: %zu%s", emulated,
			   measured > 0 ? ", " : "");
	if (measured > 0)
		buf_printf(b, "measured: %zu", measured);
	buf_add(b, STR("}\n"));
}

/* Why a claim does not hold, with the line that it will have. */
static struct str
reason_after(const struct writing *w, const struct verdict *v,
	     const struct edits *e)
{
	struct span line = source_line(w->page->source, v->line);

	if (v->line == 0)
		return v->reason;
	return arena_printf(w->arena, "line %ld: " STR_FMT, edit_line(line, e),
			    STR_ARG(v->reason));
}

static void
add_refuted(const struct writing *w, struct buf *b, const struct edits *e)
{
	size_t named = 0;

	if (w->count[STATUS_REFUTED] == 0)
		return;
	buf_add(b, STR("  refuted:\n"));
	for (size_t i = 0; i < w->v->claims->n && named < NAMED_MAX; i++) {
		const struct verdict *v = &w->v->verdicts[i];
		const struct claim *c = &w->v->claims->items[i];
		struct str is;

		if (v->status != STATUS_REFUTED)
			continue;
		is = verdict_is(w->arena, c, v);
		if ((is.n == 0 || str_equal(is, STR("false"))) &&
		    v->reason.n > 0)
			is = reason_after(w, v, e);
		named++;
		buf_printf(b, "  - {line: %ld, says: " STR_FMT ", is: "
			   STR_FMT "}\n",
			   edit_line(c->at, e),
			   STR_ARG(yaml_scalar(w->arena, v->says,
					       NODE_DOUBLE)),
			   STR_ARG(yaml_scalar(w->arena, is, NODE_DOUBLE)));
	}
}

static struct str
make_block(const struct writing *w, const struct edits *e)
{
	struct str toolkit = writeback_toolkit(w), out;
	struct buf b = { 0 };

	buf_add(&b, STR("verification:            # written by kbc\n"));
	if (w->newest)
		buf_printf(&b, "  device: " STR_FMT " (" STR_FMT ")%s" STR_FMT
			   "\n", STR_ARG(w->newest->device.name),
			   STR_ARG(w->newest->device.sm),
			   w->newest->device.driver.n ? ", driver " : "",
			   STR_ARG(w->newest->device.driver));
	if (toolkit.n > 0)
		buf_printf(&b, "  toolkit: " STR_FMT "\n", STR_ARG(toolkit));
	if (w->newest)
		buf_printf(&b, "  date: " STR_FMT "\n",
			   STR_ARG(str_slice(last_start(w->newest), 0, 10)));
	add_counts(w, &b);
	add_runs(w, &b);
	add_refuted(w, &b, e);
	out = arena_copy(w->arena, buf_str(&b));
	buf_free(&b);
	return out;
}

/* The block's lines are known before its numbers: made twice, the second time
   with the first in place. */
static void
write_block(struct writing *w, struct edits *out)
{
	struct edits trial = { 0 };

	for (size_t i = 0; i < out->n; i++)
		edit_add(w->arena, &trial, out->items[i].at,
			 out->items[i].text);
	edit_set_block(w->arena, &trial, w->page, PAGE_BLOCK,
		       make_block(w, &trial));
	edit_set_block(w->arena, out, w->page, PAGE_BLOCK,
		       make_block(w, &trial));
}

const struct node *
writeback_device(const struct page *p)
{
	struct span foreign;
	const struct node *block = page_block(p, &foreign);

	return block ? yaml_find(block, STR("device")) : NULL;
}

size_t
writeback_owned(struct arena *a, const struct schema_result *r,
		struct str **out)
{
	const struct schema_write *first = r ? r->writes : NULL;
	size_t n = 1;

	for (const struct schema_write *w = first; w; w = w->next)
		n++;
	*out = arena_alloc(a, n * sizeof **out);
	(*out)[0] = PAGE_BLOCK;
	n = 1;
	for (const struct schema_write *w = first; w; w = w->next)
		(*out)[n++] = w->key;
	return n;
}

static bool
has_status_key(const struct page_verdicts *v)
{
	return v->schema && v->schema->writes;
}

void
writeback_make(struct arena *a, struct edits *out, const struct world *world,
	       const struct page_verdicts *v, struct diag *d)
{
	struct writing w = { .arena = a, .world = world, .v = v,
			     .page = world->wiki->pages[v->page] };
	struct span foreign;

	if (!w.page->front || lacks_tools(v))
		return;
	/* a page that states nothing and has no block is left alone */
	if (v->claims->n == 0 && !has_status_key(v) &&
	    !page_block(w.page, &foreign))
		return;
	survey(&w);
	for (const struct schema_write *k = v->schema ? v->schema->writes :
	     NULL; k; k = k->next)
		writeback_key(&w, out, k, d);
	write_block(&w, out);
}
