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
#include "session.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#include <stdio.h>

/* A number rests on no more than 64 others in a row, or it is an error. */
#define ROUNDS_MAX 128

/* A page that is rewritten. */
struct draft {
	struct str was;         /* as it is */
	size_t *ranks;          /* of claims whose number was rewritten, each
				   once, however often that was */
	bool spoilt;            /* it would have errors, and stays as it is */
	size_t n, cap;
};

/* Pages as they would be: items[i] is of texts.items[i]. */
struct drafts {
	struct arena *arena;
	struct texts texts;
	struct draft *items;
	size_t cappaths, captexts, cap;
	size_t edits;           /* of the round */
	size_t left;            /* numbers that stay though they do not hold */
	size_t others;          /* claims that do not hold and are no numbers */
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

/* Says which numbers stay, and why. */
static void
say_left(struct drafts *d, const struct fresh *f)
{
	uint32_t line, column;

	if (f->digits.n > 0)
		return;
	source_place(f->claim->at.source, f->claim->at.at, &line, &column);
	buf_printf(&d->lines, STR_FMT ":%u:%u: '" STR_FMT "' stays: %s, and "
		   STR_FMT " was found  [" STR_FMT "]\n",
		   STR_ARG(f->claim->page->path), line, column,
		   STR_ARG(f->verdict->says),
		   f->why ? f->why : "its digits cannot say it",
		   STR_ARG(verdict_is(d->arena, f->claim, f->verdict)),
		   STR_ARG(claim_id(f->claim)));
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

/* The draft of a page that does not hold as one is dropped. */
static void
spoil(struct drafts *d, const struct page *p)
{
	for (size_t i = 0; i < d->texts.n; i++)
		if (str_equal(d->texts.paths[i], p->path))
			d->items[i].spoilt = true;
}

static bool
redraft(struct session *s, struct drafts *d, const struct page_verdicts *v,
	enum refresh what)
{
	const struct page *p = s->wiki->pages[v->page];
	struct edits edits;
	struct edit_owned owned = { NULL, 0, &edits };
	struct fresh *all;
	size_t n = refresh_page(p->arena, &all, v, what), at;
	struct str now;

	if (!page_is_good(p)) {
		spoil(d, p);
		buf_printf(&d->lines, STR_FMT ": has errors, stays as it is\n",
			   STR_ARG(p->path));
		return true;
	}
	if (what == REFRESH_REFUTED)
		d->others += count_others(v);
	refresh_edits(p->arena, &edits, all, n);
	for (size_t i = 0; i < n; i++)
		say_left(d, &all[i]);
	if (edits.n == 0)
		return true;
	now = edit_apply(p->arena, p, &edits);
	if (!edit_verify(p->arena, p, now, &owned, s->diag))
		return false;
	at = draft_of(d, p);
	d->texts.items[at] = arena_copy(d->arena, now);
	for (size_t i = 0; i < n; i++)
		if (all[i].digits.n > 0)
			count_claim(d->arena, &d->items[at], all[i].claim);
	d->edits += edits.n;
	return true;
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
	       session_ledger(&now);
	d->edits = d->left = d->others = 0;
	buf_free(&d->lines);
	if (good)
		session_judge(&now);
	for (size_t i = 0; good && i < now.nselected; i++)
		good = redraft(&now, d, &now.verdicts[i], what);
	if (!good || d->edits == 0)
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
	size_t n = d->items[i].n;
	const char *verb = "would be";
	struct buf out = { 0 };

	if (!s->given.check && !s->given.write)
		edit_diff(&out, path, was, now);
	if (s->given.write) {
		if (!file_replace(path, now, was, s->diag))
			return false;
		verb = n == 1 ? "was" : "were";
	}
	buf_printf(&out, STR_FMT ": %zu number%s %s rewritten\n",
		   STR_ARG(path), n, n == 1 ? "" : "s", verb);
	fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
	return true;
}

bool
session_refresh(struct session *s, bool tables, size_t *changed, size_t *left)
{
	enum refresh what = tables ? REFRESH_TABLES : REFRESH_REFUTED;
	struct drafts d = { .arena = s->arena };
	bool good = true;
	int rounds = 0;

	do {
		good = go_round(s, &d, what);
	} while (good && d.edits > 0 && ++rounds < ROUNDS_MAX);
	if (good && d.edits > 0)
		bug("numbers that are rewritten do not settle");
	for (size_t i = 0; good && i < d.texts.n; i++)
		good = d.items[i].spoilt || finish_draft(s, &d, i);
	if (d.others > 0)
		buf_printf(&d.lines, "%zu claim%s not hold and %s no number: "
			   "see kbc verify\n", d.others,
			   d.others == 1 ? " does" : "s do",
			   d.others == 1 ? "is" : "are");
	if (d.lines.n > 0)
		fwrite(d.lines.p, 1, d.lines.n, stdout);
	buf_free(&d.lines);
	*changed = d.texts.n;
	*left = d.left + d.others;
	return good;
}
