/*
 * A report as markdown, for people who look at a merge request: what holds now
 * and did not before or the other way round, what is refuted, what is wrong
 * with pages, what is undecided, and how much of each page is checked.
 *
 * The idea: rows of tables are gathered page by page in a part for each table;
 * the sentence above them all comes when the run is known. Tables are cut
 * where a comment on a merge request would get too long, and say so.
 *
 * Text of others is safe to show: it is fit for a terminal, stands in <code>,
 * where no mention is one, and every sign that markdown or HTML may take for
 * its own is an entity. What flipped is report_flip.c.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "page.h"
#include "report.h"
#include "report_entry.h"
#include "report_markdown.h"
#include "report_parts.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

/* Rows of a table that are shown. */
#define ROWS_MAX 50

enum part { FLIPPED = 1, REFUTED, FAULTS, UNDECIDED, PAGES, PARTS };

_Static_assert((int)PARTS == REPORT_PARTS, "a part for each table");

static const struct table tables[PARTS] = {
	[FLIPPED] = { STR_INIT("What changed"), STR_INIT(
		"| Where | The page says | Before | Now |\n"
		"| --- | --- | --- | --- |\n") },
	[REFUTED] = { STR_INIT("Refuted, or in error"), STR_INIT(
		"| Where | What | Claim |\n| --- | --- | --- |\n") },
	[FAULTS] = { STR_INIT("Faults of pages"), STR_INIT(
		"| Where | What |\n| --- | --- |\n") },
	[UNDECIDED] = { STR_INIT("Undecided"), STR_INIT(
		"| Where | What | Claim |\n| --- | --- | --- |\n") },
	[PAGES] = { STR_INIT("Coverage"), STR_INIT(
		"| Page | Verdict | Claims | Bound | Unbound | Coverage |\n"
		"| --- | --- | --- | --- | --- | --- |\n") },
};

/* By kind of entry: the table that has a row of it; 0: none. */
static const enum part parts_of[ENTRY_COUNT] = {
	[STATUS_REFUTED] = REFUTED, [STATUS_ERROR] = REFUTED,
	[STATUS_INCONCLUSIVE] = UNDECIDED, [STATUS_PROBE_LIMITED] = UNDECIDED,
	[STATUS_STALE] = UNDECIDED, [ENTRY_FAULT] = FAULTS,
	[ENTRY_UNABLE] = FAULTS,
};

/* --- texts ---------------------------------------------------------------- */

/* Whether the sign belongs to `www.` or `://`, of which addresses are made. */
static bool
makes_link(struct str s, size_t i)
{
	bool www = i > 1 && byte_lower(s.p[i - 1]) == 'w' &&
		   byte_lower(s.p[i - 2]) == 'w';

	return (s.p[i] == '.' && www) ||
	       (s.p[i] == ':' && i + 1 < s.n && s.p[i + 1] == '/');
}

void
report_code(struct buf *out, struct str s)
{
	struct arena *a = arena_make();
	struct str plain = report_plain(a, s);

	buf_add(out, STR("<code>"));
	for (size_t i = 0; i < plain.n; i++) {
		if (byte_among(plain.p[i], "&<>\"'`*_[]{}|\\~$@#!^") ||
		    makes_link(plain, i))
			buf_printf(out, "&#%d;", plain.p[i]);
		else
			buf_add_byte(out, plain.p[i]);
	}
	buf_add(out, STR("</code>"));
	arena_free(a);
}

void
report_where(struct buf *out, struct str path, struct span at)
{
	struct arena *a = arena_make();
	struct region r;

	if (at.source) {
		r = report_region(at);
		path = arena_printf(a, STR_FMT ":%u:%u",
				    STR_ARG(at.source->name), r.line,
				    r.column);
	}
	report_code(out, path);
	arena_free(a);
}

/* --- rows ----------------------------------------------------------------- */

