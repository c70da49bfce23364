/*
 * kbc suggest: numbers of pages that nothing checks, each with the markers
 * that would confirm it by arithmetic, documents or the ledger.
 *
 * The idea: the pages are judged with questions behind their text, in memory;
 * nothing is built, measured or written.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "cmd.h"
#include "diag.h"
#include "page.h"
#include "quantity.h"
#include "session.h"
#include "source.h"
#include "suggest.h"
#include "wiki.h"
#include "writeback.h"

#include <stdio.h>

struct found {
	size_t numbers, proposed;
};

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

		if (!s->selected[i] || !p || !page_is_good(p))
			continue;
		buf_add(&text, p->source->text);
		suggest_ask(&text, s->wiki, p);
		out->paths[out->n] = p->path;
		out->items[out->n++] = arena_copy(s->arena, buf_str(&text));
		buf_clear(&text);
	}
	buf_free(&text);
}

static void
tell_number(struct buf *out, struct session *now,
	    const struct page_verdicts *v, const struct quantity *q,
	    struct found *found, size_t asked)
{
	const struct page *p = now->wiki->pages[v->page];
	struct arena *a = arena_make();
	struct str all[SUGGEST_MAX];
	size_t n = suggest_find(a, all, now->world, v, q, asked);
	uint32_t line, column;

	source_place(p->source, q->at.at, &line, &column);
	diag_emit_text(out, p->path);
	buf_printf(out, ":%u:%u: ", line, column);
	diag_emit_text(out, str_trim(span_str(q->at)));
	buf_add(out, n > 0 ? STR("\n") : STR(": nothing known fits\n"));
	for (size_t i = 0; i < n; i++) {
		buf_add(out, STR("    "));
		diag_emit_text(out, all[i]);
		buf_add_byte(out, '\n');
	}
	found->numbers++;
	found->proposed += n > 0;
	arena_free(a);
}

static void
tell_page(struct buf *out, struct session *now, const struct page_verdicts *v,
	  size_t asked, struct found *found)
{
	for (size_t i = 0; i < v->claims->nunbound; i++)
		if (v->claims->unbound[i].at.at < asked)
			tell_number(out, now, v, &v->claims->unbound[i],
				    found, asked);
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
	struct found found = { 0 };
	struct buf out = { 0 };

	for (size_t i = 0; i < now->nselected; i++)
		tell_page(&out, now, &now->verdicts[i],
			  own_length(s, now->verdicts[i].page), &found);
	buf_printf(&out, "%zu number%s without a check, %zu with a proposal\n",
		   found.numbers, found.numbers == 1 ? "" : "s",
		   found.proposed);
	fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
}

int
cmd_suggest(struct session *s)
{
	struct session now = session_beside(s);
	struct texts texts = { 0 };

	if (!session_read(s) || !session_claims(s))
		return cmd_finish(s);
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
