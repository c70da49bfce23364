/*
 * kbc suggest: numbers of pages that nothing checks, each with the marker that
 * its words ask for, else with those that would confirm it by arithmetic,
 * documents or the ledger. With --write the former are put into the pages.
 *
 * The idea: the pages are judged with questions behind their text, in memory;
 * nothing is built or measured. What would confirm a number is a guess, for
 * people; what is written follows from words alone, and only where the pages
 * can be read again with all of it.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "cmd.h"
#include "diag.h"
#include "file.h"
#include "page.h"
#include "quantity.h"
#include "report.h"
#include "session.h"
#include "source.h"
#include "suggest.h"
#include "wiki.h"
#include "writeback.h"

struct found {
	size_t numbers, proposed, sure;
};

/* The markers that the words of each selected page ask for, by page. */
static struct sure *
find_sure(struct session *s)
{
	struct sure *all = arena_alloc(s->arena, (s->wiki->npages + 1) *
							 sizeof *all);

	for (size_t i = 0; i < s->wiki->npages; i++)
		if (s->selected[i] && s->wiki->pages[i] &&
		    !s->wiki->pages[i]->record &&
		    page_is_good(s->wiki->pages[i]))
			suggest_sure(&all[i], s->arena, s->wiki->pages[i],
				     s->claims[i]);
	return all;
}

/* --- writing -------------------------------------------------------------- */

/* Says of a page what a marker of it would have said; false if one would. */
static bool
check_page(const struct session *now, size_t i, struct diag *d)
{
	const struct page *p = now->wiki->pages[i];
	bool good = p && page_is_good(p);

	if (p && !good)
		diag_join(d, p->diag);
	return good;
}

/* Whether all that would be written can be read again. */
static bool
check_texts(struct session *s, const struct texts *texts)
{
	struct session now = session_beside(s);
	bool good;

	now.instead = texts;
	good = session_read(&now) && session_claims(&now);
	if (!good)
		diag_join(s->diag, now.diag);
	for (size_t i = 0; good && i < now.wiki->npages; i++)
		if (now.selected[i] && page_is_good(s->wiki->pages[i]))
			good = check_page(&now, i, s->diag);
	session_close(&now);
	return good;
}

/* The probes of a page, else the start of its front matter. */
static struct span
front_of(const struct page *p)
{
	return p->nprobes > 0 ? p->probes[0].at :
		source_span(p->source, p->front_at.at, 0);
}

static void
tell_written(struct str path, const struct sure *s)
{
	struct buf out = { 0 };

	diag_emit_text(&out, path);
	buf_printf(&out, ": %zu marker%s, %zu probe%s\n", s->n,
		   s->n == 1 ? "" : "s", s->nprobes,
		   s->nprobes == 1 ? "" : "s");
	report_print(REPORT_TEXT, &out);
	buf_free(&out);
}

/* Puts the markers into the pages, all of them or none. */
static void
write_pages(struct session *s)
{
	const struct sure *all = find_sure(s);
	size_t n = s->wiki->npages;
	struct texts texts = {
		.paths = arena_alloc(s->arena, (n + 1) * sizeof *texts.paths),
		.items = arena_alloc(s->arena, (n + 1) * sizeof *texts.items),
	};
	size_t *of = arena_alloc(s->arena, (n + 1) * sizeof *of);

	for (size_t i = 0; i < n; i++) {
		if (all[i].n == 0)
			continue;
		if (!suggest_apply(&texts.items[texts.n], &all[i])) {
			diag_error(s->diag, front_of(s->wiki->pages[i]),
				   "the page gets no markers: write its probes "
				   "on lines of their own");
			continue;
		}
		of[texts.n] = i;
		texts.paths[texts.n++] = s->wiki->pages[i]->path;
	}
	if (!check_texts(s, &texts))
		return;
	if (texts.n == 0 && !diag_failed(s->diag))
		printf("nothing to write: no number has a marker that is "
		       "sure\n");
	for (size_t k = 0; k < texts.n; k++)
		if (file_replace(texts.paths[k], texts.items[k],
				 s->wiki->pages[of[k]]->source->text, s->diag))
			tell_written(texts.paths[k], &all[of[k]]);
}

/* --- telling -------------------------------------------------------------- */

