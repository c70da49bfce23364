/*
 * The wiki as it was at the merge base: git's bytes in a folder of our own, to
 * be read by the passes that read any wiki.
 *
 * The idea: what kbc reads of a wiki is pages, YAML and the ledger with its
 * signatures, so these are laid down, with the folders of everything else, and
 * nothing is. Pages in a module, another repository, cannot be compared here;
 * where one has changed that is said and nothing is passed.
 */
#include "arena.h"
#include "cmd_gate.h"
#include "diag.h"
#include "file.h"
#include "git.h"
#include "path.h"
#include "proc.h"
#include "session.h"
#include "source.h"
#include "wiki.h"
#include "yaml.h"

/* A place that kbc.yaml names, from the top of the work tree; empty if it is
   outside. */
static struct str
folder_of(const struct git *g, const struct wiki *w, const char *key,
	  struct str otherwise)
{
	struct str text = yaml_text(w->config.root, str_of(key)), path;

	if (text.n == 0)
		text = otherwise;
	path = path_clean(g->arena, path_join(g->arena, g->prefix, text));
	if (text.n == 0 || str_starts(path, STR("/")) ||
	    str_starts(path, STR("..")))
		return STR("");
	return path;
}

static bool
is_in(struct str path, struct str folder)
{
	return folder.n > 0 && path_is_under(path, folder);
}

/* Where what kbc.yaml names lies. */
struct places {
	struct str schemas, signers, revoked;
	bool links; /* pages are links, to pages anywhere */
};

static bool
is_inside(const struct gate_base *b, struct str path)
{
	return b->git->prefix.n == 0 || is_in(path, b->git->prefix);
}

static bool
is_linked_page(const struct gate_base *b, const struct git_file *f)
{
	return f->link && str_ends(f->path, STR(".md")) &&
	       is_inside(b, f->path);
}

/* Whether kbc reads such a file of a wiki. */
static bool
is_wanted(const struct gate_base *b, struct str path, const struct places *at)
{
	bool inside = is_inside(b, path);
	bool yaml = str_ends(path, STR(".yaml")) || str_ends(path, STR(".yml"));

	if (str_ends(path, STR(".json")) || str_ends(path, STR(".json.sig")))
		return is_in(path, b->evidence);
	return (str_ends(path, STR(".md")) && (inside || at->links)) ||
	       (yaml && (inside || is_in(path, at->schemas))) ||
	       str_equal(path, at->signers) || str_equal(path, at->revoked);
}

/* Makes the folder that a file is in, unless that before was in it, too. */
static bool
make_folder(struct gate_base *b, struct str path, struct str *last,
	    struct diag *d)
{
	struct str folder = path_dir(path);

	if (str_equal(folder, *last))
		return true;
	*last = folder;
	return file_make_folder(path_join(b->git->arena, b->folder, folder), d);
}

/* Leaves in b->files what is wanted, and makes the folders of all. */
static bool
choose_files(struct gate_base *b, const struct wiki *w, struct diag *d)
{
	struct places at = {
		folder_of(b->git, w, "schemas", STR("")),
		folder_of(b->git, w, "signers", STR("allowed_signers")),
		folder_of(b->git, w, "revoked_signers", STR("")), false,
	};
	struct str last = STR("");
	size_t n = 0;

	b->modules = arena_alloc(b->git->arena, (b->files->n + 1) *
							sizeof *b->modules);
	for (size_t i = 0; i < b->files->n; i++)
		at.links |= is_linked_page(b, &b->files->items[i]);
	for (size_t i = 0; i < b->files->n; i++) {
		const struct git_file f = b->files->items[i];

		if (!make_folder(b, f.path, &last, d))
			return false;
		if (f.module)
			b->modules[b->nmodules++] = f.path;
		if (f.module || f.size > SOURCE_MAX ||
		    (f.link && !is_linked_page(b, &f)) ||
		    !is_wanted(b, f.path, &at))
			continue;
		b->there = b->there || (str_ends(f.path, STR(".md")) &&
					is_inside(b, f.path));
		b->files->items[n++] = f;
	}
	b->files->n = n;
	return true;
}

/* The bytes of a file; of a link those of what it names, without p if the base
   has no such file. */
static struct str
text_of(const struct gate_base *b, size_t i)
{
	const struct git_file *f = &b->files->items[i];
	struct arena *a = b->git->arena;
	struct str to;

	if (!f->link)
		return b->texts[i];
	to = path_clean(a, path_join(a, path_dir(f->path), b->texts[i]));
	for (size_t k = 0; k < b->files->n; k++)
		if (!b->files->items[k].link &&
		    str_equal(b->files->items[k].path, to))
			return b->texts[k];
	return (struct str){ NULL, 0 };
}

static bool
lay_files(struct gate_base *b, struct str scratch, struct diag *d)
{
	struct arena *a = b->git->arena;

	b->texts = arena_alloc(a, (b->files->n + 1) * sizeof *b->texts);
	if (!git_read(b->git, b->files, b->texts, scratch, d))
		return false;
	for (size_t i = 0; i < b->files->n; i++) {
		struct str text = text_of(b, i);

		if (text.p && !file_lay(path_join(a, b->folder,
				b->files->items[i].path), text, d))
			return false;
	}
	return true;
}

