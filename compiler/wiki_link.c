/*
 * What pages say of each other and of files: references, links, anchors, ids.
 *
 * The idea: a reference is what an author would type: an id, an id without
 * its type's prefix, a path from the page or from the root, a folder's name.
 * Of several that fit the exact id wins, then the nearest path. Links with a
 * scheme (`https:`) are nobody's business here.
 */
#include "arena.h"
#include "diag.h"
#include "file.h"
#include "mark.h"
#include "page.h"
#include "summary.h"
#include "wiki.h"
#include "yaml.h"

#include <stdlib.h>

static struct str
without_md(struct str s)
{
	return str_ends(s, STR(".md")) ? str_slice(s, 0, s.n - 3) : s;
}

/* `ilp` for `skill-ilp`. */
static bool
is_id_tail(struct str id, struct str ref)
{
	return id.n > ref.n + 1 && str_ends(id, ref) &&
	       id.p[id.n - ref.n - 1] == '-' &&
	       str_find_byte(id, '-') == id.n - ref.n - 1;
}

/* The last part of a path without .md, or its folder for an index page. */
static bool
is_path_tail(struct str name, struct str ref)
{
	name = without_md(name);
	if (str_equal(name, ref))
		return true;
	return name.n > ref.n && str_ends(name, ref) &&
	       name.p[name.n - ref.n - 1] == '/';
}

enum fit { FIT_NONE, FIT_FOLDER, FIT_TAIL, FIT_ID_TAIL, FIT_NAME, FIT_ID };

static enum fit
fit_of(const struct summary *s, struct str ref, struct str here)
{
	if (str_equal(s->id, ref))
		return FIT_ID;
	if (str_equal(without_md(s->name), without_md(here)) ||
	    str_equal(without_md(s->name), without_md(ref)))
		return FIT_NAME;
	if (is_id_tail(s->id, ref))
		return FIT_ID_TAIL;
	if (is_path_tail(s->name, without_md(ref)))
		return FIT_TAIL;
	if (is_path_tail(path_dir(s->name), ref))
		return FIT_FOLDER;
	return FIT_NONE;
}

size_t
wiki_find(const struct wiki *w, struct str ref, size_t from)
{
	struct arena *a = arena_make();
	struct str here = path_clean(a, path_join(a,
		path_dir(w->summaries[from].name), ref));
	enum fit best = FIT_NONE;
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < w->npages; i++) {
		enum fit fit = fit_of(&w->summaries[i], ref, here);

		if (fit > best) {
			best = fit;
			found = i;
		}
	}
	arena_free(a);
	return found;
}

bool
wiki_has_anchor(const struct wiki *w, size_t i, struct str anchor)
{
	const struct summary *s = &w->summaries[i];

	for (size_t k = 0; k < s->nanchors; k++)
		if (str_equal_case(s->anchors[k], anchor))
			return true;
	return false;
}

static bool
try_path(struct arena *a, struct str folder, struct str path, struct str *out)
{
	*out = path_clean(a, path_join(a, folder, path));
	return file_kind(*out) == FILE_PLAIN || file_kind(*out) == FILE_FOLDER;
}

struct str
wiki_file(struct arena *a, const struct wiki *w, struct str path, size_t from)
{
	struct str out;

	if (path.n == 0 || path.p[0] == '/')
		return STR("");
	if (try_path(a, path_dir(w->paths[from]), path, &out) ||
	    try_path(a, w->root, path, &out) ||
	    try_path(a, path_join(a, w->root, STR("..")), path, &out))
		return out;
	for (size_t i = 0; i < w->config.nsources; i++)
		if (try_path(a, path_join(a, w->root, w->config.sources[i]),
			     path, &out))
			return out;
	return STR("");
}

/* --- links ------------------------------------------------------------- */

static bool
has_scheme(struct str href)
{
	size_t colon = str_find_byte(href, ':');

	for (size_t i = 0; i < colon; i++)
		if (href.p[i] == '/' || href.p[i] == '#' || href.p[i] == '?')
			return false;
	return colon < href.n;
}

static void
say_broken(struct wiki *w, size_t i, const struct link *l, const char *what)
{
	struct diag *d = w->pages[i]->diag;

	if (w->config.strict)
		diag_error(d, l->text, "%s: '" STR_FMT "'", what,
			   STR_ARG(l->href));
	else
		diag_warning(d, l->text, "link", "%s: '" STR_FMT "'", what,
			     STR_ARG(l->href));
}

/* The page a link's path leads to; SIZE_MAX when it is no page. */
static size_t
linked_page(struct arena *a, const struct wiki *w, size_t from,
	    struct str path)
{
	struct str name;

	if (path.n == 0)
		return from;
	name = path_clean(a, path_join(a, path_dir(w->summaries[from].name),
				       path));
	for (size_t i = 0; i < w->npages; i++)
		if (str_equal(without_md(w->summaries[i].name),
			      without_md(name)))
			return i;
	return SIZE_MAX;
}

static void
check_link(struct arena *a, struct wiki *w, size_t i, const struct link *l)
{
	size_t hash = str_find_byte(l->href, '#');
	struct str path = str_slice(l->href, 0, hash), found;
	struct str anchor = str_skip(l->href, hash + 1);
	size_t to;

	if (has_scheme(l->href) || str_starts(l->href, STR("//")))
		return;
	to = linked_page(a, w, i, path);
	if (to == SIZE_MAX && !try_path(a, path_dir(w->paths[i]), path,
					&found))
		say_broken(w, i, l, "the link leads to no file");
	else if (to != SIZE_MAX && anchor.n > 0 &&
		 !wiki_has_anchor(w, to, anchor))
		say_broken(w, i, l, "the page has no such heading");
}

void
wiki_check_links(struct wiki *w, size_t i)
{
	const struct mark *m = w->pages[i]->mark;
	struct arena *a = arena_make();

	for (size_t k = 0; k < m->nlinks; k++)
		check_link(a, w, i, &m->links[k]);
	arena_free(a);
}

/* --- ids --------------------------------------------------------------- */

struct named {
	struct str id;
	size_t page;
};

static int
compare_named(const void *left, const void *right)
{
	const struct named *a = left, *b = right;
	int order = str_compare(a->id, b->id);

	return order ? order : (a->page > b->page) - (a->page < b->page);
}

/* Where a page says its id. */
static struct span
id_place(const struct page *p)
{
	const struct node *n = yaml_find(p->front, STR("id"));

	return n ? n->at : p->front_at;
}

void
wiki_check_ids(struct wiki *w)
{
	struct named *all = arena_alloc(w->arena,
					(w->npages + 1) * sizeof *all);
	size_t n = 0;

	for (size_t i = 0; i < w->npages; i++)
		if (w->summaries[i].id.n > 0)
			all[n++] = (struct named){ w->summaries[i].id, i };
	if (n > 0)
		qsort(all, n, sizeof *all, compare_named);
	for (size_t i = 1; i < n; i++) {
		const struct page *p = w->pages[all[i].page];
		const struct page *first = w->pages[all[i - 1].page];

		if (!str_equal(all[i].id, all[i - 1].id))
			continue;
		diag_error(p->diag, id_place(p), "the id '" STR_FMT
			   "' is taken by another page", STR_ARG(all[i].id));
		diag_note(p->diag, id_place(first), "it is here");
	}
}
