/*
 * What the files of the wiki answer to values that name them: where they lie,
 * their bytes, how large they are, whether all of a folder are named.
 *
 * The idea: a record stands in the folder that it is about. Whatever is looked
 * at there is noted, folders by their own stamps, so that an answer of an
 * earlier run is used only while a folder has the same files.
 *
 * No link is followed out of a folder that something is to lie in.
 */
#include "arena.h"
#include "claim.h"
#include "diag.h"
#include "file.h"
#include "hash.h"
#include "map.h"
#include "observe.h"
#include "observe_parts.h"
#include "path.h"
#include "recall.h"
#include "schema.h"
#include "value.h"
#include "wiki.h"
#include "yaml.h"

/* Bytes of a file whose digest is asked for. */
#define DIGEST_MAX ((size_t)256 << 20)

/* Of a digest, so many digits are said. */
#define SAID_DIGITS 12

static struct str
folder_of(const struct world *w, size_t page)
{
	return path_dir(w->wiki->paths[page]);
}

/* The real path of what stands there, which is noted; empty without. */
static struct str
look_at(struct arena *a, const struct world *w, struct str path)
{
	return wiki_stands(w->wiki, path) ? file_real(a, path) : STR("");
}

struct value
observe_under(struct arena *a, const struct world *w, size_t page,
	      const struct claim *c)
{
	bool own = str_equal(c->anchor, STR("."));
	struct str from = own ? folder_of(w, page) : w->wiki->root;
	struct str upper = own ? from : path_join(a, from, c->anchor);
	struct str real, under = look_at(a, w, upper);

	if (str_starts(c->text, STR("/")))
		return observe_answer(false, STR("no such file"));
	real = look_at(a, w, path_join(a, from, c->text));
	if (real.n == 0)
		return observe_answer(false, STR("no such file"));
	return observe_answer(under.n > 0 && path_is_under(real, under) &&
			      !str_equal(real, under),
			      own ? STR("it is not in the folder of its page") :
			      arena_printf(a, "it is not under " STR_FMT,
					   STR_ARG(c->anchor)));
}

struct value
observe_there(struct arena *a, const struct world *w, size_t page,
	      const struct claim *c)
{
	return observe_answer(wiki_file(a, w->wiki, c->anchor, page).n > 0,
			      arena_printf(a, "there is no " STR_FMT,
					   STR_ARG(c->anchor)));
}

struct value
observe_placed(struct arena *a, const struct world *w, size_t page,
	       const struct claim *c)
{
	return observe_answer(path_fits(wiki_name(w->wiki, page), c->anchor),
			      arena_printf(a, "only " STR_FMT " may say it",
					   STR_ARG(c->anchor)));
}

/* --- bytes ---------------------------------------------------------------- */

/* The digest of a plain file on a; empty if it cannot be read. */
static struct str
digest_of(struct arena *a, const struct world *w, struct str path)
{
	struct arena *own = arena_make();
	struct str text, hex = STR("");
	bool good = file_kind(path) == FILE_PLAIN &&
		    file_read(own, &text, path, DIGEST_MAX, diag_make(own));

	recall_file(w->recall, path, !good);
	if (good)
		hex = hash_hex(a, text);
	arena_free(own);
	return hex;
}

struct value
observe_sha256(struct arena *a, const struct world *w, size_t page,
	       const struct claim *c)
{
	struct str named = yaml_text(c->node->parent, c->anchor);
	struct str path = wiki_file(a, w->wiki, named, page), is;

	if (path.n == 0) /* the file's own check says so */
		return observe_lacks(STR("needs its file"));
	if (file_kind(path) == FILE_FOLDER)
		return observe_answer(false, arena_printf(a, "'" STR_FMT
			"' is a folder", STR_ARG(named)));
	is = digest_of(a, w, path);
	if (is.n == 0)
		return observe_lacks(STR("needs a file that can be read"));
	return observe_answer(str_equal_case(c->text, is), arena_printf(a,
		"that of '" STR_FMT "' begins with " STR_FMT, STR_ARG(named),
		STR_ARG(str_slice(is, 0, SAID_DIGITS))));
}

