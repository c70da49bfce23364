/*
 * Numbers of pages rewritten to what was found, in rounds.
 *
 * The idea: a number may follow from others that are rewritten (`col("Rows")`,
 * a ratio, a named value), so the corridor is gone through again over the
 * pages as they would be, in memory, until a round rewrites nothing. Only then
 * is anything written, and each page at once.
 *
 * What the front matter says of the page is left to verify.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "edit.h"
#include "file.h"
#include "page.h"
#include "refresh.h"
#include "report.h"
#include "session.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"


/* A number rests on no more than 64 others in a row, or it is an error. */
#define ROUNDS_MAX 128

/* A page that is rewritten. */
struct draft {
	struct str was;         /* as it is */
	size_t *ranks;          /* of claims whose number was rewritten, each
				   once, however often that was */
	size_t n, cap;          /* of ranks */
	size_t ncolumns;        /* that its tables have got */
	bool spoilt;            /* it would have errors, and stays as it is */
};

/* Pages as they would be: items[i] is of texts.items[i]. */
struct drafts {
	struct arena *arena;
	struct texts texts;
	struct draft *items;
	size_t cappaths, captexts, cap;
	bool last;              /* no round follows */
	size_t edits;           /* of the round */
	size_t left;            /* numbers that stay though they do not hold */
	size_t others;          /* claims that do not hold and are no numbers */
	size_t blank;           /* cells that nothing is found for */
	size_t pages;           /* that were looked at */
	struct buf lines;       /* that say so */
};

/* The draft of a page, which is made of it where there is none. */
static size_t
draft_of(struct drafts *d, const struct page *p)
{
	struct texts *t = &d->texts;
	struct arena *a = d->arena;

	for (size_t i = 0; i < t->n; i++)
		if (str_equal(t->paths[i], p->path))
			return i;
	t->paths = arena_grow(a, t->paths, t->n, &d->cappaths,
			      sizeof *t->paths);
	t->items = arena_grow(a, t->items, t->n, &d->captexts,
			      sizeof *t->items);
	d->items = arena_grow(a, d->items, t->n, &d->cap, sizeof *d->items);
	t->paths[t->n] = arena_copy(a, p->path);
	d->items[t->n] = (struct draft){
		.was = arena_copy(a, p->source->text) };
	return t->n++;
}

static void
count_claim(struct arena *a, struct draft *d, const struct claim *c)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->ranks[i] == c->rank)
			return;
	d->ranks = arena_grow(a, d->ranks, d->n, &d->cap, sizeof *d->ranks);
	d->ranks[d->n++] = c->rank;
}

/* `a.md:6:10: 'at least 5' ` */
static void
add_place(struct drafts *d, const struct fresh *f)
{
	const struct claim *c = f->claim;
	uint32_t line, column;

	source_place(c->at.source, c->at.at, &line, &column);
	diag_emit_text(&d->lines, c->page->path);
	buf_printf(&d->lines, ":%u:%u: '", line, column);
	diag_emit_text(&d->lines, f->verdict->says);
	buf_add(&d->lines, STR("' "));
}

/* What was found in a number's place; of an equation what its left side is. */
static struct str
found_text(struct arena *a, const struct fresh *f)
{
	if (f->claim->kind == CLAIM_EQUATION)
		return f->verdict->reason;
	return arena_printf(a, "found: " STR_FMT, STR_ARG(
			    verdict_is(a, f->claim, f->verdict)));
}

/* Says which numbers stay, and why; behind the last round also which would go
   on to change. */
static void
say_left(struct drafts *d, const struct fresh *f)
{
	struct str found = found_text(d->arena, f);

	if (f->digits.n > 0 && !d->last)
		return;
	add_place(d, f);
	if (f->digits.n > 0)
		buf_printf(&d->lines, "would be '" STR_FMT "' next",
			   STR_ARG(str_trim(f->digits)));
	else
		buf_printf(&d->lines, "stays: %s; ", f->why ? f->why :
			   "its digits cannot say it");
	diag_emit_text(&d->lines, f->digits.n > 0 ? STR("") : found);
	buf_add(&d->lines, STR("  ["));
	diag_emit_text(&d->lines, claim_id(f->claim));
	buf_add(&d->lines, STR("]\n"));
	d->left++;
}

