/*
 * A reference -> the page it means.
 *
 * A reference is what an author would type: an id, an id without its type's
 * prefix, a path from the page or from the root, a folder's name. Of several
 * pages that fit the exact id wins, then the nearest path, then the first
 * page. One map for each way to fit holds all texts that lead to a page that
 * way, so that a reference costs the same in a wiki of any size.
 *
 * Requires names and ids in the summaries; their bytes are the maps' keys.
 */
#include "arena.h"
#include "map.h"
#include "path.h"
#include "summary.h"
#include "wiki.h"
#include "wiki_parts.h"

struct index {
	struct map ids;
	struct map names;    /* without .md */
	struct map id_tails; /* `ilp` of `skill-ilp` */
	struct map tails;    /* `c` and `b/c` of a/b/c.md */
	struct map folders;  /* `a/b` and `b` */
};

struct str
without_md(struct str s)
{
	return str_ends(s, STR(".md")) ? str_slice(s, 0, s.n - 3) : s;
}

/* What is left of a path behind each of its slashes. */
static void
add_tails(struct map *m, struct str path, size_t page)
{
	for (size_t i = 0; i + 1 < path.n; i++)
		if (path.p[i] == '/')
			map_add(m, str_skip(path, i + 1), page);
}

static void
add_page(struct index *x, const struct summary *s, size_t page)
{
	struct str name = without_md(s->name);
	struct str folder = without_md(path_dir(s->name));
	size_t dash = str_find_byte(s->id, '-');

	if (s->id.n > 0)
		map_add(&x->ids, s->id, page);
	if (dash > 0 && dash + 1 < s->id.n)
		map_add(&x->id_tails, str_skip(s->id, dash + 1), page);
	map_add(&x->names, name, page);
	add_tails(&x->tails, name, page);
	/* a folder that is known has all its tails known */
	if (map_add(&x->folders, folder, page) == page)
		add_tails(&x->folders, folder, page);
}

void
index_make(struct wiki *w)
{
	struct arena *a = w->arena;

	w->index = arena_alloc(a, sizeof *w->index);
	*w->index = (struct index){
		.ids.arena = a, .names.arena = a, .id_tails.arena = a,
		.tails.arena = a, .folders.arena = a,
	};
	for (size_t i = 0; i < w->npages; i++)
		if (!wiki_is_record(w, i))
			add_page(w->index, &w->summaries[i], i);
}

size_t
index_name(const struct wiki *w, struct str name)
{
	return map_find(&w->index->names, without_md(name));
}

size_t
index_id(const struct wiki *w, struct str id)
{
	return map_find(&w->index->ids, id);
}

/* The first page whose name is the reference from here or from the root. */
static size_t
find_name(const struct wiki *w, struct str ref, size_t from)
{
	struct str here = scratch_path(w, path_dir(w->summaries[from].name),
				       ref);
	size_t near = index_name(w, here), far = index_name(w, ref);

	return near < far ? near : far;
}

size_t
wiki_find(const struct wiki *w, struct str ref, size_t from)
{
	const struct index *x = w->index;
	size_t found = map_find(&x->ids, ref);

	if (found == SIZE_MAX)
		found = find_name(w, ref, from);
	if (found == SIZE_MAX)
		found = map_find(&x->id_tails, ref);
	if (found == SIZE_MAX)
		found = map_find(&x->tails, without_md(ref));
	if (found == SIZE_MAX)
		found = map_find(&x->folders, ref);
	return found;
}