/* All that is in a folder, sorted; false if that cannot be seen. */
static bool
list_folder(struct arena *a, const struct world *w, struct str folder,
	    struct paths *out)
{
	bool good = file_below(a, out, folder);

	recall_file(w->recall, folder, !good);
	for (size_t i = 0; i < out->n; i++)
		if (file_kind(out->items[i]) == FILE_FOLDER)
			recall_file(w->recall, out->items[i], false);
	file_sort_paths(out);
	return good;
}

static uint64_t
file_size(const struct world *w, struct str path)
{
	struct file_stamp stamp = { 0 };

	if (!file_stamp(&stamp, path) || !file_stamp_plain(&stamp))
		return 0;
	recall_file(w->recall, path, false);
	return stamp.size;
}

/* Of a file, or all that is in a folder. */
static uint64_t
size_of(struct arena *a, const struct world *w, struct str path)
{
	struct paths all = { 0 };
	uint64_t sum = 0;

	if (file_kind(path) != FILE_FOLDER)
		return file_size(w, path);
	list_folder(a, w, path, &all);
	for (size_t i = 0; i < all.n; i++)
		sum += file_size(w, all.items[i]);
	return sum;
}

struct value
observe_size(struct arena *a, const struct world *w, size_t page,
	     const struct claim *c)
{
	struct str path = c->anchor;
	uint64_t most = 0, is;

	schema_size(&most, &path);
	if (path.n > 0)
		path = path_clean(a, path_join(a, folder_of(w, page), path));
	else
		path = wiki_file(a, w->wiki, c->text, page);
	if (path.n == 0 || !wiki_stands(w->wiki, path))
		return observe_lacks(STR("needs its file"));
	is = size_of(a, w, path);
	return observe_answer(is <= most, arena_printf(a,
		"'" STR_FMT "' has %llu bytes, and may have %llu",
		STR_ARG(path_below(path, w->wiki->root)),
		(unsigned long long)is, (unsigned long long)most));
}

/* --- folders -------------------------------------------------------------- */

/* Whether a path from the folder, or its name, is of one of the globs. */
static bool
is_meant(struct str globs, struct str path)
{
	struct str glob;

	while (str_split(&glob, &globs, ' '))
		if (str_find_byte(glob, '/') < glob.n ?
		    path_fits(path, glob) :
		    str_match_case(glob, path_base(path)))
			return true;
	return false;
}

/* What a list has under a key, as paths from the folder. */
static struct map
map_listed(struct arena *a, const struct node *list, struct str key)
{
	struct map out = { .arena = a };

	for (const struct node *n = list->child; n; n = n->next)
		map_add(&out, path_clean(a, yaml_text(n, key)), 0);
	return out;
}

struct value
observe_lists(struct arena *a, const struct world *w, size_t page,
	      const struct claim *c)
{
	struct str globs = c->anchor, key = STR(""), first = STR("");
	struct str folder = folder_of(w, page);
	struct paths all = { 0 };
	struct map listed;
	size_t n = 0;

	str_split(&key, &globs, ' ');
	listed = map_listed(a, c->node, key);
	if (!list_folder(a, w, folder, &all))
		return observe_lacks(STR("needs a folder that can be read"));
	for (size_t i = 0; i < all.n; i++) {
		struct str path = path_clean(a, all.items[i]);
		struct str name = path_below(path, folder);

		if (str_equal(path, w->wiki->paths[page]) ||
		    !is_meant(globs, name) ||
		    file_kind(path) != FILE_PLAIN ||
		    map_find(&listed, name) != SIZE_MAX)
			continue;
		if (n++ == 0)
			first = name;
	}
	return observe_answer(n == 0, n < 2 ? arena_printf(a, "it lacks '"
			STR_FMT "'", STR_ARG(first)) :
		arena_printf(a, "it lacks '" STR_FMT "' and %zu more",
			     STR_ARG(first), n - 1));
}
