/*
 * A path -> the wiki it is in: configuration, probe library, devices,
 * schemas, pages, and what pages say of each other.
 *
 * The idea: what belongs to the whole wiki is read once, before any page. A
 * wiki without kbc.yaml is a wiki with the defaults.
 *
 * Not here: the keys of kbc.yaml (wiki_config), how pages come and go
 * (wiki_page), which page a reference means (wiki_index), links (wiki_link),
 * what a page means (claim).
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "fact.h"
#include "file.h"
#include "library.h"
#include "page.h"
#include "path.h"
#include "quantity.h"
#include "schema.h"
#include "source.h"
#include "summary.h"
#include "wiki.h"
#include "wiki_parts.h"
#include "yaml.h"

#define CONFIG_NAME "kbc.yaml"
#define CONFIG_MAX (64u << 10)

static bool
has_config(struct arena *a, struct str folder)
{
	return file_kind(path_join(a, folder, STR(CONFIG_NAME))) == FILE_PLAIN;
}

/* The nearest folder upward that has a configuration; false without any. */
static bool
find_config(struct arena *a, struct str *at)
{
	for (int i = 0; i < 32; i++) {
		struct str up = path_clean(a, path_join(a, *at, STR("..")));

		if (has_config(a, *at))
			return true;
		if (str_equal(file_real(a, up), file_real(a, *at)))
			break;
		*at = up;
	}
	return false;
}

bool
wiki_around(struct arena *a, struct str folder, struct str *root)
{
	*root = folder;
	return find_config(a, root);
}

/* That of path, else path itself (or a file's folder). */
static struct str
find_root(struct arena *a, struct str path)
{
	struct str folder = path, at;

	if (file_kind(path) == FILE_PLAIN)
		folder = path_dir(path);
	at = folder;
	return find_config(a, &at) ? at : folder;
}

/* Checks kbc.yaml against its own schema, schemas/config.yaml. */
static bool
check_config(struct wiki *w)
{
	const struct schema *s = schema_find(w->schemas, STR("config"));
	struct schema_result ignored;

	if (!s || !w->config.root)
		return true;
	return schema_check(w->arena, &ignored, s, w->config.root, w->diag);
}

static bool
read_config(struct wiki *w)
{
	struct arena *a = w->arena;
	struct config *c = &w->config;
	struct str path = path_clean(a, path_join(a, w->root,
						  STR(CONFIG_NAME))), text;

	if (file_kind(path) == FILE_PLAIN) {
		if (!bound_check_file(w, path, w->diag) ||
		    !file_read(a, &text, path, CONFIG_MAX, w->diag))
			return false;
		c->source = source_make(a, path, text);
		c->root = yaml_parse(a, source_span(c->source, 0, text.n),
				     w->diag);
		if (!c->root)
			return false;
	}
	if (!bound_check_config(w))
		return false;
	config_read(a, c, w->root, w->diag);
	return !diag_failed(w->diag);
}

static bool
read_schemas(struct wiki *w)
{
	struct str own = path_join(w->arena, w->data, STR("schemas"));
	/* in the source tree they lie beside compiler/ */
	struct str beside = path_join(w->arena, w->data, STR("../schemas"));
	struct str theirs = yaml_text(w->config.root, STR("schemas"));
	struct paths files = { 0 };

	w->schemas = arena_alloc(w->arena, sizeof *w->schemas);
	if (theirs.n > 0)
		theirs = path_clean(w->arena, path_join(w->arena, w->root,
							theirs));
	if (theirs.n > 0 &&
	    (!file_walk_within(w->arena, &files, theirs, STR(".yaml"),
			       w->diag) ||
	     !schema_read(w->arena, w->schemas, theirs, w->diag)))
		return false;
	return schema_read(w->arena, w->schemas, file_kind(own) ==
			   FILE_FOLDER ? own : path_clean(w->arena, beside),
			   w->diag);
}

/* The wiki's own probes/ beside kbc's are not looked for: a new probe goes
   into the library. */
static bool
read_data(struct wiki *w)
{
	struct arena *a = w->arena;

	w->library = arena_alloc(a, sizeof *w->library);
	return library_read(a, w->library,
			    path_join(a, w->data, STR("probes")), w->diag) &&
	       devices_read(a, &w->devices,
			    path_join(a, w->data, STR("devices")), w->diag);
}

static bool
check_type(struct wiki *w, const struct node *n)
{
	if (schema_find(w->schemas, n->text))
		return true;
	diag_error(w->diag, n->at, "there is no page type '" STR_FMT "'",
		   STR_ARG(n->text));
	return false;
}