/* Claims that no number can mend: tests, fences, names. */
static size_t
count_others(const struct page_verdicts *v)
{
	size_t n = 0;

	for (size_t i = 0; i < v->claims->n; i++) {
		const struct claim *c = &v->claims->items[i];

		n += v->verdicts[i].status == STATUS_ERROR ||
		     (v->verdicts[i].status == STATUS_REFUTED &&
		      !c->quantity && c->kind != CLAIM_EQUATION);
	}
	return n;
}

/* Blank cells of ruled columns that nothing is found for. */
static size_t
count_blank(const struct page_verdicts *v)
{
	size_t n = 0;

	for (size_t i = 0; i < v->claims->n; i++)
		n += refresh_is_blank(&v->claims->items[i]) &&
		     !v->verdicts[i].answer;
	return n;
}

/* The draft of a page that does not hold as one is dropped. */
static void
spoil(struct drafts *d, const struct page *p)
{
	for (size_t i = 0; i < d->texts.n; i++)
		if (str_equal(d->texts.paths[i], p->path))
			d->items[i].spoilt = true;
}

/* The page with the edits, as its draft; NULL when it would not hold the same
   claims. */
static struct draft *
apply(struct session *s, struct drafts *d, const struct page *p,
      const struct edits *edits)
{
	struct edit_owned owned = { NULL, 0, edits };
	struct str now = edit_apply(p->arena, p, edits);
	size_t at;

	if (!edit_verify(p->arena, p, now, &owned, s->diag))
		return NULL;
	at = draft_of(d, p);
	d->texts.items[at] = arena_copy(d->arena, now);
	d->edits += edits->n;
	return &d->items[at];
}

/* Columns come first: their cells are filled in the next round. */
static bool
redraft_columns(struct session *s, struct drafts *d,
		const struct page_verdicts *v, bool *added)
{
	const struct page *p = s->wiki->pages[v->page];
	struct edits edits;
	size_t n = refresh_devices(p->arena, &edits, s->wiki, s->ledger, v);
	struct draft *draft;

	*added = edits.n > 0;
	if (edits.n == 0)
		return true;
	draft = apply(s, d, p, &edits);
	if (draft)
		draft->ncolumns += n;
	return draft != NULL;
}

static bool
redraft_numbers(struct session *s, struct drafts *d,
		const struct page_verdicts *v, enum refresh what)
{
	const struct page *p = s->wiki->pages[v->page];
	struct edits edits;
	struct draft *draft;
	struct fresh *all;
	size_t n = refresh_page(p->arena, &all, v, what);

	refresh_edits(p->arena, &edits, all, n);
	for (size_t i = 0; i < n; i++)
		say_left(d, &all[i]);
	if (edits.n == 0)
		return true;
	draft = apply(s, d, p, &edits);
	for (size_t i = 0; draft && i < n; i++)
		if (all[i].digits.n > 0)
			count_claim(d->arena, draft, all[i].claim);
	return draft != NULL;
}

static bool
redraft(struct session *s, struct drafts *d, const struct page_verdicts *v,
	enum refresh what)
{
	const struct page *p = s->wiki->pages[v->page];
	bool added = false;

	if (p->record) /* nothing is written there */
		return true;
	d->pages++;
	if (!page_is_good(p)) {
		spoil(d, p);
		diag_emit_text(&d->lines, p->path);
		buf_add(&d->lines, STR(": has errors, stays as it is\n"));
		return true;
	}
	if (what == REFRESH_REFUTED)
		d->others += count_others(v);
	else if (!redraft_columns(s, d, v, &added))
		return false;
	d->blank += what == REFRESH_TABLES ? count_blank(v) : 0;
	return added || redraft_numbers(s, d, v, what);
}

/* What the last round has to say of pages and of the machine. */
static void
tell_last(struct session *s, const struct session *last)
{
	session_say(last);
	for (size_t i = 0; last->selected && i < last->wiki->npages; i++) {
		if (!last->selected[i] || !last->wiki->pages[i])
			continue;
		s->nfailed += !page_is_good(last->wiki->pages[i]);
		s->nunable += session_page_unable(last->wiki, i);
	}
	s->nunable += last->diag->count[DIAG_FAIL] > 0;
	s->nfailed += last->diag->count[DIAG_ERROR] > 0;
}

