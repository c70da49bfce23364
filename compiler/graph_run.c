/*
 * Sources and build.ninja onto the disk, and ninja over them.
 *
 * Only texts that differ are written, each by a rename, so an interrupted run
 * leaves old or new files and ninja finds out the rest; a lock keeps a second
 * run out, which waits. Ninja gets an environment that is named here word by
 * word: no NVCC_APPEND_FLAGS of the user reaches a compiler.
 *
 * Ninja fails both when a compiler was killed, which is a result, and when
 * it or the disk is broken, which is not. Which of them, the results say:
 * a run that failed and left none that explains it is a failure of ours.
 */
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "emit.h"
#include "file.h"
#include "graph.h"
#include "page.h"
#include "plan.h"
#include "plan_parts.h"
#include "proc.h"
#include "step.h"
#include "toolkit.h"
#include "summary.h"
#include "wiki.h"

/* Sources beyond this are none of ours. */
#define SOURCE_BYTES_MAX ((size_t)16 << 20)

/* Lines of ninja's words that are shown when it fails. */
#define LINES_MAX 20

/* --- writing ------------------------------------------------------------------ */

static bool
write_file(struct arena *a, const struct making *m, struct str name,
	   struct buf *text, struct diag *d)
{
	bool good = file_update(path_join(a, m->folder, name), buf_str(text),
				d);

	buf_clear(text);
	return good;
}

static struct str
source_name(struct arena *a, const struct target *t)
{
	return arena_printf(a, STR_FMT STR_FMT, STR_ARG(t->name),
			    STR_ARG(emit_suffix(t)));
}

static bool
write_sources(struct arena *a, const struct making *m, struct buf *text,
	      struct diag *d)
{
	for (size_t i = 0; i < m->plan->ntargets; i++) {
		const struct target *t = &m->plan->targets[i];

		emit_source(text, t);
		if (!write_file(a, m, source_name(a, t), text, d))
			return false;
		if (emit_mnemonics(text, t) &&
		    !write_file(a, m, arena_printf(a, STR_FMT "-names.ptx",
						   STR_ARG(t->name)), text, d))
			return false;
	}
	return true;
}

/* Whether every page has its claims here. */
static bool
is_whole(const struct making *m)
{
	for (size_t i = 0; i < m->wiki->npages; i++)
		if (!m->claims[i])
			return false;
	return true;
}

static struct str
page_folder(struct arena *a, const struct making *m, size_t i)
{
	const struct page page = { .name = m->wiki->summaries[i].name };

	return plan_page_name(a, &page);
}

/* Whether a page that was not selected has its sources in this folder. */
static bool
is_of_other_page(struct arena *a, const struct making *m, struct str folder)
{
	for (size_t i = 0; i < m->wiki->npages; i++)
		if (!m->claims[i] && str_equal(page_folder(a, m, i), folder))
			return true;
	return false;
}