static void
add_entry(struct buf *out, struct str path, const struct entry *e)
{
	struct arena *a = arena_make();

	buf_add(out, STR("| "));
	report_where(out, path, e->at);
	buf_add(out, STR(" | "));
	report_code(out, report_sentence(a, e));
	if (e->claim) {
		buf_add(out, STR(" | "));
		report_code(out, e->id);
	}
	buf_add(out, STR(" |\n"));
	arena_free(a);
}

void
report_change(struct buf *out, bool known, struct str was, struct str is)
{
	if (known && !str_equal(was, is))
		buf_printf(out, " | " STR_FMT " → " STR_FMT, STR_ARG(was),
			   STR_ARG(is));
	else
		buf_printf(out, " | " STR_FMT, STR_ARG(is));
}

static struct str
share_text(struct arena *a, size_t bound, size_t unbound)
{
	if (bound + unbound == 0)
		return STR("–");
	return arena_printf(a, "%.1f %%", 100.0 * (double)bound /
					  (double)(bound + unbound));
}

struct str
report_counts(struct arena *a, const size_t *count, size_t left)
{
	struct str out = STR("");

	for (int i = 0; i < STATUS_UNBOUND; i++)
		if (count[i] > 0)
			out = arena_printf(a, STR_FMT "%s%zu " STR_FMT,
				STR_ARG(out), out.n > 0 ? ", " : "", count[i],
				STR_ARG(status_text((enum status)i)));
	if (left > 0)
		out = arena_printf(a, STR_FMT "%s%zu " STR_FMT, STR_ARG(out),
				   out.n > 0 ? ", " : "", left, STR_ARG(LEFT));
	return out.n > 0 ? out : STR("none");
}

void
report_coverage(struct buf *out, bool known, const size_t *was,
		const size_t *is)
{
	struct arena *a = arena_make();

	for (int i = 0; i < 2; i++)
		report_change(out, known, arena_printf(a, "%zu", was[i]),
			   arena_printf(a, "%zu", is[i]));
	report_change(out, known, share_text(a, was[0], was[1]),
		   share_text(a, is[0], is[1]));
	buf_add(out, STR(" |\n"));
	arena_free(a);
}

struct standing
report_standing(struct arena *a, const struct report *r,
		const struct page_verdicts *p)
{
	struct standing now = { .bound = p->claims->n };

	now.count = arena_alloc(a, STATUS_COUNT * sizeof *now.count);
	for (size_t i = 0; i < p->claims->n; i++) {
		const struct verdict *v = &p->verdicts[i];

		now.left += report_left(r, v);
		now.count[v->status] += !report_left(r, v);
	}
	now.count[STATUS_UNBOUND] = p->claims->nunbound;
	return now;
}

/* Whether something is known now that the front matter does not say. */
static bool
is_changed(const struct before *was, const struct standing *now)
{
	for (int i = 0; i < STATUS_COUNT; i++)
		if (now->count[i] > was->count[i])
			return true;
	return now->bound != was->bound ||
	       now->count[STATUS_UNBOUND] != was->count[STATUS_UNBOUND];
}

struct str
report_standing_word(const struct standing *now)
{
	size_t count[STATUS_COUNT];
	struct str word;

	memcpy(count, now->count, STATUS_COUNT * sizeof *count);
	count[STATUS_NOT_RUN] += now->left;
	word = writeback_word_of(count);
	return now->left > 0 && str_equal(word, status_text(STATUS_NOT_RUN)) ?
		LEFT : word;
}

static void
add_page(struct buf *out, const struct report *r,
	 const struct page_verdicts *p, const struct before *was)
{
	struct arena *a = arena_make();
	struct standing now = report_standing(a, r, p);

	if (is_changed(was, &now)) {
		buf_add(out, STR("| "));
		report_code(out, r->wiki->pages[p->page]->path);
		report_change(out, was->known, writeback_word_of(was->count),
			   report_standing_word(&now));
		report_change(out, was->known, report_counts(a, was->count, 0),
			   report_counts(a, now.count, now.left));
		report_coverage(out, was->known, (const size_t[]){
				     was->bound, was->count[STATUS_UNBOUND] },
			     (const size_t[]){ now.bound,
					       now.count[STATUS_UNBOUND] });
	}
	arena_free(a);
}

