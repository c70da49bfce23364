/*
 * Questions to git: a revision -> the commit to compare with, its files, what
 * was renamed since.
 *
 * The idea: git is asked through its plumbing, in forms that end names in NUL
 * and quote none, and nothing that it cannot answer is taken for "nothing
 * changed": each has a fail with what to do about it. The files on disk count
 * as the newer side, committed or not. No shell, no variable of GIT_ that would
 * lead elsewhere (proc hands on none), no replaced objects, no program that a
 * repository's configuration names (git_guard.c).
 *
 * Which files matter and what they mean is the caller's affair; bytes of files
 * are git_read.c.
 */
#include "git.h"

#include "arena.h"
#include "diag.h"
#include "git_parts.h"
#include "proc.h"

/* The first line of what git has to say, without its `fatal: `. */
static struct str
first_line(const struct proc_result *r)
{
	static const struct str heads[] = { STR_INIT("fatal: "),
					    STR_INIT("error: ") };
	struct str line = str_slice(r->err, 0, str_find_byte(r->err, '\n'));

	for (size_t i = 0; i < COUNT_OF(heads); i++)
		if (str_starts(line, heads[i]))
			line = str_skip(line, heads[i].n);
	return line;
}

bool
git_fail(const struct proc_result *r, const char *what, struct diag *d)
{
	struct str why = first_line(r);

	if (r->timed_out)
		why = STR("it did not end in time");
	else if (why.n == 0)
		why = STR("its answer is not as it should be");
	if (!r->started)
		diag_fail(d, "git is not here, which tells what has changed: "
			  "install it");
	else
		diag_fail(d, "git cannot %s: " STR_FMT, what, STR_ARG(why));
	return false;
}

/* The answer to a question that is one line; false without one. */
static bool
ask(const struct git *g, struct str *out, struct proc_result *r,
    const struct git_call *c)
{
	if (!git_run(g, r, c))
		return false;
	*out = r->out;
	if (str_ends(*out, STR("\n")))
		out->n--;
	return true;
}

/* --- the commit ---------------------------------------------------------- */

static bool
find_repository(struct git *g, struct diag *d)
{
	struct proc_result r;

	if (ask(g, &g->top, &r, &(struct git_call){ .args = {
			STR("rev-parse"), STR("--show-toplevel") } }) &&
	    ask(g, &g->prefix, &r, &(struct git_call){ .args = {
			STR("rev-parse"), STR("--show-prefix") } })) {
		if (str_ends(g->prefix, STR("/")))
			g->prefix.n--;
		return true;
	}
	if (!r.started || r.timed_out)
		return git_fail(&r, "find the repository", d);
	diag_fail(d, "'" STR_FMT "' is in no work tree of git, so there is "
		  "nothing to compare with (" STR_FMT "): run kbc gate in a "
		  "clone", STR_ARG(g->folder), STR_ARG(first_line(&r)));
	return false;
}

static bool
is_shallow(const struct git *g)
{
	struct proc_result r;
	struct str word;

	return ask(g, &word, &r, &(struct git_call){ .args = {
			STR("rev-parse"), STR("--is-shallow-repository") } }) &&
	       str_equal(word, STR("true"));
}

/* The commit that rev names, into *out. */
static bool
find_commit(const struct git *g, struct str *out, struct str rev,
	    struct diag *d)
{
	struct proc_result r;
	struct str commit = arena_printf(g->arena, STR_FMT "^{commit}",
					 STR_ARG(rev));

	if (!str_starts(rev, STR("-")) && rev.n > 0 &&
	    ask(g, out, &r, &(struct git_call){ .args = {
			STR("rev-parse"), STR("--verify"), commit } }))
		return true;
	if (str_equal(rev, STR("HEAD")))
		diag_fail(d, "the repository has no commit yet: there is "
			  "nothing to compare");
	else
		diag_fail(d, "there is no revision '" STR_FMT "' here: fetch "
			  "it (`git fetch origin`), or name another with "
			  "--base%s", STR_ARG(rev), is_shallow(g) ? "; the "
			  "clone is shallow: `git fetch --unshallow`" : "");
	return false;
}

