/*
 * The wiki as it was at the merge base: git's bytes in a folder of our own, to
 * be read by the passes that read any wiki.
 *
 * The idea: files that pages could look at lie there as they did
 * (cmd_gate_lay), so what is found of a page is found as it would have been.
 * Pages in a module, another repository, cannot be compared here; where one
 * has changed that is said and nothing is passed.
 */
#include "arena.h"
#include "cmd_gate.h"
#include "diag.h"
#include "file.h"
#include "git.h"
#include "path.h"
#include "proc.h"
#include "session.h"
#include "wiki.h"

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

		if (!c->module || !path_is_under(c->from, b->git->prefix))
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
	file_private_clear(s->arena, temp);
	b->room = arena_alloc(s->arena, sizeof *b->room);
	if (!file_private(s->arena, b->room, temp, s->diag))
		return false;
	b->folder = path_join(s->arena, b->room->path, STR("tree"));
	/* the bound of its links, as of those here */
	if (!file_make_folder(path_join(s->arena, b->folder, STR(".git")),
			      s->diag) ||
	    !gate_base_lay(b, s->wiki, s->diag))
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
