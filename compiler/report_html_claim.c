/*
 * A claim in the HTML report: one line that folds out into what it says, what
 * was found, and what that rests on.
 *
 * The idea: the line is what one reads in passing (verdict, statement, place);
 * below are the same things that `kbc explain` tells, as a list of terms. What
 * is measured comes with the share of its ceiling, since without it a number
 * says nothing of the hardware, and with the sweep that it is the best of.
 */
#include "report_html.h"

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "evidence.h"
#include "expr.h"
#include "fact.h"
#include "marker.h"
#include "observe.h"
#include "pack.h"
#include "page.h"
#include "plan.h"
#include "source.h"
#include "value.h"
#include "verdict.h"
#include "writeback.h"

#include "report_html_parts.h"

#include <math.h>

/* Digits of a median and the ends of its interval. */
#define DIGITS 4

const char *
html_class(int status)
{
	static const char *const names[STATUS_COUNT] = {
		[STATUS_CONFIRMED] = "confirmed",
		[STATUS_REFUTED] = "refuted",
		[STATUS_INCONCLUSIVE] = "inconclusive",
		[STATUS_PROBE_LIMITED] = "probe-limited",
		[STATUS_STALE] = "stale",
		[STATUS_NOT_RUN] = "not-run",
		[STATUS_NOT_APPLICABLE] = "n-a",
		[STATUS_ERROR] = "error",
		[STATUS_UNBOUND] = "unbound",
	};

	return names[status];
}

/* --- terms ---------------------------------------------------------------- */

static void
add_term(struct html *h, const char *term, struct str text)
{
	if (text.n > 0)
		buf_printf(h->out, "<dt>%s</dt><dd>" STR_FMT "</dd>\n", term,
			   STR_ARG(html_escape(h->arena, text)));
}

static void
add_code(struct html *h, const char *term, struct str text)
{
	if (text.n > 0)
		buf_printf(h->out, "<dt>%s</dt><dd><code>" STR_FMT
			   "</code></dd>\n", term,
			   STR_ARG(html_escape(h->arena, text)));
}

static void
add_expression(struct html *h, const struct claim *c)
{
	struct arena *a = h->arena;
	struct str text;

	if (!c->expr)
		return;
	text = expr_text(a, c->expr);
	if (c->expr2)
		text = arena_printf(a, STR_FMT " %s " STR_FMT, STR_ARG(text),
				    c->range ? "to" : "&",
				    STR_ARG(expr_text(a, c->expr2)));
	add_code(h, c->kind == CLAIM_HOLDS ? "Condition" : "Should equal",
		 text);
}

/* Median and interval of what was measured, whatever the page's digits. */
static void
add_measured(struct html *h, const struct verdict *v)
{
	const struct unit *u = v->shown ? v->shown->unit : NULL;
	struct arena *a = h->arena;

	if (!v->measured || !isfinite(v->value))
		return;
	add_term(h, "Measured", isfinite(v->low) && isfinite(v->high) ?
		 arena_printf(a, STR_FMT ", interval " STR_FMT " to " STR_FMT
			      "%s", STR_ARG(verdict_number(a, u, v->value,
							   DIGITS)),
			      STR_ARG(verdict_number(a, u, v->low, DIGITS)),
			      STR_ARG(verdict_number(a, u, v->high, DIGITS)),
			      v->firm ? ", firm" : "") :
		 verdict_number(a, u, v->value, DIGITS));
	if (v->shown && v->shown->at.n > 0)
		add_term(h, "Best at", v->shown->at);
	if (v->share > 0)
		buf_printf(h->out, "<dt>Of the ceiling</dt><dd>%.1f %% "
			   "<meter value=\"%.3f\" aria-label=\"share of the "
			   "ceiling\">%.1f %%</meter></dd>\n", 100 * v->share,
			   fmin(v->share, 1), 100 * v->share);
}

static void
add_scope(struct html *h, const struct claim *c)
{
	add_term(h, "Scope", arena_printf(h->arena, STR_FMT ", " STR_FMT,
		 STR_ARG(c->device.n > 0 ? c->device : STR("any device")),
		 STR_ARG(c->sm)));
}

static void
add_because(struct html *h, const struct claim *c)
{
	if (c->options)
		add_term(h, "Because", c->options->because);
	if (c->source.n > 0)
		add_term(h, "Cites", c->anchor.n == 0 ? c->source :
			 arena_printf(h->arena, STR_FMT ", " STR_FMT,
				      STR_ARG(c->source), STR_ARG(c->anchor)));
}

/* --- what it rests on ----------------------------------------------------- */

/* The path below the folder of the ledger: what is above is of a machine. */
static struct str
short_path(struct str path)
{
	size_t slashes = str_count_byte(path, '/');

	while (slashes > 1) {
		path = str_skip(path, str_find_byte(path, '/') + 1);
		slashes--;
	}
	return path;
}

static void
add_evidence(struct html *h, const struct claim *c, const struct target *t)
{
	const struct world *w = h->report->world;
	const struct evidence *e = ledger_find(w->ledger,
					       pack_name(h->arena, t),
					       c->device);
	size_t replicates = 0, dropped = 0;

	if (!e)
		return;
	for (size_t i = 0; i < e->nruns; i++) {
		replicates += e->runs[i].nreplicates;
		dropped += e->runs[i].ndropped;
	}
	buf_printf(h->out, "<br>" STR_FMT ": %zu run%s, %zu replicates, %zu "
		   "dropped, on " STR_FMT ", driver " STR_FMT ", toolkit "
		   STR_FMT, STR_ARG(html_escape(h->arena, short_path(e->path))),
		   e->nruns, e->nruns == 1 ? "" : "s", replicates, dropped,
		   STR_ARG(html_escape(h->arena, e->device.name)),
		   STR_ARG(html_escape(h->arena, e->device.driver)),
		   STR_ARG(html_escape(h->arena, e->toolkit)));
}

