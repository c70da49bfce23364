/*
 * What the gate found, and what else a merge changes, for people: a summary in
 * markdown to be put under a merge request.
 *
 * The idea: the gate has judged both sides, so what flipped is known claim by
 * claim, whichever way, and not from what pages say of themselves. What fails
 * stands first. How much is checked is counted in material numbers, on both
 * sides by the same code.
 *
 * How text is made safe and tables are cut is report_markdown.c.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "coverage.h"
#include "gate.h"
#include "gate_parts.h"
#include "page.h"
#include "report.h"
#include "report_markdown.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

enum part { FAILS, LET, CHANGED, PAGES, PARTS };

static const struct table tables[PARTS] = {
	[FAILS] = { STR_INIT("What fails"), STR_INIT(
		"| Where | What | Claim |\n| --- | --- | --- |\n") },
	[LET] = { STR_INIT("Let through"), STR_INIT(
		"| Where | What | Claim |\n| --- | --- | --- |\n") },
	[CHANGED] = { STR_INIT("What changed"), STR_INIT(
		"| Where | The page says | Before | Now |\n"
		"| --- | --- | --- | --- |\n") },
	[PAGES] = { STR_INIT("Coverage"), STR_INIT(
		"| Page | Verdict | Claims | Checked | Unchecked | Coverage |\n"
		"| --- | --- | --- | --- | --- | --- |\n") },
};

/* --- what was found ------------------------------------------------------- */

static void
add_finding(struct buf *out, struct arena *a, const struct gate_finding *f)
{
	buf_add(out, STR("| "));
	report_where(out, gate_path(f), f->at);
	buf_add(out, STR(" | "));
	report_code(out, arena_printf(a, STR_FMT ": " STR_FMT,
				      STR_ARG(gate_word(f->rule)),
				      STR_ARG(f->text)));
	buf_add(out, STR(" | "));
	if (f->id.n > 0)
		report_code(out, f->id);
	buf_add(out, STR(" |\n"));
}

/* --- what changed --------------------------------------------------------- */

/* The word for what came of a claim, on one side. */
static struct str
outcome(const struct page_verdicts *p, size_t i)
{
	const struct verdict *v = &p->verdicts[i];

	if (p->claims->items[i].kind == CLAIM_OPEN &&
	    v->status != STATUS_ERROR)
		return STR("a question");
	return v->toolless ? STR("left to verify") : status_text(v->status);
}

/* What a claim says: before and now, once if that is the same. */
static void
add_says(struct buf *out, struct str was, struct str is)
{
	if (was.n > 0)
		report_code(out, was);
	if (was.n > 0 && is.n > 0 && !str_equal(was, is))
		buf_add(out, STR(" → "));
	if (is.n > 0 && !str_equal(was, is))
		report_code(out, is);
}

/* A row of a claim; `was` and `is` are SIZE_MAX where it is not there. */
static void
add_claim(struct buf *out, const struct gate_pair *p, size_t was, size_t is)
{
	bool old = was != SIZE_MAX, new = is != SIZE_MAX;
	const struct claim *c = new ? &p->now->claims->items[is] :
				      &p->before->claims->items[was];

	buf_add(out, STR("| "));
	if (new)
		report_where(out, c->page->path, c->at);
	else /* its place is in a file that is gone */
		report_code(out, claim_id(c));
	buf_add(out, STR(" | "));
	add_says(out, old ? p->before->verdicts[was].says : STR(""),
		 new ? p->now->verdicts[is].says : STR(""));
	buf_printf(out, " | " STR_FMT " | " STR_FMT " |\n",
		   STR_ARG(old ? outcome(p->before, was) : STR("–")),
		   STR_ARG(new ? outcome(p->now, is) : STR("–")));
}

static bool
is_same(const struct gate_pair *p, size_t was, size_t is)
{
	return was != SIZE_MAX &&
	       str_equal(p->before->verdicts[was].says,
			 p->now->verdicts[is].says) &&
	       str_equal(outcome(p->before, was), outcome(p->now, is));
}

/* Whether the gate has looked at the page: one of another repository is that
   one's. */
static bool
is_seen(const struct gate_pair *p)
{
	return p->now && p->touched;
}

/* Claims that are new, say something else or came out otherwise; and those that
   are gone. */