static bool
is_planned(const struct plan *p, struct str name)
{
	size_t low = 0, high = p->ntargets;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = str_compare(p->targets[middle].name, name);

		if (order == 0)
			return true;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

/* Whether it is the second source of a PTX fence. */
static bool
is_second(const struct plan *p, struct str name)
{
	static const struct str end = STR_INIT("-names");
	size_t low = 0;
	struct buf text = { 0 };
	bool found = false;

	if (!str_ends(name, end))
		return false;
	name.n -= end.n;
	while (low < p->ntargets && !str_equal(p->targets[low].name, name))
		low++;
	if (low < p->ntargets)
		found = emit_mnemonics(&text, &p->targets[low]);
	buf_free(&text);
	return found;
}

/* Removes a source that kbc has made and no page has any more. */
static bool
remove_stale(struct arena *a, const struct making *m, struct str path,
	     struct str suffix, struct diag *d)
{
	struct str name = str_skip(path, m->folder.n), text;

	while (str_starts(name, STR("/")))
		name = str_skip(name, 1);
	name.n -= suffix.n;
	if (is_planned(m->plan, name) || is_second(m->plan, name))
		return true;
	if (!is_whole(m) && (is_of_other_page(a, m, path_dir(name)) ||
			     str_starts(name, STR("probes/")) ||
			     str_starts(name, STR("calls/"))))
		return true;
	if (!file_read(a, &text, path, SOURCE_BYTES_MAX, d))
		return false;
	return !emit_is_made(text) || file_remove(path, d);
}

static bool
remove_all_stale(struct arena *a, const struct making *m, struct str suffix,
		 struct diag *d)
{
	struct paths files = { 0 };

	if (!file_walk(a, &files, m->folder, suffix, d))
		return false;
	for (size_t i = 0; i < files.n; i++)
		if (!remove_stale(a, m, files.items[i], suffix, d))
			return false;
	return true;
}

bool
graph_write(struct arena *a, const struct making *m, struct diag *d)
{
	struct buf text = { 0 };
	bool good = file_make_folder(m->folder, d) &&
		    write_sources(a, m, &text, d);

	if (good && is_whole(m)) {
		emit_index(&text, m->plan, m->wiki, m->claims);
		good = write_file(a, m, STR("INDEX"), &text, d);
		graph_emit(&text, m, false);
		good = write_file(a, m, STR("build.ninja"), &text, d) && good;
	}
	buf_free(&text);
	return good && remove_all_stale(a, m, STR(".cu"), d) &&
	       remove_all_stale(a, m, STR(".ptx"), d);
}

/* --- running ------------------------------------------------------------------- */

static char *
to_text(struct arena *a, struct str s)
{
	char *p = arena_alloc(a, s.n + 1);

	for (size_t i = 0; i < s.n; i++)
		p[i] = s.p[i];
	return p;
}

static char *
setting(struct arena *a, const char *name, struct str value)
{
	return to_text(a, arena_printf(a, "%s=" STR_FMT, name,
				       STR_ARG(value)));
}

/* All that ninja and the steps below it may know of ours. */
static char *const *
make_env(struct arena *a, const struct making *m)
{
	static const char *const kept[] = {
		"PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH",
	};
	const struct config *c = &m->wiki->config;
	const struct toolkit *t = m->toolkit;
	char **env = arena_alloc(a, (COUNT_OF(kept) + 11) * sizeof(*env));
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(kept); i++) {
		struct str value = proc_env(str_of(kept[i]));

		if (value.p)
			env[n++] = setting(a, kept[i], value);
	}
	env[n++] = setting(a, "LC_ALL", STR("C"));
	env[n++] = setting(a, "KBC", path_real(a, m->kbc));
	env[n++] = setting(a, "KBC_NVCC", t->nvcc.path);
	env[n++] = setting(a, "KBC_PTXAS", t->ptxas.path);
	env[n++] = setting(a, "KBC_NVDISASM", t->nvdisasm.path);
	env[n++] = setting(a, "KBC_CUOBJDUMP", t->cuobjdump.path);
	env[n++] = setting(a, "KBC_NINJA", t->ninja.path);
	if (c->compile_seconds > 0)
		env[n++] = setting(a, "KBC_COMPILE_SECONDS",
				   arena_printf(a, "%g", c->compile_seconds));
	if (c->compile_memory > 0)
		env[n++] = setting(a, "KBC_COMPILE_MEMORY_MB",
				   arena_printf(a, "%g", (double)
						c->compile_memory / 1048576));
	return env;
}

static unsigned
count_jobs(const struct making *m)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	if (m->jobs > 0)
		return m->jobs;
	return cores > 0 ? (unsigned)cores : 1;
}

static bool
run_ninja(struct arena *a, const struct making *m, struct proc_result *r)
{
	char dir[] = "-C", keep[] = "-k", zero[] = "0", file[] = "-f";
	char graph[] = ".build/run.ninja", jobs[] = "-j";
	char *argv[] = {
		to_text(a, m->toolkit->ninja.path), dir,
		to_text(a, m->folder), file, graph, keep, zero, jobs,
		to_text(a, arena_printf(a, "%u", count_jobs(m))), NULL
	};
	struct proc p = { .argv = argv, .env = make_env(a, m),
			  .show = !m->quiet };

	return proc_run(a, r, &p);
}

