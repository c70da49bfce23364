/*
 * Making: the plan, and with the tools at hand the sources and their build.
 *
 * The idea: what is missing shortens the pass and fails nothing. Without a
 * toolkit there are sources but no build, without targets neither is asked
 * for; only what cannot be written or read back ends the run.
 *
 * What a build is made of is graph, what came of it built.
 */
#include "arena.h"
#include "built.h"
#include "diag.h"
#include "file.h"
#include "graph.h"
#include "path.h"
#include "plan.h"
#include "proc.h"
#include "session.h"
#include "session_parts.h"
#include "session_seen.h"
#include "toolkit.h"
#include "wiki.h"

#include <unistd.h>

/* generated/ of the configuration, else a folder of the user's cache. */
static struct str
find_folder(const struct session *s)
{
	/* one claim's sources are no picture of the wiki: names of a page
	   share a source, and the rest would look stale */
	if (s->wiki->config.generated.n > 0 && !s->given.dry_run &&
	    !s->given.rebuild && s->given.only.n == 0)
		return s->wiki->config.generated;
	return session_cache(s);
}

static struct making
make_making(const struct session *s)
{
	return (struct making){
		.wiki = s->wiki, .claims = s->claims, .plan = s->plan,
		.toolkit = s->toolkit, .folder = s->folder,
		.jobs = s->given.jobs, .quiet = !isatty(2), .kbc = s->kbc,
		.launcher = s->given.launcher,
		.alone = str_equal(proc_env(STR("KBC_SHARE")), STR("no")),
		.lock = s->lock, .dry = s->dry, .partly = s->given.only.n > 0,
		.copied = arena_alloc(s->arena, sizeof(struct paths)),
	};
}

static bool
has_toolkit(const struct session *s)
{
	return s->toolkit && s->toolkit->nvcc.path.n > 0 &&
	       s->toolkit->ptxas.path.n > 0; /* graph_run asks for ninja */
}

/* Removes what killed runs were writing in folders of outputs, which are ours
   now; who only looks at them has no need of that. */
static void
sweep_outputs(const struct session *s)
{
	const struct str folders[] = { s->folder, s->wiki->config.evidence };

	for (size_t i = 0; i < COUNT_OF(folders); i++) {
		struct search found = { .suffixes = { STR(""), STR("") } };

		if (path_is_under(folders[i], s->wiki->root) ||
		    file_kind(folders[i]) != FILE_FOLDER)
			continue;
		file_search(s->arena, &found, folders[i], diag_make(s->arena));
		file_sweep(&found.temps);
	}
}

static bool
lock_folder(struct session *s)
{
	struct str build;

	s->folder = find_folder(s);
	build = path_join(s->arena, s->folder, STR(".build"));
	if (!file_unlink(build, s->diag))
		return false;
	s->lock = file_lock(path_join(s->arena, build, STR("lock")), s->diag);
	if (s->lock > 0)
		file_sweep(s->wiki->temps);
	return s->lock > 0;
}

bool
session_lock(struct session *s)
{
	if (!lock_folder(s))
		return false;
	sweep_outputs(s);
	return true;
}

bool
session_hold(struct session *s)
{
	if (s->lock > 0)
		return true;
	if (!lock_folder(s))
		return false;
	if (!str_equal(s->folder, session_cache(s)))
		return session_own(s);
	session_prune(s);
	return true;
}

static void
make_plan(struct session *s)
{
	s->plan = arena_alloc(s->arena, sizeof *s->plan);
	plan_make(s->arena, s->plan, s->wiki, s->claims);
}

/* The headers that sources were to have from beside their pages. */
static void
see_copied(struct session *s, const struct making *m)
{
	for (size_t i = 0; i < m->copied->n; i++)
		seen_file(s->seen, m->copied->items[i]);
}

bool
session_generate(struct session *s)
{
	struct making m;

	bool good;

	make_plan(s);
	m = make_making(s);
	good = graph_write(s->arena, &m, s->diag);
	see_copied(s, &m);
	return good;
}

bool
session_make(struct session *s, bool build)
{
	bool again = true, good;
	struct making m;

	make_plan(s);
	s->toolkit = arena_alloc(s->arena, sizeof *s->toolkit);
	if (!build)
		return true;
	s->built_asked = true;
	if (!toolkit_find(s->arena, s->toolkit, s->fetched, s->diag))
		return false;
	if (!session_hold(s))
		return false;
	sweep_outputs(s);
	m = make_making(s);
	if (!has_toolkit(s) || s->plan->ntargets == 0) {
		good = graph_write(s->arena, &m, s->diag);
		see_copied(s, &m);
		return good;
	}
	/* twice when somebody has removed outputs, of which ninja knows not */
	for (int i = 0; again && i < 2; i++) {
		if (!graph_run(s->arena, &m, s->diag))
			return false;
		see_copied(s, &m);
		s->built = built_read(s->arena, &m);
		again = built_gone(s->built, s->plan->ntargets);
	}
	return true;
}
