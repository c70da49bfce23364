/*
 * A stretch of a page -> what could be put into it: for a refuted number what
 * was found, as `kbc fix` would write it; for a blank cell of a marked table
 * its value; for a number that nothing checks the markers that would confirm
 * it, as `kbc suggest` names them.
 *
 * The idea: whatever is offered is an edit of the text on the screen. What
 * rewrites a number is offered only if the page holds the same claims
 * afterwards. Proposals are sought when they are asked for, in the page with
 * questions behind its text, which stands in for the page for that moment.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "edit.h"
#include "json.h"
#include "page.h"
#include "quantity.h"
#include "refresh.h"
#include "report_entry.h"
#include "session.h"
#include "source.h"
#include "suggest.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */

/* Actions for one stretch; nobody reads more. */
#define ACTIONS_MAX 50

struct offers {
	struct lsp *l;
	struct document *d;
	const struct page *page; /* the document's own */
	size_t from, to;
	json_t *items;
};

static bool
touches(const struct offers *o, struct span s)
{
	return s.source && s.at <= o->to && o->from <= (size_t)s.at + s.n;
}

/* --- edits ---------------------------------------------------------------- */

static json_t *
edits_json(const struct offers *o, const struct edits *edits)
{
	json_t *list = json_array();

	for (size_t i = 0; i < edits->n; i++) {
		const struct edit *e = &edits->items[i];
		json_t *one = json_pack("{s:o}", "range",
					lines_json(&o->d->lines, e->at.at,
						   e->at.n));

		json_set(one, "newText", e->text);
		json_array_append_new(list, one);
	}
	return list;
}

static void
offer(struct offers *o, const char *kind, struct str title,
      const struct edits *edits)
{
	json_t *action, *changes = json_object();
	struct arena *a = o->l->request;

	if (json_array_size(o->items) >= ACTIONS_MAX) {
		json_decref(changes);
		return;
	}
	action = json_pack("{s:o, s:s}", "title",
			   json_text(report_plain(a, title)), "kind", kind);
	json_object_set_new(changes, arena_text(a, o->d->uri),
			    edits_json(o, edits));
	json_object_set_new(action, "edit", json_pack("{s:o}", "changes",
						      changes));
	json_array_append_new(o->items, action);
}

/* Whether the page holds the same claims with the edits. */
static bool
is_sound(const struct offers *o, const struct edits *edits)
{
	struct arena *a = arena_make();
	const struct edit_owned owned = { NULL, 0, edits };
	const struct page *p = o->page;
	bool sound = edit_verify(a, p, edit_apply(a, p, edits), &owned,
				 diag_make(a));

	arena_free(a);
	return sound;
}

/* --- what was found ------------------------------------------------------- */

static void
offer_number(struct offers *o, const struct fresh *f)
{
	struct arena *a = o->l->request;
	struct edits edits = { 0 };
	struct str was = str_trim(span_str(f->at));
	struct str is = verdict_is(a, f->claim, f->verdict);

	edit_add(a, &edits, f->at, f->digits);
	if (!is_sound(o, &edits))
		return;
	offer(o, "quickfix", arena_printf(a, "%s" STR_FMT "%s" STR_FMT "%s"
		STR_FMT, was.n > 0 ? "Rewrite " : "Fill in",
		STR_ARG(was), was.n > 0 ? " to " : " ",
		STR_ARG(str_trim(f->digits)), is.n > 0 ? ", found: " : "",
		STR_ARG(is)), &edits);
}

static void
offer_found(struct offers *o, enum refresh what)
{
	struct fresh *all;
	size_t n = refresh_page(o->l->request, &all, &o->d->verdicts, what);

	for (size_t i = 0; i < n; i++) {
		bool blank = refresh_is_blank(all[i].claim);

		if (all[i].digits.n > 0 && blank == (what == REFRESH_TABLES) &&
		    (touches(o, all[i].at) || touches(o, all[i].claim->at) ||
		     (!blank && all[i].claim->marker_at.n > 0 &&
		      touches(o, all[i].claim->marker_at))))
			offer_number(o, &all[i]);
	}
}

/* All refuted numbers of the page at once. */
static void
offer_all(struct offers *o)
{
	struct arena *a = o->l->request;
	struct edits edits;
	struct fresh *all;
	size_t n = refresh_page(a, &all, &o->d->verdicts, REFRESH_REFUTED);

	refresh_edits(a, &edits, all, n);
	if (edits.n > 0 && is_sound(o, &edits))
		offer(o, "source.fixAll", arena_printf(a, "Rewrite %zu refuted "
			"number%s of the page to what was found", edits.n,
			edits.n == 1 ? "" : "s"), &edits);
}

/* --- proposals ------------------------------------------------------------ */

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
	offer(o, "quickfix", arena_printf(a, "Check " STR_FMT " by " STR_FMT,
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

		if (q->at.at >= asked || !touches(o, q->at) ||
		    n == ACTIONS_MAX)
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
		if (touches(o, all->unbound[i].at))
			return true;
	return false;
}

static void
offer_markers(struct offers *o)
{
	struct arena *a = o->l->request;
	struct desk *desk = o->d->desk;
	struct page **there = &desk->view.pages[o->d->page], *own = *there;
	struct proposed *all;
	struct page_verdicts v;
	const struct world *w;
	struct texts asked;
	size_t n;

	if (!has_unbound(o) || !page_is_good(own))
		return;
	all = arena_alloc(a, ACTIONS_MAX * sizeof *all);
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

/* --- the answer ----------------------------------------------------------- */

/* Whether actions of a kind are asked for, by it or what it is of. */
static bool
wants(const json_t *params, struct str kind)
{
	const json_t *only = json_object_get(json_object_get(params,
							     "context"),
					     "only");

	if (!json_is_array(only))
		return true;
	for (size_t i = 0; i < json_array_size(only); i++) {
		const json_t *j = json_array_get(only, i);
		struct str one = { json_string_value(j),
				   json_string_length(j) };

		if (str_equal(one, kind) || one.n == 0 ||
		    (str_starts(kind, one) && kind.p[one.n] == '.'))
			return true;
	}
	return false;
}

json_t *
action_answer(struct lsp *l, struct document *d, const json_t *params)
{
	struct offers o = { .l = l, .d = d };

	if (!lines_range(&d->lines, json_object_get(params, "range"), &o.from,
			 &o.to))
		return NULL;
	o.page = d->desk->view.pages[d->page];
	o.items = json_array();
	if (wants(params, STR("quickfix"))) {
		offer_found(&o, REFRESH_REFUTED);
		offer_found(&o, REFRESH_TABLES);
		offer_markers(&o);
	}
	if (wants(params, STR("source.fixAll")))
		offer_all(&o);
	return o.items;
}