void
report_markdown_page(struct buf *parts, const struct report *r,
		     const struct page_verdicts *p)
{
	const struct page *page = r->wiki->pages[p->page];
	struct arena *a = arena_make();
	struct entries all = { 0 };
	struct before was;

	report_entries(a, &all, r, p);
	for (size_t i = 0; i < all.n; i++) {
		const struct entry *e = &all.items[i];

		if (parts_of[e->kind] != 0 && !e->repeated)
			add_entry(&parts[parts_of[e->kind]], page->path, e);
	}
	if (!r->partly) {
		writeback_before(a, &was, page);
		report_flips(&parts[FLIPPED], r, p, &was);
		add_page(&parts[PAGES], r, p, &was);
	}
	arena_free(a);
}

/* --- the whole ------------------------------------------------------------ */

/* A row of all pages. */
static void
add_total(struct buf *out, const struct tally *t)
{
	buf_printf(out, "| %zu page%s | | %zu", t->pages,
		   t->pages == 1 ? "" : "s", t->claims);
	report_coverage(out, t->unknown == 0,
		     (const size_t[]){ t->was_bound, t->was_unbound },
		     (const size_t[]){ t->claims, t->status[STATUS_UNBOUND] });
}

void
report_table(struct buf *out, const struct table *table, struct str rows)
{
	size_t n = str_count_byte(rows, '\n');
	struct str row;

	buf_printf(out, "\n### " STR_FMT "\n\n" STR_FMT, STR_ARG(table->title),
		   STR_ARG(table->head));
	for (size_t i = 0; i < ROWS_MAX && i < n; i++) {
		str_split(&row, &rows, '\n');
		buf_printf(out, STR_FMT "\n", STR_ARG(row));
	}
	if (n > ROWS_MAX)
		buf_printf(out, "\nand %zu more\n", n - ROWS_MAX);
}

/* Pages that changed, and all of them in a row above those. */
static void
add_pages(struct buf *out, struct str rows, const struct tally *total)
{
	struct buf all = { 0 };

	add_total(&all, total);
	buf_add(&all, rows);
	report_table(out, &tables[PAGES], buf_str(&all));
	buf_add(out, STR("\nBefore the arrow is what the front matter of the "
			 "pages said. Bound are claims, unbound material "
			 "numbers that nothing checks.\n"));
	buf_free(&all);
}

/* What was said of no page. */
static void
add_messages(struct buf *out, const struct run_told *run)
{
	struct arena *a = arena_make();
	struct entries all = { 0 };

	report_messages(a, &all, run->diag);
	for (size_t i = 0; i < all.n; i++) {
		buf_add(out, STR("\n* "));
		report_code(out, report_sentence(a, &all.items[i]));
	}
	if (all.n > 0)
		buf_add_byte(out, '\n');
	arena_free(a);
}

void
report_markdown_end(struct telling *t, const struct run_told *run)
{
	static const struct str titles[] = {
		STR_INIT("all held"), STR_INIT("failed"),
		STR_INIT("could not do the job"),
	};
	struct buf *out = &t->parts[0];

	buf_printf(out, "## kbc: " STR_FMT "\n\n",
		   STR_ARG(titles[run->status]));
	report_total(out, run->total);
	add_messages(out, run);
	for (int i = FLIPPED; i < PAGES; i++)
		if (t->parts[i].n > 0)
			report_table(out, &tables[i], buf_str(&t->parts[i]));
	if (!run->partly)
		add_pages(out, buf_str(&t->parts[PAGES]), run->total);
}