/* Types of folders and records must be some that there are. */
static bool
check_types(struct wiki *w)
{
	const struct node *n = w->config.types ? w->config.types->child : NULL;
	bool good = true;

	for (; n; n = n->next)
		if (n->kind == NODE_SCALAR)
			good = check_type(w, n) && good;
	n = w->config.records ? w->config.records->child : NULL;
	for (; n; n = n->next) {
		const struct node *schema = yaml_find(n, STR("schema"));

		if (schema)
			good = check_type(w, schema) && good;
	}
	return good;
}

/* The wiki's device must run the code that its pages are built to. */
static bool
check_scope(struct wiki *w)
{
	const struct config *c = &w->config;
	const struct device_file *f = devices_find(w->devices, c->device);
	const struct node *sm = yaml_find(c->root, STR("sm"));

	if (!f || !sm || arch_runs(device_sm(f), c->sm))
		return true;
	diag_error(w->diag, sm->kind == NODE_LIST ? sm->child->at : sm->at,
		   "the device '" STR_FMT "' runs no code of " STR_FMT
		   ": it is of " STR_FMT, STR_ARG(c->device), STR_ARG(c->sm),
		   STR_ARG(device_sm(f)));
	return false;
}

/* ./a.md -> a.md, as people write it. */
static struct str
without_dot(struct str path)
{
	return str_starts(path, STR("./")) ? str_skip(path, 2) : path;
}

/* Paths that are named in one message. */
#define NAMED_MAX 3

/* 'a', 'b' and 5 more */
static struct str
name_paths(struct arena *a, const struct paths *p)
{
	struct buf b = { 0 };
	struct str out;

	for (size_t i = 0; i < p->n && i < NAMED_MAX; i++)
		buf_printf(&b, "%s'" STR_FMT "'", i > 0 ? ", " : "",
			   STR_ARG(path_clean(a, p->items[i])));
	if (p->n > NAMED_MAX)
		buf_printf(&b, " and %zu more", p->n - NAMED_MAX);
	out = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return out;
}

static void
say_left_out(struct wiki *w, const struct paths *borders,
	     const struct paths *odd)
{
	const struct span nowhere = { NULL, 0, 0 };

	if (borders->n > 0)
		diag_note(w->diag, nowhere, "other wikis, each with a "
			  CONFIG_NAME " of its own, are left out: " STR_FMT,
			  STR_ARG(name_paths(w->arena, borders)));
	if (odd->n > 0)
		diag_warning(w->diag, nowhere, "name", "names of pages end in "
			     "`.md`; not read: " STR_FMT,
			     STR_ARG(name_paths(w->arena, odd)));
}

/* Whether a file is under the folders of pages, if some are named. */
static bool
is_page(const struct wiki *w, struct str path)
{
	const struct config *c = &w->config;
	struct str name = path_below(path, w->root);

	if (path_is_under(path, c->evidence))
		return false;
	for (size_t i = 0; i < c->npages; i++)
		if (path_is_under(name, c->pages[i]))
			return true;
	return c->npages == 0;
}

/* For what is known of each page. */
static void
make_room(struct wiki *w)
{
	w->pages = arena_alloc(w->arena,
			       (w->npages + 1) * sizeof(struct page *));
	w->summaries = arena_alloc(w->arena, (w->npages + 1) *
						     sizeof *w->summaries);
}

/* Lists the pages: *.md of the root or its folders of pages, but of the
   evidence. */
static bool
list_pages(struct wiki *w)
{
	struct search s = { .suffixes = { STR(".md"), STR(".markdown") },
			    .border = STR(CONFIG_NAME),
			    .bound = w->bound };
	struct paths odd = { 0 }, *found = &s.found;

	if (!file_search(w->arena, &s, w->root, w->diag))
		return false;
	w->paths = arena_alloc(w->arena, (found->n + 1) * sizeof *w->paths);
	odd.items = arena_alloc(w->arena, (found->n + 1) * sizeof *odd.items);
	w->strays = s.strays.n > 0;
	for (size_t i = 0; i < found->n; i++) {
		struct str path = without_dot(found->items[i]);

		if (!is_page(w, path_clean(w->arena, path)))
			continue;
		if (str_ends(path, STR(".md")))
			w->paths[w->npages++] = path;
		else
			odd.items[odd.n++] = path;
	}
	say_left_out(w, &s.borders, &odd);
	w->temps = arena_alloc(w->arena, sizeof *w->temps);
	*w->temps = s.temps;
	if (!records_list(w))
		return false;
	make_room(w);
	return true;
}

