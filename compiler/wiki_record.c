/*
 * `records` of kbc.yaml -> the data files that are looked at beside the pages.
 *
 * The idea: a record is a page without a body. It stands among the pages, in
 * the order of paths, and goes their way: it is read, checked by its schema,
 * judged, told, remembered and compared by the gate. It has no id and no name
 * that others could refer to, and nothing is written to it.
 *
 * Which values a record may have is its schema's to say; which folders must
 * have one is wiki_record_check.c.
 */
#include "arena.h"
#include "diag.h"
#include "file.h"
#include "map.h"
#include "path.h"
#include "wiki.h"
#include "wiki_parts.h"
#include "yaml.h"

/* Records as they are found. */
struct finding {
	struct wiki *wiki;
	struct map known;      /* path -> its place in both of these */
	struct paths paths;
	struct str *schemas;
	size_t cap;
};

struct str
glob_folder(struct str glob)
{
	size_t n = 0;

	while (n < glob.n && !byte_among(glob.p[n], "*?"))
		n++;
	return path_dir(str_slice(glob, 0, n));
}

struct str
glob_end(struct str glob)
{
	size_t n = glob.n;

	while (n > 0 && !byte_among(glob.p[n - 1], "*?/"))
		n--;
	return str_skip(glob, n);
}

const struct node *
glob_first(const struct node *n)
{
	return n && n->kind == NODE_LIST ? n->child : n;
}

const struct node *
glob_next(const struct node *n)
{
	return n->parent && n->parent->kind == NODE_LIST ? n->next : NULL;
}

/* ./a.yaml -> a.yaml, as pages are named. */
static struct str
path_of(const struct wiki *w, struct str found)
{
	return path_clean(w->arena, found);
}

static bool
may_be(const struct wiki *w, struct str path, struct str glob)
{
	struct str name = path_below(path, w->root);

	return path_fits(name, glob) &&
	       !path_is_under(path, w->config.evidence) &&
	       !str_equal(name, STR("kbc.yaml"));
}

static bool
find_files(struct finding *f, struct str glob, struct str schema)
{
	struct wiki *w = f->wiki;
	struct search s = { .suffixes = { glob_end(glob) },
			    .border = STR("kbc.yaml"), .bound = w->bound };
	struct str folder = path_join(w->arena, w->root, glob_folder(glob));

	if (file_kind(folder) != FILE_FOLDER)
		return true;
	if (!file_search(w->arena, &s, folder, w->diag))
		return false;
	w->strays = w->strays || s.strays.n > 0;
	for (size_t i = 0; i < s.found.n; i++) {
		struct str path = path_of(w, s.found.items[i]);
		size_t n = f->paths.n;

		if (!may_be(w, path, glob) ||
		    map_add(&f->known, path, n) != n)
			continue;
		paths_add(w->arena, &f->paths, path);
		f->schemas = arena_grow(w->arena, f->schemas, n, &f->cap,
					sizeof *f->schemas);
		f->schemas[n] = schema;
	}
	return true;
}

static bool
find_all(struct finding *f, const struct node *rule)
{
	const struct node *n = glob_first(yaml_find(rule, STR("files")));

	for (; n; n = glob_next(n))
		if (!find_files(f, n->text, yaml_text(rule, STR("schema"))))
			return false;
	return true;
}

/* Puts them among the pages. */
static void
merge(struct finding *f)
{
	struct wiki *w = f->wiki;
	size_t n = w->npages + f->paths.n, at = 0;
	struct str *all = arena_alloc(w->arena, (n + 1) * sizeof *all);

	w->records = arena_alloc(w->arena, (n + 1) * sizeof *w->records);
	file_sort_paths(&f->paths);
	for (size_t i = 0, k = 0; i < w->npages || k < f->paths.n; at++) {
		bool page = k == f->paths.n ||
			    (i < w->npages && str_compare(w->paths[i],
						f->paths.items[k]) < 0);

		all[at] = page ? w->paths[i++] : f->paths.items[k++];
		if (!page)
			w->records[at] = f->schemas[map_find(&f->known,
							     all[at])];
	}
	w->paths = all;
	w->npages = n;
}

static bool
means(const struct node *rule, struct str name)
{
	const struct node *n = glob_first(yaml_find(rule, STR("files")));

	for (; n; n = glob_next(n))
		if (path_fits(name, n->text))
			return true;
	return false;
}

void
records_ask_as(struct wiki *w, const struct wiki *other)
{
	const struct node *all = other->config.records;

	for (size_t i = 0; all && i < w->npages; i++) {
		const struct node *rule = all->child;

		while (rule && !means(rule, wiki_name(w, i)))
			rule = rule->next;
		if (rule && wiki_is_record(w, i))
			w->records[i] = yaml_text(rule, STR("schema"));
	}
}

bool
records_list(struct wiki *w)
{
	struct finding f = { .wiki = w, .known.arena = w->arena };
	const struct node *rule = w->config.records;

	for (rule = rule ? rule->child : NULL; rule; rule = rule->next)
		if (!find_all(&f, rule))
			return false;
	merge(&f);
	return true;
}
