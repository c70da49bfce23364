/*
 * A stretch of a page -> what could be put into it: for a refuted number what
 * was found, as `kbc fix` would write it; for a blank cell of a marked table
 * its value; for a number that nothing checks, markers (lsp_propose.c).
 *
 * The idea: whatever is offered is an edit of the text on the screen. What
 * rewrites a number is offered only if the page holds the same claims
 * afterwards.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "edit.h"
#include "json.h"
#include "page.h"
#include "refresh.h"
#include "report_entry.h"
#include "session.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */

bool
offers_touch(const struct offers *o, struct span s)
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

void
offers_add(struct offers *o, const char *kind, struct str title,
	   const struct edits *edits)
{
	json_t *action, *changes = json_object();
	struct arena *a = o->l->request;

	if (json_array_size(o->items) >= OFFERS_MAX) {
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
	offers_add(o, "quickfix", arena_printf(a, "%s" STR_FMT "%s" STR_FMT "%s"
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
		const struct claim *c = all[i].claim;
		bool blank = refresh_is_blank(c);

		if (all[i].digits.n > 0 && blank == (what == REFRESH_TABLES) &&
		    (offers_touch(o, all[i].at) || offers_touch(o, c->at) ||
		     (!blank && c->marker_at.n > 0 &&
		      offers_touch(o, c->marker_at))))
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
		offers_add(o, "source.fixAll", arena_printf(a,
			"Rewrite %zu refuted number%s of the page to what was "
			"found", edits.n, edits.n == 1 ? "" : "s"), &edits);
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
		offers_propose(&o);
	}
	if (wants(params, STR("source.fixAll")))
		offer_all(&o);
	return o.items;
}