/* Whether a path could be that of a page which is on no disk yet. */
static bool
may_be_page(const struct wiki *w, struct str path)
{
	if (!str_ends(path, STR(".md")) || !path_is_under(path, w->root) ||
	    str_starts(path_base(path), STR(".")) || !is_page(w, path) ||
	    file_kind(path) != FILE_NONE)
		return false;
	for (size_t i = 0; i < w->npages; i++)
		if (str_equal(w->paths[i], path))
			return false;
	return true;
}

void
wiki_add_unsaved(struct wiki *w, const struct paths *unsaved)
{
	size_t n = w->npages, room = n + unsaved->n + 1;
	struct str *paths = arena_alloc(w->arena, room * sizeof *paths);
	struct str *records = arena_alloc(w->arena, room * sizeof *records);

	if (n > 0) {
		memcpy(paths, w->paths, n * sizeof *paths);
		memcpy(records, w->records, n * sizeof *records);
	}
	w->paths = paths;
	w->records = records;
	for (size_t i = 0; i < unsaved->n; i++) {
		size_t k = w->npages;

		if (!may_be_page(w, unsaved->items[i]))
			continue;
		for (; k > 0 && str_compare(paths[k - 1],
					    unsaved->items[i]) > 0; k--) {
			paths[k] = paths[k - 1];
			records[k] = records[k - 1];
		}
		paths[k] = unsaved->items[i];
		records[k] = STR("");
		w->npages++;
	}
	if (w->npages > n)
		make_room(w);
}

bool
wiki_open(struct arena *a, struct wiki *w, struct str path, struct str data)
{
	*w = (struct wiki){ .arena = a, .scratch = arena_make(),
			    .data = data, .diag = diag_make(a) };
	if (file_kind(path) == FILE_NONE) {
		diag_fail(w->diag, "'" STR_FMT "' does not exist",
			  STR_ARG(path));
		return false;
	}
	w->found = files_found_make(a);
	w->root = path_clean(a, find_root(a, path));
	w->bound = bound_find(a, w->root);
	return read_config(w) && read_schemas(w) && check_config(w) &&
	       check_types(w) && read_data(w) && check_scope(w) &&
	       listings_read(w) && list_pages(w);
}

void
wiki_ask_as(struct wiki *w, const struct wiki *other)
{
	const struct schemas *first = other->schemas, *second = w->schemas;
	struct schemas *both = arena_alloc(w->arena, sizeof *both);

	both->n = both->cap = first->n + second->n;
	both->items = arena_alloc(w->arena, (both->n + 1) *
						    sizeof *both->items);
	for (size_t i = 0; i < both->n; i++)
		both->items[i] = i < first->n ? first->items[i] :
						second->items[i - first->n];
	w->schemas = both;
	if (other->config.types)
		w->config.types = other->config.types;
	records_ask_as(w, other);
	if (other->config.indices) {
		w->config.indices = other->config.indices;
		listings_read(w);
	}
}

struct str
wiki_type(const struct wiki *w, struct str name)
{
	const struct node *n = w->config.types ? w->config.types->child : NULL;
	struct str best = STR(""), type = STR("");

	for (; n; n = n->next)
		if (n->key.n >= best.n && path_is_under(name, n->key)) {
			best = n->key;
			type = n->text;
		}
	return type;
}

/* --- selecting ----------------------------------------------------------- */

/* The real path; of a file that of its folder, since a page may be a link, or
   not be there yet. Empty when there is no such folder. */
static struct str
real_place(struct arena *a, struct str path)
{
	enum file_kind kind = file_kind(path);
	struct str folder;

	if (kind != FILE_PLAIN && kind != FILE_NONE)
		return file_real(a, path);
	folder = file_real(a, path_dir(path));
	return folder.n > 0 ? path_join(a, folder, path_base(path)) : folder;
}

struct str
wiki_name(const struct wiki *w, size_t i)
{
	return path_below(w->paths[i], w->root);
}

bool
wiki_below(struct arena *a, struct str *out, const struct wiki *w,
	   struct str path)
{
	struct str root = file_real(a, w->root), at = real_place(a, path);

	if (!path_is_under(at, root))
		return false;
	*out = path_below(at, root);
	return true;
}

bool
wiki_is_record(const struct wiki *w, size_t i)
{
	return w->records && w->records[i].n > 0;
}

bool
wiki_selects(const struct wiki *w, size_t i, struct str below)
{
	return path_is_under(wiki_name(w, i), below);
}
