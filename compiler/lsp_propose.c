/*
 * Numbers of a stretch that nothing checks -> markers for them: the one that
 * their words ask for, with the probes that it names, and those that would
 * confirm them, as `kbc suggest` has both.
 *
 * The idea: they are sought when they are asked for. What would confirm a
 * number is found in the page with questions behind its text, which stands in
 * for the page for that moment; what words ask for needs no value.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "edit.h"
#include "json.h"
#include "page.h"
#include "quantity.h"
#include "session.h"
#include "source.h"
#include "suggest.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */

/* --- what words ask for --------------------------------------------------- */

/* Whether text has the name, by itself. */
static bool
has_name(struct str text, struct str name)
{
	while (text.n > 0) {
		size_t n = str_name_length(text);

		if (n > 0 && str_equal(str_slice(text, 0, n), name))
			return true;
		text = str_skip(text, n > 0 ? n : 1);
	}
	return false;
}

/* Whether a marker names a new probe, or is of a table that has a row of it. */
static bool
speaks_of(const struct sure_marker *m, const struct sure_probe *p)
{
	struct str table = span_str(m->of);

	return has_name(m->text, p->name) ||
	       (p->as.n > 0 && str_find(table, p->as) < table.n);
}

/* The same, or of one that has it for its base. */
static bool
is_wanted(const struct sure *all, const struct sure_marker *m,
	  const struct sure_probe *p)
{
	for (size_t i = 0; i < all->nprobes; i++)
		if (str_equal(all->probes[i].base, p->name) &&
		    speaks_of(m, &all->probes[i]))
			return true;
	return speaks_of(m, p);
}

/* Of all only the new probes that a marker needs. */
static struct sure
only_probes(const struct sure *all, const struct sure_marker *m)
{
	struct sure some = *all;

	some.n = some.nprobes = 0;
	some.probes = arena_alloc(all->arena, (all->nprobes + 1) *
						      sizeof *some.probes);
	for (size_t k = 0; k < all->nprobes; k++)
		if (is_wanted(all, m, &all->probes[k]))
			some.probes[some.nprobes++] = all->probes[k];
	return some;
}

/* Bytes that both texts begin with, whole characters. */
static size_t
common_start(struct str a, struct str b)
{
	size_t n = 0;

	while (n < a.n && n < b.n && a.p[n] == b.p[n])
		n++;
	while (n > 0 && n < a.n && ((unsigned char)a.p[n] & 0xc0) == 0x80)
		n--;
	return n;
}

/* What changes between the page and the text, as one edit. */
static void
edit_between(struct arena *a, struct edits *out, const struct page *p,
	     struct str now)
{
	struct str was = p->source->text;
	size_t from = common_start(was, now), end = 0;

	while (end < was.n - from && end < now.n - from &&
	       was.p[was.n - 1 - end] == now.p[now.n - 1 - end])
		end++;
	while (end > 0 &&
	       ((unsigned char)was.p[was.n - end] & 0xc0) == 0x80)
		end--;
	edit_add(a, out, source_span(p->source, from, was.n - from - end),
		 str_slice(now, from, now.n - from - end));
}

/* A marker, and before it in the page the probes that it needs. */
static void
offer_words(struct offers *o, const struct sure *all,
	    const struct sure_marker *m)
{
	struct arena *a = o->l->request;
	struct sure probes = only_probes(all, m);
	struct str of = str_trim(span_str(m->of)), now;
	struct str marker = str_trim(m->text);
	bool table = str_find_byte(of, '\n') < of.n;
	struct edits edits = { 0 };

	if (!suggest_apply(&now, &probes))
		return;
	if (probes.nprobes > 0)
		edit_between(a, &edits, o->page, now);
	edit_add(a, &edits, source_span(o->page->source, m->at, 0), m->text);
	offers_add(o, "quickfix", arena_printf(a, "Check " STR_FMT
		" by its words%s" STR_FMT, STR_ARG(table ? STR("the table") :
		of), table ? "" : ", ", STR_ARG(table ? STR("") : marker)),
		&edits);
}

