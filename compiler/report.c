/*
 * What a run found, for people: what is said of claims first (report_claim.c),
 * then a line a page, and a last line that always states pages and all counts.
 *
 * The idea: a reader who looks at the last line alone is not misled. What was
 * not run is counted by kind of reason; which claims those are --verbose says.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "page.h"
#include "report.h"
#include "report_parts.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

/* --- pages --------------------------------------------------------------- */

/* What the page said of itself before; one that states nothing has no word of
   it. */
static void
count_before(struct tally *t, const struct page *page,
	     const struct claims *now)
{
	struct arena *a = arena_make();
	struct before was;

	writeback_before(a, &was, page);
	t->was_bound += was.bound;
	t->was_unbound += was.count[STATUS_UNBOUND];
	t->unknown += !was.known && now->n + now->nunbound > 0;
	arena_free(a);
}

void
report_count(struct tally *t, const struct report *r,
	     const struct page_verdicts *p)
{
	for (size_t i = 0; i < p->claims->n; i++) {
		const struct verdict *v = &p->verdicts[i];

		t->status[v->status]++;
		t->lacking += v->toolless;
		if (v->status == STATUS_CONFIRMED)
			t->basis[v->basis]++;
	}
	t->claims += p->claims->n;
	t->status[STATUS_UNBOUND] += p->claims->nunbound;
	t->pages++;
	t->bad += !page_is_good(r->wiki->pages[p->page]);
	if (r->form == REPORT_MARKDOWN)
		count_before(t, r->wiki->pages[p->page], p->claims);
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
	t->was_bound += more->was_bound;
	t->was_unbound += more->was_unbound;
	t->unknown += more->unknown;
}

/* What kind of reason it is: `needs gpu` of `needs gpu: wgmma`. */
static struct str
class_of(const struct report *r, const struct verdict *v)
{
	size_t end = str_find(v->reason, STR(": "));

	return report_left(r, v) ? LEFT : str_slice(v->reason, 0, end);
}

struct kinds {
	struct kind {
		struct str why;
		size_t n;
	} *items;
	size_t n, cap;
};

static void
count_kind(struct arena *a, struct kinds *all, struct str why)
{
	for (size_t i = 0; i < all->n; i++)
		if (str_equal(all->items[i].why, why)) {
			all->items[i].n++;
			return;
		}
	all->items = arena_grow(a, all->items, all->n, &all->cap,
				sizeof *all->items);
	all->items[all->n++] = (struct kind){ why, 1 };
}

/* The reasons of `not run` by kind, each once with its count. */
static void
emit_not_run(struct buf *out, const struct report *r,
	     const struct page_verdicts *p)
{
	struct arena *a = arena_make();
	struct kinds all = { 0 };
	bool hidden = false;

	for (size_t i = 0; i < p->claims->n; i++) {
		const struct verdict *v = &p->verdicts[i];

		if (v->status != STATUS_NOT_RUN)
			continue;
		count_kind(a, &all, class_of(r, v));
		hidden |= !report_unchecked(&p->claims->items[i], v);
	}
	for (size_t i = 0; i < all.n; i++)
		buf_printf(out, "; %zu " STR_FMT, all.items[i].n,
			   STR_ARG(all.items[i].why));
	if (hidden && !r->verbose)
		buf_add(out, STR(" (--verbose names them)"));
	arena_free(a);
}

/* How many of the page's questions have an answer. */
static void
emit_questions(struct buf *out, const struct page_verdicts *p)
{
	size_t n = 0, answered = 0;

	for (size_t i = 0; i < p->claims->n; i++) {
		n += p->claims->items[i].kind == CLAIM_OPEN;
		answered += p->verdicts[i].answer != NULL;
	}
	if (n > 0)
		buf_printf(out, "; %zu of %zu open question%s answered",
			   answered, n, n == 1 ? "" : "s");
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
report_line(struct buf *out, struct buf *text)
{
	diag_emit_text(out, buf_str(text));
	buf_add_byte(out, '\n');
	buf_free(text);
}

/* Whether an earlier verdict of the page has the same floor. */
static bool
is_told(const struct page_verdicts *p, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (str_equal(p->verdicts[k].class, p->verdicts[i].class) &&
		    p->verdicts[k].npairs == p->verdicts[i].npairs)
			return true;
	return false;
}

/* Floors that the ledger has raised: they move verdicts. */
static void
emit_floors(struct buf *out, const struct page_verdicts *p)
{
	for (size_t i = 0; i < p->claims->n; i++) {
		const struct verdict *v = &p->verdicts[i];

		if (!(v->floor > VALUE_FLOOR) || is_told(p, i))
			continue;
		buf_printf(out, "; floor of " STR_FMT " %.2f %% by %zu pairs",
			   STR_ARG(v->class), 100 * v->floor, v->npairs);
		if (v->floor > VERDICT_FLOOR_WIDE)
			buf_printf(out, ", tolerance wider by %.2f %%", 100 *
				   (v->floor - VERDICT_FLOOR_WIDE));
	}
}

/* Of measured claims, what their evidence was without. */
static void
emit_dropped(struct buf *out, const struct page_verdicts *p)
{
	const struct value *most = NULL;

	for (size_t i = 0; i < p->claims->n; i++) {
		const struct verdict *v = &p->verdicts[i];

		if (v->measured && v->shown && v->shown->ndropped > 0 &&
		    (!most || v->shown->ndropped > most->ndropped))
			most = v->shown;
	}
	if (most)
		buf_printf(out, "; up to %zu replicates dropped: " STR_FMT,
			   most->ndropped, STR_ARG(most->dropped));
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
	emit_questions(&text, p);
	emit_not_run(&text, r, p);
	emit_floors(&text, p);
	emit_dropped(&text, p);
	report_line(out, &text);
}

void
report_total(struct buf *out, const struct tally *t)
{
	buf_printf(out, "%zu page%s, %zu claim%s: ", t->pages,
		   t->pages == 1 ? "" : "s", t->claims,
		   t->claims == 1 ? "" : "s");
	buf_printf(out, "%zu confirmed", t->status[STATUS_CONFIRMED]);
	for (int i = STATUS_REFUTED; i < STATUS_COUNT; i++)
		buf_printf(out, ", %zu " STR_FMT, t->status[i],
			   STR_ARG(status_text((enum status)i)));
	if (t->bad > 0)
		buf_printf(out, "; %zu page%s with errors", t->bad,
			   t->bad == 1 ? "" : "s");
	buf_add_byte(out, '\n');
}