static void
add_fact(struct html *h, const struct claim *c, size_t i)
{
	const struct world *w = h->report->world;
	const struct fact *f = &c->facts[i];
	const struct target *t = plan_find(w->plan,
		h->report->pages[h->page].page, c->number, i);

	buf_printf(h->out, "<dt>Fact</dt><dd><code>" STR_FMT "</code>",
		   STR_ARG(html_escape(h->arena, claim_fact(h->arena, f))));
	if (f->family == FACT_MEASURED && t)
		add_evidence(h, c, t);
	buf_add(h->out, STR("</dd>\n"));
}

static void
add_answer(struct html *h, const struct answer *answer)
{
	if (!answer)
		return;
	add_term(h, "Answer", answer->text);
	add_code(h, "It could say", answer->offer);
	if (answer->lines.n > 0)
		buf_printf(h->out, "<dt>Instructions</dt><dd><pre><code>"
			   STR_FMT "</code></pre></dd>\n",
			   STR_ARG(html_escape(h->arena, answer->lines)));
}

static void
add_terms(struct html *h, size_t k, const struct claim *c,
	  const struct verdict *v)
{
	bool decided = v->status == STATUS_CONFIRMED ||
		       v->status == STATUS_REFUTED;

	buf_add(h->out, STR("<dl>\n"));
	add_code(h, "Claim", claim_id(c));
	add_expression(h, c);
	if (!v->answer)
		add_term(h, "Why", verdict_reason(h->arena, c, v));
	if (decided)
		add_term(h, "Decided by", basis_text(v->basis));
	add_measured(h, v);
	add_scope(h, c);
	add_because(h, c);
	for (size_t i = 0; i < c->nfacts; i++)
		add_fact(h, c, i);
	add_answer(h, v->answer);
	html_past(h, k);
	buf_add(h->out, STR("</dl>\n"));
}

/* --- the claim ------------------------------------------------------------ */

/* A question is no statement that could hold. */
static struct str
status_of(const struct claim *c, const struct verdict *v)
{
	return c->kind == CLAIM_OPEN ? STR("question") :
				       status_text(v->status);
}

/* What was found, where the verdict alone does not say it. */
static struct str
found_of(struct html *h, const struct claim *c, const struct verdict *v)
{
	if (c->kind == CLAIM_OPEN)
		return v->answer ? v->answer->text : STR("");
	if (!c->quantity && v->status == STATUS_CONFIRMED)
		return STR("");
	return verdict_is(h->arena, c, v);
}

/* The line of the page without its comments; empty of one that is no more than
   the claim. */
static struct str
line_of(struct html *h, const struct claim *c)
{
	struct str rest = span_str(source_line(c->page->source,
					       span_line(c->at)));
	struct buf b = { 0 };
	struct str out;

	while (rest.n > 0) {
		size_t n = str_find(rest, STR("<!--")), end;

		buf_add(&b, str_slice(rest, 0, n));
		rest = str_skip(rest, n);
		end = str_find(rest, STR("-->"));
		rest = str_skip(rest, end + (end < rest.n ? 3 : 0));
	}
	out = str_trim(arena_copy(h->arena, buf_str(&b)));
	buf_free(&b);
	return str_equal(out, str_trim(c->text)) ? STR("") : out;
}

static void
add_line(struct html *h, const struct claim *c)
{
	struct str line = line_of(h, c);

	if (line.n > 0)
		buf_printf(h->out, "<span class=\"line\">" STR_FMT "</span>",
			   STR_ARG(html_escape(h->arena, line)));
}

static void
add_summary(struct html *h, const struct claim *c, const struct verdict *v)
{
	struct arena *a = h->arena;
	struct str is = found_of(h, c, v);
	struct str says = v->says.n > 0 ? v->says : c->text;
	uint32_t line, column;

	source_place_now(c->page->source, c->at.at, &line, &column);
	buf_printf(h->out, "<summary><span class=\"s %s\">" STR_FMT
		   "</span> <span class=\"says\"><b>" STR_FMT "</b>",
		   html_class((int)v->status), STR_ARG(status_of(c, v)),
		   STR_ARG(html_escape(a, str_trim(says))));
	if (is.n > 0)
		buf_printf(h->out, " <span class=\"is\">is " STR_FMT "</span>",
			   STR_ARG(html_escape(a, is)));
	add_line(h, c);
	buf_printf(h->out, "</span> <span class=\"at\">line %u</span>"
		   "</summary>\n", line);
}

void
html_claim(struct html *h, size_t k)
{
	const struct page_verdicts *p = &h->report->pages[h->page];
	const struct claim *c = &p->claims->items[k];
	const struct verdict *v = &p->verdicts[k];

	buf_printf(h->out, "<details class=\"claim\" id=\"p%zuc%zu\" "
		   "data-status=\"%s\" data-page=\"" STR_FMT "\">",
		   h->page + 1, k + 1, html_class((int)v->status),
		   STR_ARG(html_escape(h->arena, c->page->name)));
	add_summary(h, c, v);
	buf_add(h->out, STR("<div>\n"));
	add_terms(h, k, c, v);
	html_devices(h, k);
	for (size_t i = 0; i < c->nfacts; i++)
		html_curve(h, c, i);
	buf_add(h->out, STR("</div></details>\n"));
}
