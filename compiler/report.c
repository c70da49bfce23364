/*
 * What a run found, for people: failures with source line and caret first,
 * then what could not be decided and why, then a line a page, and a last line
 * that always states pages and all counts.
 *
 * The idea: a reader who looks at the last line alone is not misled, and one
 * who looks at a failure sees the page, what is measured, how sure it is and
 * how close the probe came to the ceiling, without opening anything else.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "expr.h"
#include "page.h"
#include "report.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

/* --- one claim ----------------------------------------------------------- */

static struct str
closeness(struct arena *a, const struct verdict *v)
{
	if (!(v->share > 0))
		return STR("");
	return arena_printf(a, ", %.0f %% of the ceiling", 100 * v->share);
}

/* What goes before the number that was found: whose it is. What a page writes
   is not what is. */
static struct str
it_is(struct arena *a, const struct claim *c, const struct verdict *v)
{
	if (v->written.n == 0)
		return STR("it is ");
	if (!c->expr2 && c->expr && c->expr->kind == EXPR_NAME)
		return arena_printf(a, STR_FMT " writes ",
				    STR_ARG(v->written));
	return arena_printf(a, "by what " STR_FMT " writes it is ",
			    STR_ARG(v->written));
}

/* A claim that does not hold. That a condition is false says no more. */
static struct str
refuted_sentence(struct arena *a, const struct claim *c,
		 const struct verdict *v)
{
	struct str is = verdict_is(a, c, v);

	if (str_equal(is, STR("false")))
		is = STR("");
	if (is.n > 0 && c->quantity)
		return arena_printf(a, "the page says " STR_FMT ", " STR_FMT
			STR_FMT STR_FMT "  [" STR_FMT "]", STR_ARG(v->says),
			STR_ARG(it_is(a, c, v)), STR_ARG(is),
			STR_ARG(closeness(a, v)), STR_ARG(c->id));
	return arena_printf(a, "'" STR_FMT "' does not hold%s" STR_FMT "%s"
		STR_FMT "  [" STR_FMT "]", STR_ARG(v->says),
		v->reason.n ? ": " : "", STR_ARG(v->reason), is.n ? ", " : "",
		STR_ARG(is), STR_ARG(c->id));
}

static struct str
sentence(struct arena *a, const struct claim *c, const struct verdict *v)
{
	struct str is = verdict_is(a, c, v);

	if (v->status == STATUS_REFUTED)
		return refuted_sentence(a, c, v);
	return arena_printf(a, STR_FMT "%s" STR_FMT STR_FMT "  [" STR_FMT "]",
		STR_ARG(is), is.n && v->reason.n ? ": " : "",
		STR_ARG(v->reason), STR_ARG(closeness(a, v)), STR_ARG(c->id));
}

static void
emit_claim(struct buf *out, const struct claim *c, const struct verdict *v)
{
	struct arena *a = arena_make();

	diag_emit_at(out, c->at, status_text(v->status), sentence(a, c, v));
	arena_free(a);
}

/* What was gathered in text, which names of others are in, as one line. */
static void
end_line(struct buf *out, struct buf *text)
{
	diag_emit_text(out, buf_str(text));
	buf_add_byte(out, '\n');
	buf_free(text);
}

/* A decided or undecided claim on one line, without the source line. */
static void
emit_line(struct buf *out, const struct claim *c, const struct verdict *v)
{
	uint32_t line, column;
	struct buf text = { 0 };
	struct arena *a = arena_make();
	struct str is = verdict_is(a, c, v);

	source_place(c->page->source, c->at.at, &line, &column);
	buf_printf(&text, STR_FMT ":%u:%u: " STR_FMT, STR_ARG(c->page->path),
		   line, column, STR_ARG(status_text(v->status)));
	if (is.n > 0)
		buf_printf(&text, ": " STR_FMT, STR_ARG(is));
	if (v->reason.n > 0)
		buf_printf(&text, ": " STR_FMT, STR_ARG(v->reason));
	buf_printf(&text, "  [" STR_FMT "]", STR_ARG(c->id));
	arena_free(a);
	end_line(out, &text);
}

/* A fence that was looked at and is named without being failed. */
static bool
is_unchecked(const struct claim *c, const struct verdict *v)
{
	return c->kind == CLAIM_FENCE && v->status == STATUS_NOT_RUN &&
	       !verdict_lacks_tool(v);
}

/* The page line that the reason speaks of, else the fence. */
static struct span
fault_place(const struct claim *c, const struct verdict *v)
{
	const struct source *s = c->page->source;
	struct str text;

	if (v->line == 0 || v->line > s->nlines)
		return c->at;
	text = str_trim(span_str(source_line(s, v->line)));
	return text.n > 0 ? source_span_of(s, text) : c->at;
}

static void
emit_unchecked(struct buf *out, const struct claim *c,
	       const struct verdict *v)
{
	struct arena *a = arena_make();

	diag_emit_at(out, fault_place(c, v), status_text(v->status),
		     sentence(a, c, v));
	arena_free(a);
}

static bool
is_undecided(enum status s)
{
	return s == STATUS_INCONCLUSIVE || s == STATUS_PROBE_LIMITED ||
	       s == STATUS_STALE;
}

/* --- pages --------------------------------------------------------------- */