/* One round over the drafts. */
static bool
go_round(struct session *s, struct drafts *d, enum refresh what)
{
	struct session now = session_beside(s);
	bool good;

	now.instead = &d->texts;
	good = session_read_alone(&now) && session_claims(&now) &&
	       session_make(&now, true) && session_emulate(&now) &&
	       session_ledger(&now) && !session_unread(&now);
	d->edits = d->left = d->others = d->blank = d->pages = 0;
	buf_free(&d->lines);
	if (good)
		session_judge(&now);
	for (size_t i = 0; good && i < now.nselected; i++)
		good = redraft(&now, d, &now.verdicts[i], what);
	if (!good || d->edits == 0 || d->last)
		tell_last(s, &now);
	session_close(&now);
	return good;
}

/* Writes a page, or shows what would be written. */
static bool
finish_draft(struct session *s, const struct drafts *d, size_t i)
{
	struct str path = d->texts.paths[i], now = d->texts.items[i];
	struct str was = d->items[i].was;
	size_t n = d->items[i].n, columns = d->items[i].ncolumns;
	const char *verb = "would be";
	struct buf out = { 0 };

	if (!s->given.check && !s->given.write)
		edit_diff(&out, path, was, now);
	if (s->given.write) {
		if (!file_replace(path, now, was, s->diag))
			return false;
		verb = n == 1 ? "was" : "were";
	}
	diag_emit_text(&out, path);
	buf_printf(&out, ": %zu number%s %s rewritten", n,
		   n == 1 ? "" : "s", verb);
	if (columns > 0)
		buf_printf(&out, ", %zu column%s added or named", columns,
			   columns == 1 ? "" : "s");
	buf_add_byte(&out, '\n');
	report_print(REPORT_TEXT, &out);
	buf_free(&out);
	return true;
}

/* What stays, and that there was nothing to do: a command that says nothing
   may not have looked. */
static void
tell_rest(struct drafts *d, enum refresh what)
{
	if (d->others > 0)
		buf_printf(&d->lines, "%zu claim%s not hold and %s no number: "
			   "see kbc verify\n", d->others,
			   d->others == 1 ? " does" : "s do",
			   d->others == 1 ? "is" : "are");
	if (d->blank > 0)
		buf_printf(&d->lines, "%zu cell%s blank, kbc verify says "
			   "why\n", d->blank,
			   d->blank == 1 ? " stays" : "s stay");
	if (d->texts.n == 0 && d->lines.n == 0)
		buf_printf(&d->lines, "%zu page%s: nothing to rewrite%s\n",
			   d->pages, d->pages == 1 ? "" : "s",
			   what == REFRESH_TABLES ? " in tables" : "");
	report_print(REPORT_TEXT, &d->lines);
	buf_free(&d->lines);
}

/* Numbers that follow from each other in a circle, which only those who wrote
   the rules can break: nothing is written. */
static void
refuse_chase(struct session *s, const struct drafts *d)
{
	diag_error(s->diag, (struct span){ 0 }, "%zu number%s not come to rest "
		   "in %d rounds, as each new one asks for another: nothing "
		   "is written", d->left, d->left == 1 ? " does" : "s do",
		   ROUNDS_MAX);
}

bool
session_refresh(struct session *s, bool tables, size_t *changed, size_t *left)
{
	enum refresh what = tables ? REFRESH_TABLES : REFRESH_REFUTED;
	struct drafts d = { .arena = s->arena };
	bool good = true, settled;
	int rounds = 0;

	do {
		d.last = ++rounds == ROUNDS_MAX;
		good = go_round(s, &d, what);
	} while (good && d.edits > 0 && !d.last);
	settled = d.edits == 0;
	for (size_t i = 0; good && settled && i < d.texts.n; i++)
		good = d.items[i].spoilt || finish_draft(s, &d, i);
	if (good && !settled)
		refuse_chase(s, &d);
	if (good)
		tell_rest(&d, what);
	buf_free(&d.lines);
	*changed = settled ? d.texts.n : 0;
	*left = d.left + d.others;
	return good;
}
