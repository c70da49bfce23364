/*
 * Where the past lies, and what every page's result comes from.
 *
 * The idea: rather a file too many, which costs time when it changes, than one
 * too few. So folders are taken whole, and the program with all that the system
 * has mapped into it. tests/past compares with what a run really opens.
 *
 * Signatures depend on the time and on another program's word: a wiki that has
 * signers has no past. Nor has one whose pages are links that lead out of it.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "hash.h"
#include "path.h"
#include "proc.h"
#include "cache.h" /* has structs of file and hash */
#include "past_parts.h"
#include "session.h"
#include "wiki.h"
#include "yaml.h"

#define MAPS_MAX ((size_t)1 << 20)

/* Caches of one wiki: it is checked from several folders, in several forms. */
#define CACHES_MAX 8

/* What is mapped: `7f31c0e2-7f31c0e5 r-xp 00000000 08:01 1234   /lib/…`. */
static bool
add_mapped(struct arena *a, struct paths *out)
{
	struct str text, line;

	if (!file_read(a, &text, STR("/proc/self/maps"), MAPS_MAX,
		       diag_make(a)))
		return false;
	while (str_split(&line, &text, '\n')) {
		struct str path = str_skip(line, str_find_byte(line, '/'));

		if (path.n > 0)
			paths_add(a, out, path);
	}
	return out->n > 0;
}

static bool
add_folder(struct arena *a, struct paths *out, struct str folder,
	   struct str suffix)
{
	struct paths found = { 0 };

	paths_add(a, out, folder);
	if (file_kind(folder) != FILE_FOLDER)
		return true;
	if (!file_walk(a, &found, folder, suffix, diag_make(a)))
		return false;
	for (size_t i = 0; i < found.n; i++)
		paths_add(a, out, found.items[i]);
	return true;
}

/* Leaves each file once, in an order that is not that of addresses. A folder's
   own stamp says nothing that its files do not say. */
static void
sort_files(struct paths *p)
{
	size_t n = 0;

	file_sort_paths(p);
	for (size_t i = 0; i < p->n; i++)
		if (file_kind(p->items[i]) != FILE_FOLDER &&
		    (n == 0 || !str_equal(p->items[n - 1], p->items[i])))
			p->items[n++] = p->items[i];
	p->n = n;
}

/* The files that list pages. */
static void
add_listings(struct arena *a, struct paths *out, const struct wiki *w)
{
	const struct node *n = w->config.indices;

	for (n = n && n->kind == NODE_MAP ? n->child : NULL; n; n = n->next)
		paths_add(a, out, path_clean(a, path_join(a, w->root, n->key)));
}

bool
past_program(struct arena *a, struct paths *out, const struct session *s)
{
	bool good = add_mapped(a, out) &&
		    add_folder(a, out, path_join(a, s->data, STR("probes")),
			       STR(""));

	sort_files(out);
	return good;
}

bool
past_files(struct arena *a, struct paths *out, const struct session *s)
{
	const struct config *c = &s->wiki->config;
	struct str root = s->wiki->root;
	struct str schemas = yaml_text(c->root, STR("schemas"));
	bool good;

	if (c->signers.n > 0 || c->revoked.n > 0 || c->require_signature ||
	    s->wiki->strays)
		return false;
	paths_add(a, out, path_join(a, root, STR("kbc.yaml")));
	for (const struct node *n = c->indices ? c->indices->child : NULL; n;
	     n = n->next)
		paths_add(a, out, path_join(a, root, n->key));
	good = add_mapped(a, out) &&
	       add_folder(a, out, path_join(a, s->data, STR("probes")),
			  STR("")) &&
	       add_folder(a, out, path_join(a, s->data, STR("devices")),
			  STR("")) &&
	       add_folder(a, out, path_join(a, s->data, STR("presets")),
			  STR("")) &&
	       add_folder(a, out, path_join(a, s->data, STR("schemas")),
			  STR("")) &&
	       add_folder(a, out, path_join(a, s->data, STR("../schemas")),
			  STR("")) &&
	       add_folder(a, out, c->evidence, STR("")) &&
	       (schemas.n == 0 || add_folder(a, out,
					     path_join(a, root, schemas),
					     STR("")));
	add_listings(a, out, s->wiki);
	sort_files(out);
	return good;
}

/* --- the key -------------------------------------------------------------- */

struct str
past_run(struct arena *a, const struct session *s)
{
	const struct options_given *g = &s->given;
	struct str bound = s->wiki->bound;
	struct str git = path_join(a, bound, STR(".git"));

	return arena_printf(a, "kbc " KBC_VERSION "\nform %d%s%s\n"
			    "in " STR_FMT "\nroot " STR_FMT "\ndata " STR_FMT
			    "\nbound " STR_FMT " %d\n", g->format,
			    g->verbose ? " verbose" : "",
			    g->quiet ? " quiet" : "",
			    STR_ARG(file_real(a, STR("."))),
			    STR_ARG(s->wiki->root), STR_ARG(s->data),
			    STR_ARG(bound), file_kind(git));
}

struct str
past_key(struct arena *a, struct str run, const struct paths *files)
{
	struct buf key = { 0 };
	struct str out;

	buf_add(&key, run);
	for (size_t i = 0; i < files->n; i++)
		buf_printf(&key, STR_FMT "\n", STR_ARG(files->items[i]));
	out = arena_copy(a, buf_str(&key));
	buf_free(&key);
	return out;
}

/* --- where --------------------------------------------------------------- */

/* A folder of the user's by its variable, else below the home; empty without:
   nothing is put where we happen to stand. */
static struct str
user_folder(struct arena *a, struct str variable, struct str below_home)
{
	struct str folder = proc_env(variable), home = proc_env(STR("HOME"));

	if (folder.n == 0 && home.n > 0)
		folder = path_join(a, home, below_home);
	return str_starts(folder, STR("/")) ? folder : STR("");
}

bool
past_place(struct arena *a, struct cache_place *out, struct str folder,
	   struct str run)
{
	struct str state = user_folder(a, STR("XDG_STATE_HOME"),
				       STR(".local/state"));
	struct str cache = user_folder(a, STR("XDG_CACHE_HOME"),
				       STR(".cache"));
	struct str name = str_slice(hash_hex(a, run), 0, 16);

	out->secret = path_join(a, state, STR("kbc/secret"));
	out->file = path_join(a, folder, name);
	return state.n > 0 && cache.n > 0;
}

void
past_prune(const struct cache_place *at)
{
	struct arena *a = arena_make();
	struct paths all = { 0 };

	file_walk(a, &all, path_dir(at->file), STR(""), diag_make(a));
	while (all.n > CACHES_MAX) {
		size_t oldest = 0;

		for (size_t i = 1; i < all.n; i++)
			if (file_age(all.items[i]) >
			    file_age(all.items[oldest]))
				oldest = i;
		file_remove(all.items[oldest], diag_make(a));
		all.items[oldest] = all.items[--all.n];
	}
	arena_free(a);
}