void
report_count(struct tally *t, const struct report *r,
	     const struct page_verdicts *p)
{
	for (size_t i = 0; i < p->claims->n; i++) {
		const struct verdict *v = &p->verdicts[i];

		t->status[v->status]++;
		t->lacking += verdict_lacks_tool(v);
		if (v->status == STATUS_CONFIRMED)
			t->basis[v->basis]++;
	}
	t->claims += p->claims->n;
	t->status[STATUS_UNBOUND] += p->claims->nunbound;
	t->pages++;
	t->bad += !page_is_good(r->wiki->pages[p->page]);
}

void
report_add(struct tally *t, const struct tally *more)
{
	for (size_t i = 0; i < COUNT_OF(t->status); i++)
		t->status[i] += more->status[i];
	for (size_t i = 0; i < COUNT_OF(t->basis); i++)
		t->basis[i] += more->basis[i];
	t->pages += more->pages;
	t->claims += more->claims;
	t->lacking += more->lacking;
	t->bad += more->bad;
}

/* The reasons of `not run`, each once with its count. */
static void
emit_not_run(struct buf *out, const struct page_verdicts *p)
{
	for (size_t i = 0; i < p->claims->n; i++) {
		struct str why = p->verdicts[i].reason;
		size_t n = 0, before = 0;

		if (p->verdicts[i].status != STATUS_NOT_RUN)
			continue;
		for (size_t k = 0; k < p->claims->n; k++)
			if (p->verdicts[k].status == STATUS_NOT_RUN &&
			    str_equal(p->verdicts[k].reason, why)) {
				n++;
				before += k < i;
			}
		if (before == 0)
			buf_printf(out, "; %zu " STR_FMT, n, STR_ARG(why));
	}
}

static void
emit_basis(struct buf *out, const struct tally *t)
{
	const char *between = " (by ";

	for (int i = BASIS_ARITHMETIC; i < BASIS_COUNT; i++) {
		if (t->basis[i] == 0)
			continue;
		buf_printf(out, "%s" STR_FMT " %zu", between,
			   STR_ARG(basis_text((enum basis)i)), t->basis[i]);
		between = ", ";
	}
	if (between[0] == ',')
		buf_add_byte(out, ')');
}

static void
emit_counts(struct buf *out, const struct tally *t)
{
	buf_printf(out, "%zu confirmed", t->status[STATUS_CONFIRMED]);
	emit_basis(out, t);
	for (int i = STATUS_REFUTED; i < STATUS_COUNT; i++)
		if (t->status[i] > 0)
			buf_printf(out, ", %zu " STR_FMT, t->status[i],
				   STR_ARG(status_text((enum status)i)));
}

void
report_page(struct buf *out, const struct report *r,
	    const struct page_verdicts *p)
{
	const struct page *page = r->wiki->pages[p->page];
	struct buf text = { 0 };
	struct tally t = { 0 };

	report_count(&t, r, p);
	buf_printf(&text, STR_FMT ": ", STR_ARG(page->path));
	if (!page_is_good(page))
		buf_add(&text, p->unwritten ? STR("has errors, not written; ") :
					      STR("has errors; "));
	if (t.claims == 0 && t.status[STATUS_UNBOUND] == 0)
		buf_add(&text, STR("no claims"));
	else
		emit_counts(&text, &t);
	emit_not_run(&text, p);
	end_line(out, &text);
}

/* Whether a claim that did not fail gets a line: one that could not be decided,
   unless only failures are wanted, and the one that makes its page fail. */
static bool
has_line(const struct report *r, const struct claim *c,
	 const struct verdict *v, bool had_evidence)
{
	if ((had_evidence && verdict_lost(v)) ||
	    verdict_fails(v, r->wiki->config.strict))
		return true;
	if (r->quiet)
		return false;
	return is_undecided(v->status) || r->verbose ||
	       (v->status == STATUS_NOT_RUN && c->kind == CLAIM_FENCE);
}

void
report_claims(struct buf *out, const struct report *r,
	      const struct page_verdicts *p)
{
	const struct page *page = r->wiki->pages[p->page];
	bool had_evidence = writeback_word(page, p->schema) ||
			    writeback_device(page);

	for (size_t k = 0; k < p->claims->n; k++) {
		const struct claim *c = &p->claims->items[k];
		const struct verdict *v = &p->verdicts[k];

		if (c->trouble.n > 0)
			continue; /* said where it was found */
		if (verdict_fails(v, false))
			emit_claim(out, c, v);
		else if (is_unchecked(c, v) && !r->quiet)
			emit_unchecked(out, c, v);
		else if (has_line(r, c, v, had_evidence))
			emit_line(out, c, v);
	}
}

void
report_total(struct buf *out, const struct tally *t)
{
	buf_printf(out, "%zu pages, %zu claims: ", t->pages, t->claims);
	buf_printf(out, "%zu confirmed", t->status[STATUS_CONFIRMED]);
	for (int i = STATUS_REFUTED; i < STATUS_COUNT; i++)
		buf_printf(out, ", %zu " STR_FMT, t->status[i],
			   STR_ARG(status_text((enum status)i)));
	if (t->bad > 0)
		buf_printf(out, "; %zu pages with errors", t->bad);
	buf_add_byte(out, '\n');
}

void
report_text(struct buf *out, const struct report *r, const struct tally *total)
{
	for (size_t i = 0; i < r->npages; i++)
		report_claims(out, r, &r->pages[i]);
	for (size_t i = 0; i < r->npages && !r->quiet; i++)
		report_page(out, r, &r->pages[i]);
	report_total(out, total);
}