/* Whether a step ended for a reason that is not its source's: its own words
   are in its result, and ninja comes back to it. */
static bool
is_stopped(struct arena *a, const struct making *m,
	       const struct target *t)
{
	static const char *const suffixes[] = {
		".ptx", ".cubin", ".sass", ".least",
	};

	for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
		struct result r;

		step_result(a, &r, path_join(a, m->folder,
					     graph_output(a, t, suffixes[i])));
		if (r.stopped)
			return true;
	}
	return false;
}

static bool
any_stopped(struct arena *a, const struct making *m)
{
	for (size_t i = 0; i < m->plan->ntargets; i++)
		if (is_stopped(a, m, &m->plan->targets[i]))
			return true;
	return false;
}

/* Whether ninja itself speaks: `ninja: error: …`. */
static bool
is_own_error(struct str line)
{
	return str_starts(line, STR("ninja: error:")) ||
	       str_starts(line, STR("ninja: fatal:"));
}

static bool
has_own_error(struct str text)
{
	struct str line;

	while (str_split(&line, &text, '\n'))
		if (is_own_error(line))
			return true;
	return false;
}

static bool
fail_ninja(struct diag *d, const struct proc_result *r)
{
	struct str rest = r->err.n > 0 ? r->err : r->out, line;

	if (!r->started)
		diag_fail(d, "cannot start ninja");
	else if (r->signal)
		diag_fail(d, "ninja is killed by signal %d", r->signal);
	else
		diag_fail(d, "ninja could not build: exit status %d",
			  r->status);
	for (int i = 0; i < LINES_MAX && str_split(&line, &rest, '\n'); i++)
		if (str_trim(line).n > 0)
			diag_note(d, (struct span){ 0 }, STR_FMT,
				  STR_ARG(str_trim(line)));
	return false;
}

static bool
build(struct arena *a, const struct making *m, struct diag *d)
{
	struct proc_result r;

	if (run_ninja(a, m, &r))
		return true;
	if (r.started && !r.signal && !has_own_error(r.out) &&
	    !has_own_error(r.err) && any_stopped(a, m))
		return true;
	return fail_ninja(d, &r);
}

/* What every edge depends on: the tools, and what kbc makes of them. */
static bool
write_toolkit(struct arena *a, const struct making *m, struct diag *d)
{
	struct str text = arena_printf(a, "kbc " KBC_VERSION "\n" STR_FMT,
				       STR_ARG(m->toolkit->stamp));

	return file_update(path_join(a, m->folder, STR(".build/toolkit")),
			   text, d);
}

static bool
write_graph(struct arena *a, const struct making *m, struct diag *d)
{
	struct buf text = { 0 };
	bool good;

	graph_emit(&text, m, true);
	good = write_file(a, m, STR(".build/run.ninja"), &text, d);
	buf_free(&text);
	return good;
}

static bool
run_locked(struct arena *a, const struct making *m, struct diag *d)
{
	const struct toolkit *t = m->toolkit;

	if (!graph_write(a, m, d))
		return false;
	if (m->plan->ntargets == 0 || t->nvcc.path.n == 0)
		return true;
	if (t->ninja.path.n == 0) {
		diag_fail(d, "ninja is not there: it builds what pages need");
		return false;
	}
	return toolkit_try(a, t, path_join(a, m->folder, STR(".build")), d) &&
	       write_toolkit(a, m, d) && write_graph(a, m, d) &&
	       build(a, m, d);
}

bool
graph_run(struct arena *a, const struct making *m, struct diag *d)
{
	int lock = file_lock(path_join(a, m->folder, STR(".build/lock")), d);
	bool good;

	if (lock < 0)
		return false;
	good = run_locked(a, m, d);
	file_unlock(lock);
	return good;
}
