/*
 * Documents: what the editor has typed, and what was found of it.
 *
 * The idea: the editor's text stands for the page's file. A change forgets what
 * was found of the page, and of open pages that asked it something; a question
 * or a quiet moment has it found anew, by the same turn that `kbc check` gives
 * a page. So a burst of keys costs one look, and no answer is of an older text.
 *
 * What was found lies on one arena, cleared with each version.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "json.h"
#include "page.h"
#include "session.h"
#include "source.h"
#include "summary.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */

/* --- texts ---------------------------------------------------------------- */

static struct str
text_of(const struct document *d)
{
	return str_slice(buf_str(&d->text), 0, d->text.n - 1);
}

/* Bytes from offset `from` to `to` of the text are others now. */
static void
splice(struct document *d, size_t from, size_t to, struct str with)
{
	struct buf now = { 0 };

	buf_add(&now, str_slice(text_of(d), 0, from));
	buf_add(&now, with);
	buf_add(&now, str_skip(text_of(d), to));
	buf_add_byte(&now, '\0');
	buf_free(&d->text);
	d->text = now;
}

/* One change: of a range, or without one the whole text. False for none. */
static bool
apply_change(struct lsp *l, struct document *d, const json_t *change)
{
	const json_t *range = json_object_get(change, "range");
	struct str with = json_member_text(change, "text");
	size_t from = 0, to = text_of(d).n;

	if (!json_is_string(json_object_get(change, "text")))
		return false;
	if (range && !json_is_null(range)) {
		struct arena *a = arena_make();
		struct lines lines;
		bool good;

		lines_make(a, &lines, text_of(d), l->units);
		good = lines_range(&lines, range, &from, &to);
		arena_free(a);
		if (!good)
			return false;
	}
	splice(d, from, to, with);
	return true;
}

/* --- what was found ------------------------------------------------------- */

void
document_forget(struct document *d)
{
	d->due = true;
	if (!d->found)
		return;
	wiki_release(&d->desk->view, d->page);
	arena_clear(d->arena);
	d->found = false;
}

static bool
asks(const struct document *d, size_t page)
{
	for (size_t i = 0; i < d->nneeds; i++)
		if (d->needs[i] == page)
			return true;
	return false;
}

/* Forgets all that comes from the page of d, which is another one now. */
static void
renew(struct lsp *l, struct document *d)
{
	struct desk *desk = d->desk;

	document_forget(d);
	if (!desk || d->page == SIZE_MAX)
		return;
	for (size_t i = 0; i < l->ndocuments; i++)
		if (l->documents[i]->desk == desk &&
		    l->documents[i]->found &&
		    asks(l->documents[i], d->page))
			document_forget(l->documents[i]);
	desk_overlay(l, desk);
	wiki_renew(&desk->view, d->page);
}

static void
keep_needs(struct document *d)
{
	const uint32_t *needs;

	d->nneeds = wiki_needs(&d->desk->view, &needs);
	d->needs = arena_alloc(d->arena, (d->nneeds + 1) * sizeof *d->needs);
	if (d->nneeds > 0)
		memcpy(d->needs, needs, d->nneeds * sizeof *needs);
}

static void
look(struct lsp *l, struct document *d)
{
	struct desk *desk = d->desk;

	wiki_page(&desk->view, d->page);
	d->found = true;
	lines_make(d->arena, &d->lines, text_of(d), l->units);
	d->world = session_turn(d->arena, &d->verdicts, &desk->session,
				&desk->view, d->page, &desk->known);
	session_check_word(&desk->session, &desk->view, &d->verdicts);
	keep_needs(d);
}

/* Whether others know the page by another id than it has. */
static bool
has_other_id(const struct document *d)
{
	const struct wiki *w = &d->desk->view;
	const struct page *p = w->pages[d->page];

	return p->front && !str_equal(p->id, w->summaries[d->page].id);
}

bool
document_check(struct lsp *l, struct document *d)
{
	if (!d->desk || !desk_refresh(l, d->desk) || d->page == SIZE_MAX ||
	    text_of(d).n > SOURCE_MAX)
		return false;
	if (d->found)
		return true;
	look(l, d);
	if (!has_other_id(d))
		return true;
	d->desk->old = true;
	if (!desk_refresh(l, d->desk) || d->page == SIZE_MAX)
		return false;
	look(l, d);
	return true;
}

void
documents_tell(struct lsp *l)
{
	/* one that is looked at may open its wiki again, and then those before
	   it are due, too */
	for (size_t i = 0; i < 2 * l->ndocuments; i++) {
		struct document *d = l->documents[i % l->ndocuments];

		if (d->due && document_check(l, d))
			d->due = true;
	}
	for (size_t i = 0; i < l->ndocuments; i++) {
		struct document *d = l->documents[i];

		if (d->due)
			diagnose_page(l, d);
		d->due = false;
	}
}

