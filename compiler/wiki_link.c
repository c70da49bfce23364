/*
 * What a page says of other pages and of files: links, anchors, files, its own
 * id. Links with a scheme (`https:`) are nobody's business here.
 */
#include "arena.h"
#include "diag.h"
#include "file.h"
#include "map.h"
#include "mark.h"
#include "page.h"
#include "path.h"
#include "summary.h"
#include "wiki.h"
#include "wiki_parts.h"
#include "yaml.h"

bool
wiki_has_anchor(struct wiki *w, size_t i, struct str anchor)
{
	const struct summary *s = wiki_summary(w, i);

	for (size_t k = 0; k < s->nanchors; k++)
		if (str_equal_case(s->anchors[k], anchor))
			return true;
	return false;
}

/* Which path a file has, by the folder of the page that names it and the name,
   and whether something stands at a path: many pages name the same few. */
struct files_found {
	struct arena *arena;
	struct map names;
	struct str *paths; /* by the number in names */
	size_t cappaths;
	struct map looked; /* path -> whether there is a file or a folder */
	struct paths all;  /* the paths in it */
};

struct files_found *
files_found_make(struct arena *a)
{
	struct files_found *f = arena_alloc(a, sizeof *f);

	f->arena = f->names.arena = f->looked.arena = a;
	return f;
}

const struct paths *
wiki_looked(const struct wiki *view)
{
	return &view->found->all;
}

bool
wiki_stood(const struct wiki *view, struct str path)
{
	return map_find(&view->found->looked, path) == 1;
}

bool
wiki_stands(const struct wiki *w, struct str path)
{
	struct files_found *f = w->found;
	size_t known = map_find(&f->looked, path);
	enum file_kind kind;

	if (known != SIZE_MAX)
		return known != 0;
	kind = file_kind(path);
	path = arena_copy(f->arena, path);
	f->all.items = arena_grow(f->arena, f->all.items, f->all.n,
				  &f->all.cap, sizeof *f->all.items);
	f->all.items[f->all.n++] = path;
	return map_add(&f->looked, path,
		       kind == FILE_PLAIN || kind == FILE_FOLDER) != 0;
}

static bool
try_path(const struct wiki *w, struct str folder, struct str path,
	 struct str *out)
{
	struct arena *a = w->found->arena;

	*out = path_clean(a, path_join(a, folder, path));
	return wiki_stands(w, *out) && bound_holds(a, w, *out);
}

static struct str
find_file(struct arena *a, const struct wiki *w, struct str folder,
	  struct str path)
{
	struct str out;

	if (try_path(w, folder, path, &out) ||
	    try_path(w, w->root, path, &out) ||
	    try_path(w, path_join(a, w->root, STR("..")), path, &out))
		return out;
	for (size_t i = 0; i < w->config.nsources; i++)
		if (try_path(w, path_join(a, w->root, w->config.sources[i]),
			     path, &out))
			return out;
	return STR("");
}

struct str
wiki_file(struct arena *a, const struct wiki *w, struct str path,
	  size_t from)
{
	struct files_found *f = w->found;
	struct str folder = path_dir(w->paths[from]), name;
	size_t n = f->names.n, at;

	if (path.n == 0 || path.p[0] == '/')
		return STR("");
	name = arena_join(a, (const struct str[]){ folder, STR("\n"), path },
			  3);
	at = map_find(&f->names, name);
	if (at != SIZE_MAX)
		return f->paths[at];
	f->paths = arena_grow(f->arena, f->paths, n, &f->cappaths,
			      sizeof *f->paths);
	f->paths[n] = find_file(f->arena, w, folder, path);
	map_add(&f->names, arena_copy(f->arena, name), n);
	return f->paths[n];
}

/* --- links --------------------------------------------------------------- */

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

/* A part of a URL as it names files and headings; few have an escape. */
static struct str
decoded(const struct wiki *w, struct str part)
{
	return str_find_byte(part, '%') == part.n ?
		       part : path_decode(w->found->arena, part);
}

static void
check_link(struct wiki *w, size_t i, const struct link *l)
{
	size_t hash = str_find_byte(l->href, '#');
	struct str whole = str_slice(l->href, 0, hash);
	struct str path = decoded(w, str_slice(whole, 0,
					       str_find_byte(whole, '?')));
	struct str anchor = decoded(w, str_skip(l->href, hash + 1));
	size_t to = i;

	if (has_scheme(l->href) || str_starts(l->href, STR("//")))
		return;
	if (path.n > 0)
		to = index_name(w, scratch_path(w, path_dir(
					w->summaries[i].name), path));
	if (to == SIZE_MAX &&
	    !wiki_stands(w, scratch_path(w, path_dir(w->paths[i]), path)))
		say_broken(w, i, l, "the link leads to no file");
	else if (to != SIZE_MAX && anchor.n > 0 &&
		 !wiki_has_anchor(w, to, anchor))
		say_broken(w, i, l, "the page has no such heading");
}

void
wiki_check_links(struct wiki *w, size_t i)
{
	const struct mark *m = w->pages[i]->mark;

	for (size_t k = 0; k < m->nlinks; k++)
		check_link(w, i, &m->links[k]);
}

/* --- ids ----------------------------------------------------------------- */

/* Where a page says its id. */
static struct span
id_place(const struct page *p)
{
	const struct node *n = yaml_find(p->front, STR("id"));

	return n ? n->at : p->front_at;
}

void
wiki_check_id(struct wiki *w, size_t i)
{
	const struct page *p = w->pages[i];
	size_t first = p->id.n > 0 ? index_id(w, p->id) : i;

	if (first == i || first == SIZE_MAX)
		return;
	diag_error(p->diag, id_place(p), "the id '" STR_FMT "' is taken by "
		   "another page", STR_ARG(p->id));
	diag_note(p->diag, id_place(wiki_head(p->arena, w, first)),
		  "it is here");
}
