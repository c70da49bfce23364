/*
 * Git under a guard: what a repository's configuration names is not run.
 *
 * A list of drivers, told by git itself -> settings that turn them off.
 *
 * The idea: a repository may come with its .git, or a wiki's folder look like
 * one, and git would run what that says: filters when it reads a file that has
 * changed, a watcher of files, hooks, transports when an object is missing.
 * None of it is needed to compare bytes. What has one switch is switched off in
 * the command line; of the filters each by its name, since git has no switch
 * for all.
 *
 * Aliases and programs of the user's own PATH are the user's.
 */
#include "git.h"

#include "arena.h"
#include "diag.h"
#include "git_parts.h"
#include "proc.h"

/* Drivers beyond this are no repository's that is worked in. */
#define DRIVERS_MAX 64

static const char *const always[] = {
	"git", "--no-pager", "--no-optional-locks",
	"--no-replace-objects", "--literal-pathspecs",
	"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
	"-c", "safe.bareRepository=explicit",
};

/* No object is fetched; of no transport git would know a program. */
static const char *const environment[] = {
	"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
	"GIT_TERMINAL_PROMPT=0", NULL,
};

/* Settings of a driver that are made empty, or false. */
static const char *const settings[] = {
	"clean=", "process=", "required=false",
};

#define DRIVER_ARGS (2 * COUNT_OF(settings))

static size_t
add_drivers(const struct git *g, char **argv)
{
	size_t n = 0;

	for (size_t i = 0; i < g->ndrivers; i++)
		for (size_t k = 0; k < COUNT_OF(settings); k++) {
			argv[n++] = arena_text(g->arena, STR("-c"));
			argv[n++] = arena_text(g->arena, arena_printf(
				g->arena, "filter." STR_FMT ".%s",
				STR_ARG(g->drivers[i]), settings[k]));
		}
	return n;
}

bool
git_run(const struct git *g, struct proc_result *r, const struct git_call *c)
{
	size_t most = COUNT_OF(always) + g->ndrivers * DRIVER_ARGS +
		      GIT_ARGS_MAX + 1;
	char **argv = arena_alloc(g->arena, most * sizeof *argv);
	struct proc p = { .argv = argv, .input = c->input,
			  .more = environment,
			  .limits = { .seconds = 600, .output = c->output } };
	size_t n = 0;

	for (; n < COUNT_OF(always); n++)
		argv[n] = arena_text(g->arena, str_of(always[n]));
	n += add_drivers(g, argv + n);
	for (size_t i = 0; i < GIT_ARGS_MAX && c->args[i].p; i++)
		argv[n++] = arena_text(g->arena, c->args[i]);
	p.dir = arena_text(g->arena, g->folder);
	return proc_run(g->arena, r, &p);
}

/* Adds the driver of `filter.NAME.clean`, once; false if it has no end or
   cannot be named in a command line. */
static bool
add_driver(struct git *g, struct str key)
{
	struct str name = str_skip(key, STR("filter.").n);
	size_t end = name.n;

	while (end > 0 && name.p[end - 1] != '.')
		end--;
	if (end < 2)
		return true; /* `filter.clean` is of no driver */
	name.n = end - 1;
	for (size_t i = 0; i < g->ndrivers; i++)
		if (str_equal(g->drivers[i], name))
			return true;
	if (g->ndrivers == DRIVERS_MAX || str_find_byte(name, '=') < name.n)
		return false;
	g->drivers = arena_grow(g->arena, g->drivers, g->ndrivers,
				&g->capdrivers, sizeof *g->drivers);
	g->drivers[g->ndrivers++] = name;
	return true;
}

bool
git_find_drivers(struct git *g, struct diag *d)
{
	const struct git_call c = { .output = GIT_OUTPUT, .args = {
			STR("config"), STR("-z"), STR("--name-only"),
			STR("--get-regexp"), STR("^filter\\.") } };
	struct proc_result r;
	struct str rest, key;

	/* 1: there is none */
	if (!git_run(g, &r, &c) && r.status != 1)
		return git_fail(&r, "read its configuration", d);
	rest = r.out;
	while (rest.n > 0 && str_split(&key, &rest, '\0')) {
		if (add_driver(g, key))
			continue;
		diag_fail(d, "git's configuration has the filter '" STR_FMT
			  "', which cannot be turned off for a comparison: "
			  "give it another name", STR_ARG(key));
		return false;
	}
	return true;
}