/* --- notifications -------------------------------------------------------- */

struct document *
document_find(struct lsp *l, const json_t *params)
{
	struct str uri = json_member_text(json_object_get(params,
							  "textDocument"),
					  "uri");

	for (size_t i = 0; i < l->ndocuments; i++)
		if (str_equal(l->documents[i]->uri, uri))
			return l->documents[i];
	return NULL;
}

/* Puts a document to the desk of its wiki, if it is in one. Where it stands
   there is not known yet, nor what others have changed since that was opened:
   it is opened again. */
static void
join_desk(struct lsp *l, struct document *d)
{
	if (d->desk || d->path.n == 0)
		return;
	d->desk = desk_find(l, d->path);
	if (!d->desk)
		return;
	d->desk->npages++;
	d->desk->old = true;
}

/* A document without text, at its wiki's desk if it has one. */
static struct document *
make_document(struct lsp *l, struct str uri, bool markdown)
{
	struct arena *own = arena_make();
	struct document *d = arena_alloc(own, sizeof *d);

	d->own = own;
	d->arena = arena_make();
	d->uri = arena_copy(own, uri);
	d->page = SIZE_MAX;
	buf_add_byte(&d->text, '\0');
	if (!uri_path(own, &d->path, uri) && markdown)
		unsaved_path(own, &d->path, l->folder, uri);
	l->documents = arena_grow(l->arena, l->documents, l->ndocuments,
				  &l->capdocuments,
				  sizeof(struct document *));
	l->documents[l->ndocuments++] = d;
	join_desk(l, d);
	return d;
}

static void
set_version(struct document *d, const json_t *item)
{
	const json_t *version = json_object_get(item, "version");

	d->version = json_is_integer(version) ? json_integer_value(version) :
						-1;
}

void
document_open(struct lsp *l, const json_t *params)
{
	const json_t *item = json_object_get(params, "textDocument");
	struct str uri = json_member_text(item, "uri");
	struct document *d = document_find(l, params);

	if (uri.n == 0 || !json_is_string(json_object_get(item, "text")))
		return;
	if (!d)
		d = make_document(l, uri, str_equal(json_member_text(
			item, "languageId"), STR("markdown")));
	document_forget(d);
	splice(d, 0, text_of(d).n, json_member_text(item, "text"));
	set_version(d, item);
	renew(l, d);
}

void
document_change(struct lsp *l, const json_t *params)
{
	const json_t *changes = json_object_get(params, "contentChanges");
	struct document *d = document_find(l, params);

	if (!d)
		return;
	document_forget(d);
	for (size_t i = 0; i < json_array_size(changes); i++)
		if (!apply_change(l, d, json_array_get(changes, i)))
			lsp_say(l, false, STR("a change of a document was no "
					      "change, and is left out"));
	set_version(d, json_object_get(params, "textDocument"));
	renew(l, d);
}

/* The wiki is to be opened again, and all of its pages are looked at. */
static void
make_old(struct lsp *l, struct desk *desk)
{
	desk->old = true;
	for (size_t i = 0; i < l->ndocuments; i++)
		if (l->documents[i]->desk == desk)
			l->documents[i]->due = true;
}

void
document_save(struct lsp *l, const json_t *params)
{
	struct document *d = document_find(l, params);

	for (size_t i = 0; i < l->ndocuments; i++)
		join_desk(l, l->documents[i]); /* kbc.yaml may be new */
	for (size_t i = 0; i < l->ndesks; i++)
		if (!d || l->desks[i] == d->desk)
			make_old(l, l->desks[i]);
}

void
document_free(struct document *d)
{
	buf_free(&d->text);
	arena_free(d->arena);
	arena_free(d->own);
}

void
document_close(struct lsp *l, const json_t *params)
{
	struct document *d = document_find(l, params);
	struct desk *desk = d ? d->desk : NULL;
	size_t i = 0;

	if (!d)
		return;
	while (l->documents[i] != d)
		i++;
	l->documents[i] = l->documents[--l->ndocuments];
	document_forget(d);
	diagnose_closed(l, d);
	if (desk && d->page != SIZE_MAX && file_kind(d->path) == FILE_NONE)
		make_old(l, desk); /* there is no such page */
	else if (desk && d->page != SIZE_MAX) /* its file is the page again */
		renew(l, d);
	document_free(d);
	if (desk)
		desk_leave(l, desk);
}
