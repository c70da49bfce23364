/*
 * Wikis of open pages: opened once, opened again when what they were read from
 * is not what it was.
 *
 * The idea: what belongs to a wiki as a whole (its configuration, the ids of
 * its pages, its ledger) stays while pages are typed, and a change makes one
 * page new. Before pages are looked at the stamps of kbc.yaml and of the
 * ledger's folders are compared with those it was opened by, so that what
 * `kbc verify` writes beside the editor is seen. A saved file, or news of
 * files, opens all again; so does a page whose id has changed, and memory that
 * views have gathered.
 *
 * A page that is new in the editor is one of the wiki's, before it has a file.
 *
 * Only folders with a kbc.yaml are wikis here: an editor opens any markdown,
 * and its folder may be somebody's home.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "json.h"
#include "path.h"
#include "plan.h"
#include "recall.h"
#include "session.h"
#include "source.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */

/* Bytes that views may gather on top of what the wiki takes. */
#define GATHERED_MAX ((size_t)32 << 20)

/* --- opening -------------------------------------------------------------- */

static void
add_stamp(struct buf *out, struct str path)
{
	struct file_stamp stamp = { 0 };

	file_stamp(&stamp, path);
	buf_add(out, (struct str){ (const char *)&stamp, sizeof stamp });
}

/* The stamps of what the wiki as a whole is read from. */
static void
take_picture(struct buf *out, const struct desk *d)
{
	struct arena *a = arena_make();
	struct paths folders = { 0 };
	struct str evidence = d->good ? d->session.wiki->config.evidence :
					STR("");

	buf_clear(out);
	add_stamp(out, path_join(a, d->root, STR("kbc.yaml")));
	if (evidence.n > 0) {
		add_stamp(out, evidence);
		file_folders(a, &folders, evidence);
	}
	for (size_t i = 0; i < folders.n; i++)
		add_stamp(out, path_join(a, evidence,
					 path_base(folders.items[i])));
	arena_free(a);
}

static bool
is_as_it_was(const struct desk *d)
{
	struct buf now = { 0 };
	bool same;

	take_picture(&now, d);
	same = str_equal(buf_str(&now), buf_str(&d->picture));
	buf_free(&now);
	return same;
}

static bool
has_gathered(const struct desk *d)
{
	return d->good && arena_size(d->view.arena) > GATHERED_MAX;
}

void
desk_overlay(struct lsp *l, struct desk *d)
{
	struct texts *t = &d->texts;

	t->n = 0;
	for (size_t i = 0; i < l->ndocuments; i++) {
		const struct document *one = l->documents[i];
		size_t n = t->n;

		if (one->desk != d || one->page == SIZE_MAX ||
		    one->text.n > SOURCE_MAX)
			continue;
		t->paths = arena_grow(d->own, t->paths, n, &d->cappaths,
				      sizeof *t->paths);
		t->items = arena_grow(d->own, t->items, n, &d->captexts,
				      sizeof *t->items);
		t->paths[n] = d->session.wiki->paths[one->page];
		t->items[n] = str_slice(buf_str(&one->text), 0,
					one->text.n - 1);
		t->n++;
	}
}

/* The page of the wiki that is the file, or SIZE_MAX. */
static size_t
find_page(const struct desk *d, struct str path)
{
	const struct wiki *w = d->session.wiki;
	struct arena *a = arena_make();
	struct str below;
	size_t i = w->npages;

	if (wiki_below(a, &below, w, path))
		for (i = 0; i < w->npages; i++)
			if (str_equal(wiki_name(w, i), below))
				break;
	arena_free(a);
	return i < w->npages ? i : SIZE_MAX;
}

static void
place_documents(struct lsp *l, struct desk *d)
{
	for (size_t i = 0; i < l->ndocuments; i++)
		if (l->documents[i]->desk == d)
			l->documents[i]->page = d->good ?
				find_page(d, l->documents[i]->path) : SIZE_MAX;
	desk_overlay(l, d);
}

/* Its pages' ids, and its ledger, once it is open. */
static bool
read_rest(struct lsp *l, struct desk *d)
{
	struct session *s = &d->session;

	d->good = true;
	place_documents(l, d);
	wiki_scan(s->wiki, session_threads(s), NULL);
	wiki_view(&d->view, s->wiki);
	d->known.recall = recall_make(d->view.arena);
	d->known.sweeps = sweeps_make(d->view.arena);
	if (s->wiki->config.generated.n == 0)
		s->folder = session_cache(s);
	return session_ledger(s);
}

