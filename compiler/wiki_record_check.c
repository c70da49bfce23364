/*
 * What `records` of kbc.yaml asks of folders: which must have a record, and
 * which files must lie in a folder that has one.
 *
 * The idea: a record speaks of the folder that it stands in. Folders are found
 * by the folders of its glob, name by name; a folder that lacks its record is
 * said once, and its files are not said again.
 *
 * It looks at names alone, anew in each run: no page's result rests on it.
 */
#include "arena.h"
#include "diag.h"
#include "file.h"
#include "map.h"
#include "path.h"
#include "wiki.h"
#include "wiki_parts.h"
#include "yaml.h"

/* One item of `records`. */
struct rule {
	struct arena *arena;
	const struct wiki *wiki;
	const struct node *node;
	struct map homes;       /* folders of its records, from the root */
	struct diag *diag;
};

static bool
is_of(const struct node *globs, struct str name)
{
	for (globs = glob_first(globs); globs; globs = glob_next(globs))
		if (path_fits(name, globs->text))
			return true;
	return false;
}

static void
find_homes(struct rule *r)
{
	const struct node *files = yaml_find(r->node, STR("files"));
	const struct wiki *w = r->wiki;

	for (size_t i = 0; i < w->npages; i++)
		if (wiki_is_record(w, i) && is_of(files, wiki_name(w, i)))
			map_add(&r->homes, path_dir(wiki_name(w, i)), i);
}

/* --- folders that must have one ------------------------------------------- */

/* Of the folders in `from`, those below that have the name. */
static struct paths
step_down(struct rule *r, const struct paths *from, struct str name)
{
	struct paths out = { 0 };

	for (size_t i = 0; i < from->n; i++) {
		struct paths all = { 0 };

		file_folders(r->arena, &all, path_join(r->arena, r->wiki->root,
						       from->items[i]));
		for (size_t k = 0; k < all.n; k++) {
			struct str base = path_base(all.items[k]);

			if (!str_starts(base, STR(".")) &&
			    str_match(name, base))
				paths_add(r->arena, &out, path_clean(r->arena,
					path_join(r->arena, from->items[i],
						  base)));
		}
	}
	return out;
}

static void
require(struct rule *r, const struct node *glob)
{
	struct paths at = { 0 };
	struct str folders = path_dir(glob->text), name;

	paths_add(r->arena, &at, STR("."));
	if (str_equal(folders, STR(".")))
		folders = (struct str){ 0 };
	while (str_split(&name, &folders, '/')) {
		if (str_equal(name, STR("**"))) {
			diag_error(r->diag, glob->at, "'**' says of no folder "
				   "that it must have one");
			return;
		}
		at = step_down(r, &at, name);
	}
	for (size_t i = 0; i < at.n; i++) {
		if (map_find(&r->homes, at.items[i]) != SIZE_MAX)
			continue;
		map_add(&r->homes, at.items[i], r->wiki->npages);
		diag_error(r->diag, glob->at, "the folder '" STR_FMT "' has no "
			   "'" STR_FMT "'", STR_ARG(at.items[i]),
			   STR_ARG(path_base(glob->text)));
	}
}

/* --- files that lie in none ----------------------------------------------- */

static bool
has_home(const struct rule *r, struct str name)
{
	do {
		name = path_dir(name);
		if (map_find(&r->homes, name) != SIZE_MAX)
			return true;
	} while (!str_equal(name, STR(".")));
	return false;
}

static void
cover(struct rule *r, const struct node *glob)
{
	const struct node *except = yaml_find(r->node, STR("except"));
	struct str root = r->wiki->root;
	struct str folder = path_join(r->arena, root, glob_folder(glob->text));
	struct paths all = { 0 };

	if (file_kind(folder) != FILE_FOLDER)
		return;
	if (!file_walk(r->arena, &all, folder, glob_end(glob->text), r->diag))
		return;
	for (size_t i = 0; i < all.n; i++) {
		struct str name = path_below(path_clean(r->arena,
						all.items[i]), root);

		if (path_fits(name, glob->text) && !is_of(except, name) &&
		    !has_home(r, name))
			diag_error(r->diag, glob->at, "'" STR_FMT "' lies in "
				   "no folder that has such a record",
				   STR_ARG(name));
	}
}

static void
check_rule(struct rule *r)
{
	const struct node *n = yaml_find(r->node, STR("files"));
	bool required = false;

	find_homes(r);
	yaml_bool(yaml_find(r->node, STR("required")), &required);
	for (n = required ? glob_first(n) : NULL; n; n = glob_next(n))
		require(r, n);
	n = glob_first(yaml_find(r->node, STR("covers")));
	for (; n; n = glob_next(n))
		cover(r, n);
}

void
wiki_check_records(const struct wiki *w, struct diag *d)
{
	const struct node *n = w->config.records;

	for (n = n ? n->child : NULL; n; n = n->next) {
		struct rule r = { .arena = w->arena, .wiki = w, .node = n,
				  .homes.arena = w->arena, .diag = d };

		check_rule(&r);
	}
}
