/*
 * How far a wiki reaches: links of pages and places that kbc.yaml names.
 *
 * A wiki's root -> the folder of the repository that it is in, else the root
 * itself; and errors for what leads out of that.
 *
 * The idea: a page may come from a stranger, as a link to any file or with a
 * kbc.yaml that names any folder, and kbc would read, quote and write there.
 * What is in one repository is of one hand, and its links are followed; beyond
 * it nothing is, however a path says so.
 *
 * The folder of generated code may lie beside the root also where there is no
 * repository, and never around it: all in it can be included by pages.
 */
#include "arena.h"
#include "diag.h"
#include "file.h"
#include "path.h"
#include "wiki.h"
#include "wiki_parts.h"
#include "yaml.h"

struct str
bound_find(struct arena *a, struct str root)
{
	struct str real = file_real(a, root), at = real;

	while (at.n > 1) {
		if (file_kind(path_join(a, at, STR(".git"))) != FILE_NONE)
			return at;
		at = path_dir(at);
	}
	return real;
}

static bool
has_repository(struct arena *a, const struct wiki *w)
{
	return file_kind(path_join(a, w->bound, STR(".git"))) != FILE_NONE;
}

bool
bound_holds(struct arena *a, const struct wiki *w, struct str path)
{
	return file_stays(a, path, w->bound) ||
	       (!has_repository(a, w) &&
		file_stays(a, path, path_dir(w->bound)));
}

/* Where messages say that it leads out of. */
static const char *
name_bound(struct arena *a, const struct wiki *w)
{
	return has_repository(a, w) ? "the wiki's repository" : "the wiki";
}

static bool
is_of_git(struct str path)
{
	struct str part;

	while (str_split(&part, &path, '/'))
		if (str_equal_case(part, STR(".git")))
			return true;
	return false;
}

/* `../NAME`, which is no link that leads on. */
static bool
is_beside(struct wiki *w, struct str text, struct str path)
{
	struct arena *a = w->arena;
	struct str up = STR("../"), name = str_skip(text, up.n);
	struct str above = path_dir(file_real(a, w->root));

	while (str_ends(name, STR("/")))
		name.n--;
	return str_starts(text, up) && name.n > 0 && name.p[0] != '.' &&
	       str_find_byte(name, '/') == name.n &&
	       file_stays(a, path, file_kind(path) == FILE_NONE ? above :
						path_join(a, above, name));
}

static void
check_place(struct wiki *w, const struct node *n, bool generated)
{
	struct arena *a = w->arena;
	struct str path = path_clean(a, path_join(a, w->root, n->text));

	if (n->kind != NODE_SCALAR)
		return;
	if (is_of_git(n->text) ||
	    (!file_stays(a, path, w->bound) &&
	     !(generated && is_beside(w, n->text, path))))
		diag_error(w->diag, n->at, "'" STR_FMT "' leads out of %s",
			   STR_ARG(n->text), name_bound(a, w));
	else if (generated && path_is_under(file_real(a, w->root),
					    file_real(a, path)) &&
		 file_kind(path) != FILE_NONE)
		diag_error(w->diag, n->at, "'" STR_FMT "' is the wiki or holds "
			   "it: code has a folder of its own",
			   STR_ARG(n->text));
}

bool
bound_check_config(struct wiki *w)
{
	static const struct str keys[] = {
		STR_INIT("generated"), STR_INIT("evidence"),
		STR_INIT("schemas"), STR_INIT("sources"), STR_INIT("signers"),
		STR_INIT("revoked_signers"),
	};

	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		const struct node *n = yaml_find(w->config.root, keys[i]);

		if (n && n->kind == NODE_LIST)
			for (n = n->child; n; n = n->next)
				check_place(w, n, false);
		else if (n)
			check_place(w, n, i == 0);
	}
	return !diag_failed(w->diag);
}

bool
bound_check_file(const struct wiki *w, struct str path, struct diag *d)
{
	if (file_stays(w->arena, path, w->bound))
		return true;
	diag_fail(d, "'" STR_FMT "' is a link that leads out of %s: it "
		  "is not read", STR_ARG(path), name_bound(w->arena, w));
	return false;
}