/* The paths of documents that no file stands for: who opens an editor on a new
   page is told of it before it is saved. */
static const struct paths *
find_unsaved(struct lsp *l, const struct desk *d)
{
	struct paths *out = arena_alloc(d->arena, sizeof *out);

	out->items = arena_alloc(d->arena, (l->ndocuments + 1) *
						   sizeof *out->items);
	for (size_t i = 0; i < l->ndocuments; i++) {
		struct str path = l->documents[i]->path;
		struct str folder = file_real(d->arena, path_dir(path));

		if (l->documents[i]->desk == d && folder.n > 0 &&
		    file_kind(path) == FILE_NONE)
			out->items[out->n++] = path_join(d->arena, folder,
							 path_base(path));
	}
	return out;
}

static void
open_wiki(struct lsp *l, struct desk *d)
{
	struct session *s = &d->session;

	d->arena = arena_make();
	*s = *l->given;
	s->arena = d->arena;
	s->diag = diag_make(d->arena);
	s->given.paths[0] = d->root;
	s->given.npaths = 1;
	s->instead = &d->texts;
	s->unsaved = find_unsaved(l, d);
	d->texts.n = 0;
	d->good = session_open(s);
	if (d->good && !read_rest(l, d)) {
		wiki_view_close(&d->view);
		d->good = false;
	}
	if (!d->good)
		place_documents(l, d);
	take_picture(&d->picture, d);
	d->old = false;
}

static void
close_wiki(struct lsp *l, struct desk *d)
{
	for (size_t i = 0; i < l->ndocuments; i++)
		if (l->documents[i]->desk == d)
			document_forget(l->documents[i]);
	if (!d->arena)
		return;
	if (d->good)
		wiki_view_close(&d->view);
	session_close(&d->session);
	arena_free(d->arena);
	d->arena = NULL;
}

/* --- telling -------------------------------------------------------------- */

/* What is said of no file, as lines. */
static void
collect_said(struct buf *out, const struct diag *said, bool fails)
{
	for (size_t i = 0; i < said->n; i++) {
		const struct message *m = &said->items[i];

		if (m->at.source || (m->level == DIAG_FAIL) != fails)
			continue;
		buf_printf(out, "%s", out->n > 0 ? "\n" : "");
		diag_emit_text(out, m->text);
	}
}

/* Says it once, until it is something else. */
static void
tell_said(struct lsp *l, struct desk *d)
{
	struct buf fails = { 0 }, rest = { 0 };

	collect_said(&fails, d->session.diag, true);
	collect_said(&rest, d->session.diag, false);
	if (rest.n > 0)
		lsp_say(l, false, buf_str(&rest));
	if (fails.n > 0 && !str_equal(buf_str(&fails), buf_str(&d->said)))
		lsp_say(l, true, buf_str(&fails));
	buf_free(&rest);
	buf_free(&d->said);
	d->said = fails;
}

/* --- desks ---------------------------------------------------------------- */

bool
desk_refresh(struct lsp *l, struct desk *d)
{
	if (d->arena && !d->old && is_as_it_was(d) && !has_gathered(d))
		return d->good;
	close_wiki(l, d);
	open_wiki(l, d);
	diagnose_wiki(l, d, d->session.diag);
	tell_said(l, d);
	return d->good;
}

static struct desk *
make_desk(struct lsp *l, struct str root)
{
	struct arena *own = arena_make();
	struct desk *d = arena_alloc(own, sizeof *d);

	d->own = own;
	d->root = arena_copy(own, root);
	l->desks = arena_grow(l->arena, l->desks, l->ndesks, &l->capdesks,
			      sizeof(struct desk *));
	l->desks[l->ndesks++] = d;
	return d;
}

struct desk *
desk_find(struct lsp *l, struct str path)
{
	struct str root;

	if (!wiki_around(l->request, path_dir(path), &root))
		return NULL;
	root = file_real(l->request, root);
	for (size_t i = 0; i < l->ndesks; i++)
		if (str_equal(l->desks[i]->root, root))
			return l->desks[i];
	return make_desk(l, root);
}

void
desk_leave(struct lsp *l, struct desk *d)
{
	size_t i = 0;

	if (--d->npages > 0)
		return;
	while (l->desks[i] != d)
		i++;
	l->desks[i] = l->desks[--l->ndesks];
	close_wiki(l, d);
	diagnose_wiki(l, d, NULL);
	buf_free(&d->picture);
	buf_free(&d->told);
	buf_free(&d->said);
	arena_free(d->own);
}