static void
offer_sure(struct offers *o)
{
	struct sure all;

	suggest_sure(&all, o->l->request, o->page, o->d->verdicts.claims);
	for (size_t i = 0; i < all.n; i++)
		if (offers_touch(o, all.items[i].of))
			offer_words(o, &all, &all.items[i]);
}

/* --- what would confirm --------------------------------------------------- */

/* The overlay with the page's questions behind its text. */
static struct texts
ask(const struct offers *o)
{
	const struct desk *desk = o->d->desk;
	const struct page *p = o->page;
	struct arena *a = o->l->request;
	struct texts all = desk->texts;
	struct buf text = { 0 };

	buf_add(&text, p->source->text);
	suggest_ask(&text, &desk->view, p);
	all.items = arena_alloc(a, (all.n + 1) * sizeof *all.items);
	for (size_t i = 0; i < all.n; i++)
		all.items[i] = str_equal(all.paths[i], p->path) ?
			arena_copy(a, buf_str(&text)) : desk->texts.items[i];
	buf_free(&text);
	return all;
}

static void
offer_marker(struct offers *o, struct span at, struct str proposal)
{
	struct arena *a = o->l->request;
	struct str number = span_str(at);
	struct str marker = str_skip(proposal, str_find(proposal,
							STR("<!--")));
	struct edits edits = { 0 };

	while (number.n > 0 && byte_is_blank(number.p[number.n - 1]))
		number.n--;
	edit_add(a, &edits, span_slice(at, number.n, 0), marker);
	offers_add(o, "quickfix", arena_printf(a,
		"Check " STR_FMT " by " STR_FMT,
		STR_ARG(str_trim(number)), STR_ARG(marker)), &edits);
}

/* A number with what would confirm it. */
struct proposed {
	struct span at;      /* in the page itself */
	struct str markers[SUGGEST_MAX];
	size_t n;
};

/* For numbers of the stretch, in the page with its questions, which is there;
   their count. */
static size_t
propose(const struct offers *o, struct proposed *out,
	const struct page_verdicts *v, const struct world *w)
{
	size_t asked = o->d->lines.text.n, n = 0;

	for (size_t i = 0; i < v->claims->nunbound; i++) {
		const struct quantity *q = &v->claims->unbound[i];

		if (q->at.at >= asked || !offers_touch(o, q->at) ||
		    n == OFFERS_MAX)
			continue;
		out[n].at = source_span(o->page->source, q->at.at, q->at.n);
		out[n].n = suggest_find(o->l->request, out[n].markers, w, v,
					q, asked);
		/* what they are made of goes with the page */
		for (size_t k = 0; k < out[n].n; k++)
			out[n].markers[k] = arena_copy(o->l->request,
						       out[n].markers[k]);
		n++;
	}
	return n;
}

static bool
has_unbound(const struct offers *o)
{
	const struct claims *all = o->d->verdicts.claims;

	for (size_t i = 0; i < all->nunbound; i++)
		if (offers_touch(o, all->unbound[i].at))
			return true;
	return false;
}

static void
offer_guesses(struct offers *o)
{
	struct arena *a = o->l->request;
	struct desk *desk = o->d->desk;
	struct page **there = &desk->view.pages[o->d->page], *own = *there;
	struct proposed *all;
	struct page_verdicts v;
	const struct world *w;
	struct texts asked;
	size_t n;

	all = arena_alloc(a, OFFERS_MAX * sizeof *all);
	asked = ask(o);
	desk->view.instead = &asked;
	*there = NULL;
	wiki_page(&desk->view, o->d->page);
	w = session_turn(a, &v, &desk->session, &desk->view, o->d->page,
			 &desk->known);
	n = propose(o, all, &v, w);
	desk->view.instead = &desk->texts;
	wiki_release(&desk->view, o->d->page);
	*there = own;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < all[i].n; k++)
			offer_marker(o, all[i].at, all[i].markers[k]);
}

void
offers_propose(struct offers *o)
{
	if (!page_is_good(o->page))
		return;
	offer_sure(o);
	if (has_unbound(o))
		offer_guesses(o);
}