/* The texts of the selected pages with questions behind them. */
static void
ask_pages(struct session *s, struct texts *out)
{
	size_t n = s->wiki->npages;
	struct buf text = { 0 };

	out->paths = arena_alloc(s->arena, (n + 1) * sizeof *out->paths);
	out->items = arena_alloc(s->arena, (n + 1) * sizeof *out->items);
	for (size_t i = 0; i < n; i++) {
		const struct page *p = s->wiki->pages[i];

		if (!s->selected[i] || !p || p->record || !page_is_good(p))
			continue;
		buf_add(&text, p->source->text);
		suggest_ask(&text, s->wiki, p);
		out->paths[out->n] = p->path;
		out->items[out->n++] = arena_copy(s->arena, buf_str(&text));
		buf_clear(&text);
	}
	buf_free(&text);
}

/* A page on its way to be told. */
struct page_told {
	struct buf *out;
	struct session *now;
	const struct page_verdicts *verdicts;
	const struct sure *sure;
	size_t asked;            /* where its own text ends */
	struct found *found;
};

/* The marker that --write would put behind a number, or over its table. */
static const struct sure_marker *
find_marker(const struct sure *s, const struct quantity *q)
{
	for (size_t i = 0; i < s->n; i++)
		if (q->at.at >= s->items[i].of.at &&
		    q->at.at < s->items[i].of.at + s->items[i].of.n)
			return &s->items[i];
	return NULL;
}

static void
tell_lines(struct buf *out, const struct str *all, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		buf_add(out, STR("    "));
		diag_emit_text(out, all[i]);
		buf_add_byte(out, '\n');
	}
}

/* What fits a number, or what its words ask for, which then is all. */
static void
tell_number(const struct page_told *t, const struct quantity *q)
{
	const struct page *p = t->now->wiki->pages[t->verdicts->page];
	const struct sure_marker *m = find_marker(t->sure, q);
	struct arena *a = arena_make();
	struct str all[SUGGEST_MAX], own = str_trim(span_str(q->at));
	size_t n = m ? 1 : suggest_find(a, all, t->now->world, t->verdicts, q,
					t->asked);
	uint32_t line, column;

	if (m)
		all[0] = m->of.at != q->at.at ?
			STR("a marker over its table, by --write") :
			arena_printf(a, STR_FMT STR_FMT ", by --write",
				     STR_ARG(own), STR_ARG(m->text));
	source_place(p->source, q->at.at, &line, &column);
	diag_emit_text(t->out, p->path);
	buf_printf(t->out, ":%u:%u: ", line, column);
	diag_emit_text(t->out, own);
	buf_add(t->out, n > 0 ? STR("\n") : STR(": nothing known fits\n"));
	tell_lines(t->out, all, n);
	t->found->numbers++;
	t->found->proposed += n > 0;
	t->found->sure += m != NULL;
	arena_free(a);
}

static void
tell_page(const struct page_told *t)
{
	const struct claims *c = t->verdicts->claims;

	for (size_t i = 0; i < c->nunbound; i++)
		if (c->unbound[i].at.at < t->asked)
			tell_number(t, &c->unbound[i]);
}

/* The length of a page's own text. */
static size_t
own_length(const struct session *s, size_t page)
{
	const struct page *p = s->wiki->pages[page];

	return p && page_is_good(p) ? p->source->text.n : 0;
}

static void
tell_all(struct session *s, struct session *now)
{
	const struct sure *all = find_sure(s);
	struct found found = { 0 };
	struct buf out = { 0 };

	for (size_t i = 0; i < now->nselected; i++) {
		size_t page = now->verdicts[i].page;

		tell_page(&(struct page_told){ &out, now, &now->verdicts[i],
			&all[page], own_length(s, page), &found });
	}
	buf_printf(&out, "%zu number%s without a check, %zu with a proposal, "
		   "%zu of them for --write\n", found.numbers,
		   found.numbers == 1 ? "" : "s", found.proposed, found.sure);
	report_print(REPORT_TEXT, &out);
	buf_free(&out);
}

int
cmd_suggest(struct session *s)
{
	struct session now = session_beside(s);
	struct texts texts = { 0 };

	if (!session_read(s) || !session_claims(s))
		return cmd_finish(s);
	if (s->given.write) {
		write_pages(s);
		return cmd_finish(s);
	}
	ask_pages(s, &texts);
	now.instead = &texts;
	if (session_read(&now) && session_claims(&now) &&
	    session_make(&now, false) && session_ledger(&now)) {
		session_judge(&now);
		tell_all(s, &now);
	} else {
		session_say(&now);
		s->nunable++;
	}
	session_close(&now);
	return cmd_finish(s);
}