/* --- modules ------------------------------------------------------------- */

/* The path of a page from the top of the work tree. */
static struct str
page_path(const struct gate_base *b, const struct wiki *w, size_t i)
{
	return path_join(b->git->arena, b->git->prefix, wiki_name(w, i));
}

bool
gate_base_foreign(const struct gate_base *b, const struct wiki *w, size_t i)
{
	for (size_t k = 0; k < b->nmodules; k++)
		if (path_is_under(page_path(b, w, i), b->modules[k]))
			return true;
	return false;
}

static bool
holds_pages(const struct gate_base *b, const struct wiki *w, struct str module)
{
	for (size_t i = 0; i < w->npages; i++)
		if (path_is_under(page_path(b, w, i), module))
			return true;
	return false;
}

static bool
check_modules(const struct gate_base *b, struct session *s)
{
	for (size_t i = 0; i < b->git->nchanges; i++) {
		const struct git_change *c = &b->git->changes[i];

		if (!c->module || (b->git->prefix.n > 0 &&
				   !is_in(c->from, b->git->prefix)))
			continue;
		if (!c->gone && !holds_pages(b, s->wiki, c->from))
			continue;
		diag_fail(s->diag, "the module '" STR_FMT "' has changed, "
			  "whose pages are of another repository: give it a "
			  "kbc.yaml of its own and run kbc gate in it",
			  STR_ARG(c->from));
		return false;
	}
	return true;
}

/* --- the second wiki ----------------------------------------------------- */

/* The wiki at the commit that b->git names, in a folder of its own. */
static bool
lay_wiki(struct gate_base *b, struct session *s)
{
	struct str temp = proc_env(STR("TMPDIR"));

	temp = temp.n > 0 ? temp : STR("/tmp");
	b->files = arena_alloc(s->arena, sizeof *b->files);
	if (!git_list(b->git, b->files, s->diag))
		return false;
	b->evidence = folder_of(b->git, s->wiki, "evidence", STR("evidence"));
	file_private_clear(s->arena, temp);
	b->room = arena_alloc(s->arena, sizeof *b->room);
	if (!file_private(s->arena, b->room, temp, s->diag))
		return false;
	b->folder = path_join(s->arena, b->room->path, STR("tree"));
	/* the bound of its links, as of those here */
	if (!file_make_folder(path_join(s->arena, b->folder, STR(".git")),
			      s->diag) ||
	    !choose_files(b, s->wiki, s->diag) ||
	    !lay_files(b, b->room->path, s->diag))
		return false;
	b->session = arena_alloc(s->arena, sizeof *b->session);
	*b->session = session_beside(s);
	b->session->given.npaths = 1;
	b->session->given.paths[0] = path_clean(s->arena,
		path_join(s->arena, b->folder, b->git->prefix));
	return true;
}

bool
gate_base_open(struct gate_base *b, struct session *s)
{
	struct str root = s->wiki->root;

	b->git = arena_alloc(s->arena, sizeof *b->git);
	return git_open(s->arena, b->git, root.n > 0 ? root : STR("."),
			s->given.base, s->diag) &&
	       check_modules(b, s) && lay_wiki(b, s);
}

bool
gate_base_at(struct gate_base *b, struct session *s, const struct git *g,
	     struct str commit)
{
	b->git = arena_alloc(s->arena, sizeof *b->git);
	*b->git = *g;
	b->git->arena = s->arena;
	b->git->base = commit;
	return lay_wiki(b, s);
}

void
gate_base_refuse(const struct gate_base *b, struct session *s)
{
	const struct diag *said = b->session->diag;
	struct str why = STR("");

	for (size_t i = 0; i < said->n; i++)
		if (said->items[i].level >= DIAG_ERROR && why.n == 0)
			why = said->items[i].text;
	diag_fail(s->diag, "the wiki of '" STR_FMT "' cannot be judged: "
		  STR_FMT, STR_ARG(s->given.base), STR_ARG(why));
	gate_base_name(b, s);
}

void
gate_base_name(const struct gate_base *b, struct session *s)
{
	struct str folder = arena_printf(s->arena, STR_FMT "/",
					 STR_ARG(b->folder));

	for (size_t i = 0; i < s->diag->n; i++) {
		struct str *text = &s->diag->items[i].text;
		size_t at = str_find(*text, folder);

		if (at == text->n)
			continue;
		*text = arena_printf(s->arena, STR_FMT STR_FMT ":" STR_FMT,
				     (int)at, text->p, STR_ARG(s->given.base),
				     STR_ARG(str_skip(*text, at + folder.n)));
	}
}

void
gate_base_clear(struct gate_base *b, struct session *s)
{
	if (b->room)
		file_private_end(b->room, s->diag);
}

void
gate_base_close(struct gate_base *b, struct session *s)
{
	if (b->session)
		session_close(b->session);
	gate_base_clear(b, s);
}
