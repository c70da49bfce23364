/*
 * A place in a page -> what is known of the number there.
 *
 *	confirmed by measurement: 1.97x (1.96..1.98), 98 % of the ceiling
 *	fp16x2 / fp16 within 3 %
 *	fp16x2 = 57.2 TFLOP/s at chains=8, 98.3 % of the ceiling
 *	    NVIDIA H200, driver 580.1, toolkit 13.0.88, 2026-11-30: 2 runs,
 *	    20 replicates
 *
 * The idea: the ledger says it all, as of the text that is on the screen;
 * nothing is built and nothing measured. It is said as plain text, so that what
 * a page holds is no markup.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "evidence.h"
#include "expr.h"
#include "fact.h"
#include "json.h"
#include "marker.h"
#include "observe.h"
#include "pack.h"
#include "page.h"
#include "plan.h"
#include "quantity.h"
#include "report.h"
#include "report_entry.h"
#include "session.h"
#include "source.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */

/* Evidence of a claim that is told; one has few. */
#define RECORDS_MAX 8

/* --- which claim ---------------------------------------------------------- */

/* How wide a span is around an offset; SIZE_MAX if that is not in it. Its end
   is in it: there the cursor is when a number was typed. */
static size_t
width_around(const struct document *d, struct span s, size_t at)
{
	if (s.source != d->desk->view.pages[d->page]->source || s.n == 0 ||
	    at < s.at || at > (size_t)s.at + s.n)
		return SIZE_MAX;
	return s.n;
}

size_t
claim_at_place(const struct document *d, size_t at)
{
	const struct claims *all = d->verdicts.claims;
	size_t found = SIZE_MAX, least = SIZE_MAX;

	for (size_t i = 0; i < all->n; i++) {
		const struct claim *c = &all->items[i];
		bool table = c->marker && c->marker->kind == MARKER_TABLE;
		size_t own = width_around(d, c->at, at);
		size_t marker = table ? SIZE_MAX :
				width_around(d, c->marker_at, at);
		size_t width = own < marker ? own : marker;

		if (width < least) {
			least = width;
			found = i;
		}
	}
	return found;
}

/* --- what is said of it --------------------------------------------------- */

/* What a report says of a claim, without the verdict. */
static struct str
sentence_of(struct lsp *l, const struct document *d, size_t claim)
{
	const struct report r = { .wiki = &d->desk->view, .unbuilt = true };
	struct entries all = { 0 };

	report_entries(l->request, &all, &r, &d->verdicts);
	for (size_t i = 0; i < all.n; i++)
		if (all.items[i].claim && claim-- == 0)
			return all.items[i].text;
	return STR("");
}

static void
say_verdict(struct buf *out, struct lsp *l, const struct document *d,
	    size_t claim)
{
	const struct claim *c = &d->verdicts.claims->items[claim];
	const struct verdict *v = &d->verdicts.verdicts[claim];
	struct str said = sentence_of(l, d, claim);
	bool open = c->kind == CLAIM_OPEN && v->status != STATUS_ERROR;
	bool decided = v->status == STATUS_CONFIRMED ||
		       v->status == STATUS_REFUTED;

	buf_add(out, open ? STR("open") : status_text(v->status));
	if (decided && !open && v->basis != BASIS_NONE)
		buf_printf(out, " (" STR_FMT ")",
			   STR_ARG(basis_text(v->basis)));
	if (said.n > 0)
		buf_printf(out, ": " STR_FMT, STR_ARG(said));
	buf_add_byte(out, '\n');
	if (c->expr)
		buf_printf(out, STR_FMT "%s" STR_FMT "\n",
			   STR_ARG(expr_text(l->request, c->expr)),
			   !c->expr2 ? "" : c->range ? " to " : " & ",
			   STR_ARG(c->expr2 ? expr_text(l->request, c->expr2) :
				   STR("")));
}

/* `2 runs, 20 replicates, 1 dropped` */
static void
say_runs(struct buf *out, const struct evidence *e)
{
	size_t all = 0, dropped = 0;

	for (size_t i = 0; i < e->nruns; i++) {
		all += e->runs[i].nreplicates;
		dropped += e->runs[i].ndropped;
	}
	buf_printf(out, "%zu run%s, %zu replicate%s", e->nruns,
		   e->nruns == 1 ? "" : "s", all, all == 1 ? "" : "s");
	if (dropped > 0)
		buf_printf(out, ", %zu dropped", dropped);
	buf_add_byte(out, '\n');
}