static void
add_changes(struct buf *out, struct gate *g, const struct gate_pair *p)
{
	size_t *was = gate_match(g, p);
	size_t n = p->before ? p->before->claims->n : 0;
	bool *kept = arena_alloc(g->arena, n + 1);

	for (size_t i = 0; i < p->now->claims->n; i++) {
		if (was[i] != SIZE_MAX)
			kept[was[i]] = true;
		if (!is_same(p, was[i], i))
			add_claim(out, p, was[i], i);
	}
	for (size_t k = 0; k < n; k++)
		if (!kept[k])
			add_claim(out, p, k, SIZE_MAX);
}

/* --- how much is checked -------------------------------------------------- */

/* A page on one side: its word, counts, and numbers with and without a
   check. */
struct side {
	struct str word, counts;
	size_t numbers[2];
};

static struct side
count_side(struct arena *a, const struct gate_side *side,
	   const struct page_verdicts *p)
{
	const struct report r = { .wiki = side->wiki, .unbuilt = true };
	struct side out = { STR(""), STR(""), { 0, 0 } };
	struct coverage c = { 0 };
	struct standing s;

	if (!p)
		return out;
	s = report_standing(a, &r, p);
	coverage_collect(a, &c, side->wiki->pages[p->page], p->claims);
	out.word = report_standing_word(&s);
	out.counts = report_counts(a, s.count, s.left);
	out.numbers[0] = c.count[COVERAGE_BOUND] + c.count[COVERAGE_DERIVED];
	out.numbers[1] = c.count[COVERAGE_UNBOUND];
	return out;
}

static bool
is_side_same(const struct side *was, const struct side *is)
{
	return str_equal(was->word, is->word) &&
	       str_equal(was->counts, is->counts) &&
	       was->numbers[0] == is->numbers[0] &&
	       was->numbers[1] == is->numbers[1];
}

/* A row of a page of which something changed; adds to the sums of both
   sides. */
static void
add_page(struct buf *out, const struct gate *g, const struct gate_pair *p,
	 struct side sums[2])
{
	struct side was = count_side(g->arena, &g->before, p->before);
	struct side is = count_side(g->arena, &g->now, p->now);
	bool known = p->before != NULL;

	for (int i = 0; i < 2; i++) {
		sums[0].numbers[i] += was.numbers[i];
		sums[1].numbers[i] += is.numbers[i];
	}
	if (known && is_side_same(&was, &is))
		return;
	buf_add(out, STR("| "));
	report_code(out, g->now.wiki->pages[p->now->page]->path);
	report_change(out, known, was.word, is.word);
	report_change(out, known, was.counts, is.counts);
	report_coverage(out, known, was.numbers, is.numbers);
}

/* The table of pages, their sum above it. */
static void
add_pages(struct buf *out, struct gate *g, const struct gate_pair *pairs,
	  size_t n)
{
	struct side sums[2] = { { .numbers = { 0 } }, { .numbers = { 0 } } };
	struct buf rows = { 0 }, all = { 0 };
	size_t seen = 0;

	for (size_t i = 0; i < n; i++) {
		seen += is_seen(&pairs[i]);
		if (is_seen(&pairs[i]))
			add_page(&rows, g, &pairs[i], sums);
	}
	buf_printf(&all, "| %zu page%s | |", seen, seen == 1 ? "" : "s");
	report_coverage(&all, true, sums[0].numbers, sums[1].numbers);
	buf_add(&all, buf_str(&rows));
	report_table(out, &tables[PAGES], buf_str(&all));
	buf_free(&rows);
	buf_free(&all);
}

/* --- the whole ------------------------------------------------------------ */

static void
add_head(struct buf *out, const struct gate *g)
{
	struct buf total = { 0 };

	gate_total(&total, g);
	buf_printf(out, "## kbc gate: %s\n\n",
		   g->failed > 0 ? "failed" : "passed");
	report_code(out, str_trim(buf_str(&total)));
	buf_add_byte(out, '\n');
	buf_free(&total);
}

void
gate_markdown(struct buf *out, struct gate *g, const struct gate_pair *pairs,
	      size_t n)
{
	const struct gate_finding **all = gate_sorted(g);
	struct buf parts[PAGES] = { { 0 } };

	for (size_t i = 0; i < g->n; i++)
		add_finding(&parts[all[i]->fails ? FAILS : LET], g->arena,
			    all[i]);
	for (size_t i = 0; i < n; i++)
		if (is_seen(&pairs[i]))
			add_changes(&parts[CHANGED], g, &pairs[i]);
	add_head(out, g);
	for (int i = FAILS; i < PAGES; i++) {
		if (parts[i].n > 0)
			report_table(out, &tables[i], buf_str(&parts[i]));
		buf_free(&parts[i]);
	}
	add_pages(out, g, pairs, n);
}