static bool
find_base(struct git *g, struct str rev, struct diag *d)
{
	struct proc_result r;
	struct str theirs, ours;

	if (!find_commit(g, &ours, STR("HEAD"), d) ||
	    !find_commit(g, &theirs, rev, d))
		return false;
	if (ask(g, &g->base, &r, &(struct git_call){ .args = {
			STR("merge-base"), theirs, ours } }))
		return true;
	if (r.status != 1)
		return git_fail(&r, "find the merge base", d);
	diag_fail(d, "'" STR_FMT "' and HEAD have no commit in common%s",
		  STR_ARG(rev), is_shallow(g) ?
		  " in this shallow clone: `git fetch --unshallow`, or in a "
		  "workflow a checkout of the whole history" :
		  ": name the branch that this one came from");
	return false;
}

/* --- what was renamed ---------------------------------------------------- */

static void
add_change(struct git *g, struct git_change c)
{
	g->changes = arena_grow(g->arena, g->changes, g->nchanges,
				&g->capchanges, sizeof *g->changes);
	g->changes[g->nchanges++] = c;
}

/* `:100644 160000 ID ID R100`, NUL, a name, NUL, of renames another name. */
static bool
take_change(struct git *g, struct str *rest)
{
	struct str head, from, to, status;
	bool was_module, is_module;

	if (!str_split(&head, rest, '\0') || head.n < 15 ||
	    !str_split(&from, rest, '\0'))
		return false;
	was_module = str_equal(str_slice(head, 1, 6), STR("160000"));
	is_module = str_equal(str_slice(head, 8, 6), STR("160000"));
	status = str_skip(head, 15);
	while (status.n > 0 && str_find_byte(status, ' ') < status.n)
		status = str_skip(status, str_find_byte(status, ' ') + 1);
	to = from;
	if (str_starts(status, STR("R")) && !str_split(&to, rest, '\0'))
		return false;
	if (was_module || is_module)
		add_change(g, (struct git_change){ from, from, true,
						   !is_module });
	else if (str_starts(status, STR("R")))
		add_change(g, (struct git_change){ from, to, false, false });
	return true;
}

static bool
find_changes(struct git *g, struct diag *d)
{
	struct proc_result r;
	struct str rest;

	if (!git_run(g, &r, &(struct git_call){ .output = GIT_OUTPUT, .args = {
			STR("diff"), STR("--raw"), STR("-z"), STR("-M"),
			STR("--no-ext-diff"), STR("--no-textconv"),
			STR("--no-abbrev"), STR("--no-relative"),
			STR("--ignore-submodules=none"), g->base,
			STR("--") } }))
		return git_fail(&r, "compare with the files here", d);
	rest = r.out;
	while (rest.n > 0)
		if (!take_change(g, &rest))
			return git_fail(&r, "tell what changed", d);
	return true;
}

bool
git_find(struct arena *a, struct git *out, struct str folder, struct diag *d)
{
	*out = (struct git){ .arena = a, .folder = folder };
	return find_repository(out, d);
}

/* `ID DAY`, a line each. */
static bool
take_moment(struct git_moment *out, struct str line)
{
	size_t blank = str_find_byte(line, ' ');

	*out = (struct git_moment){ str_slice(line, 0, blank),
				    str_skip(line, blank + 1) };
	return out->id.n > 0 && out->day.n > 0;
}

bool
git_log(const struct git *g, struct git_moment **out, size_t *n, size_t most,
	struct diag *d)
{
	struct str count = arena_printf(g->arena, "--max-count=%zu", most);
	struct proc_result r;
	struct str rest, line;

	*n = 0;
	*out = arena_alloc(g->arena, (most + 1) * sizeof **out);
	if (!git_run(g, &r, &(struct git_call){ .output = GIT_OUTPUT, .args = {
			STR("log"), STR("--format=%H %cs"), count,
			STR("--no-color"), STR("--no-show-signature"),
			STR("HEAD"), STR("--"), STR(".") } }))
		return git_fail(&r, "tell what happened", d);
	rest = r.out;
	while (*n < most && str_split(&line, &rest, '\n') && line.n > 0)
		if (!take_moment(&(*out)[(*n)++], line))
			return git_fail(&r, "tell what happened", d);
	for (size_t i = 0; i < *n / 2; i++) {
		struct git_moment m = (*out)[i];

		(*out)[i] = (*out)[*n - 1 - i];
		(*out)[*n - 1 - i] = m;
	}
	return true;
}

bool
git_open(struct arena *a, struct git *out, struct str folder, struct str rev,
	 struct diag *d)
{
	*out = (struct git){ .arena = a, .folder = folder };
	return find_repository(out, d) && git_find_drivers(out, d) &&
	       find_base(out, rev, d) && find_changes(out, d);
}