/* The newest run's device, tools and day, and how often it was measured. */
static void
say_record(struct buf *out, const struct evidence *e)
{
	struct str started = e->nruns > 0 ? e->runs[e->nruns - 1].started :
					    STR("");

	buf_printf(out, "    " STR_FMT ", driver " STR_FMT ", toolkit "
		   STR_FMT ", " STR_FMT ": ", STR_ARG(e->device.name),
		   STR_ARG(e->device.driver), STR_ARG(e->toolkit),
		   STR_ARG(str_slice(started, 0, str_find_byte(started,
							       'T'))));
	say_runs(out, e);
}

/* The record that a fact comes from; NULL if it comes from none. */
static const struct evidence *
record_of(struct lsp *l, const struct document *d, const struct claim *c,
	  size_t fact)
{
	const struct world *w = d->world;
	const struct target *t = plan_find(w->plan, d->page, c->number, fact);

	if (!t || c->facts[fact].family != FACT_MEASURED)
		return NULL;
	return ledger_find(w->ledger, pack_name(l->request, t), c->device);
}

static void
say_value(struct buf *out, struct lsp *l, const struct fact *f,
	  const struct value *v)
{
	buf_printf(out, STR_FMT " = " STR_FMT,
		   STR_ARG(claim_fact(l->request, f)),
		   STR_ARG(value_text_of(l->request, v)));
	if (v->at.n > 0)
		buf_printf(out, " at " STR_FMT, STR_ARG(v->at));
	if (v->share > 0)
		buf_printf(out, ", %.1f %% of the ceiling", 100 * v->share);
	buf_add_byte(out, '\n');
}

/* Each fact with its value, and the record of it below the first that comes
   from that. */
static void
say_facts(struct buf *out, struct lsp *l, const struct document *d,
	  const struct claim *c)
{
	const struct value *values = observe_facts(l->request, d->world,
						   d->page, c);
	const struct evidence *told[RECORDS_MAX];
	size_t n = 0;

	for (size_t i = 0; i < c->nfacts; i++) {
		const struct evidence *e = record_of(l, d, c, i);
		size_t k = 0;

		say_value(out, l, &c->facts[i], &values[i]);
		while (k < n && told[k] != e)
			k++;
		if (!e || k < n || n == RECORDS_MAX)
			continue;
		told[n++] = e;
		say_record(out, e);
	}
}

/* --- the answer ----------------------------------------------------------- */

/* The text as it was gathered, each line fit for a screen. */
static struct str
plain_lines(struct arena *a, struct str lines)
{
	struct buf out = { 0 };
	struct str line, text;

	while (str_split(&line, &lines, '\n')) {
		diag_emit_text(&out, line);
		if (lines.p && lines.n > 0)
			buf_add_byte(&out, '\n');
	}
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

static json_t *
hover_json(struct lsp *l, const struct document *d, struct buf *text,
	   struct span at)
{
	struct str plain = plain_lines(l->request, buf_str(text));

	buf_free(text);
	return json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind",
			 "plaintext", "value", json_text(plain), "range",
			 lines_json(&d->lines, at.at, at.n));
}

/* The number without a check that is there; NULL for none. */
static const struct quantity *
unbound_at(const struct document *d, size_t at)
{
	const struct claims *all = d->verdicts.claims;

	for (size_t i = 0; i < all->nunbound; i++)
		if (width_around(d, all->unbound[i].at, at) != SIZE_MAX)
			return &all->unbound[i];
	return NULL;
}

json_t *
hover_answer(struct lsp *l, struct document *d, const json_t *params)
{
	const struct quantity *q;
	const struct claim *c;
	struct buf text = { 0 };
	size_t at, i;

	if (!lines_offset(&d->lines, json_object_get(params, "position"),
			  &at))
		return NULL;
	i = claim_at_place(d, at);
	if (i != SIZE_MAX) {
		c = &d->verdicts.claims->items[i];
		say_verdict(&text, l, d, i);
		say_facts(&text, l, d, c);
		buf_printf(&text, STR_FMT "\n", STR_ARG(claim_id(c)));
		return hover_json(l, d, &text, width_around(d, c->at, at) !=
				  SIZE_MAX ? c->at : c->marker_at);
	}
	q = unbound_at(d, at);
	if (!q)
		return NULL;
	buf_add(&text, STR("nothing checks this number\n"));
	return hover_json(l, d, &text, q->at);
}
