/*
 * Ninja over the sources.
 *
 * A lock keeps a second run out, which waits. Ninja and its steps inherit the
 * lock, so of a run that was killed all has ended when the next one begins;
 * they end at once, since a line tells them of our death. After that ninja
 * itself finds out what is left to do. It gets an environment that is named
 * here word by word: no NVCC_APPEND_FLAGS of the user reaches a compiler.
 *
 * Ninja fails both when a compiler was killed, which is a result, and when
 * it or the disk is broken, which is not. Which of them, the results say:
 * a run that failed and left none that explains it is a failure of ours.
 */
#include "arena.h"
#include "buf.h"
#include "crew.h"
#include "diag.h"
#include "file.h"
#include "graph.h"
#include "graph_parts.h"
#include "path.h"
#include "plan.h"
#include "proc.h"
#include "share.h"
#include "step.h"
#include "toolkit.h"
#include "wiki.h"

/* Lines of ninja's words that are shown when it fails. */
#define LINES_MAX 6

static char *
setting(struct arena *a, const char *name, struct str value)
{
	return arena_text(a, arena_printf(a, "%s=" STR_FMT, name,
				       STR_ARG(value)));
}

/* All that ninja and the steps below it may know of ours. */
static char *const *
make_env(struct arena *a, const struct making *m, int line)
{
	static const char *const kept[] = {
		"PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "KBC_SANDBOX",
		"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "CCACHE_DIR",
		"CCACHE_CONFIGPATH", /* for a launcher */
	};
	const struct config *c = &m->wiki->config;
	const struct toolkit *t = m->toolkit;
	char **env = arena_alloc(a, (COUNT_OF(kept) + 12) * sizeof(*env));
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(kept); i++) {
		struct str value = proc_env(str_of(kept[i]));

		if (value.p)
			env[n++] = setting(a, kept[i], value);
	}
	env[n++] = setting(a, "LC_ALL", STR("C"));
	env[n++] = setting(a, "KBC", file_real(a, m->kbc));
	env[n++] = setting(a, "KBC_NVCC", t->nvcc.path);
	env[n++] = setting(a, "KBC_PTXAS", t->ptxas.path);
	env[n++] = setting(a, "KBC_NVDISASM", t->nvdisasm.path);
	env[n++] = setting(a, "KBC_CUOBJDUMP", t->cuobjdump.path);
	env[n++] = setting(a, "KBC_NINJA", t->ninja.path);
	if (m->launcher.n > 0)
		env[n++] = setting(a, "KBC_LAUNCHER", m->launcher);
	env[n++] = setting(a, "KBC_LINE", arena_printf(a, "%d", line));
	if (c->compile_seconds > 0)
		env[n++] = setting(a, "KBC_COMPILE_SECONDS",
				   arena_printf(a, "%g", c->compile_seconds));
	if (c->compile_memory > 0)
		env[n++] = setting(a, "KBC_COMPILE_MEMORY_MB",
				   arena_printf(a, "%g", (double)
						c->compile_memory / 1048576));
	return env;
}

bool
graph_start(struct arena *a, const struct making *m, struct proc_result *r,
	    struct proc *p)
{
	struct proc_line line;
	int keep[2];
	bool good;

	*r = (struct proc_result){ .status = -1 };
	if (!proc_line_make(&line))
		return false;
	keep[0] = line.far;
	keep[1] = m->lock;
	p->env = make_env(a, m, line.far);
	p->keep = keep;
	p->nkeep = m->lock > 0 ? 2 : 1;
	good = proc_run(a, r, p);
	p->keep = NULL;
	p->nkeep = 0;
	proc_line_cut(&line);
	return good;
}

bool
graph_ninja(struct arena *a, const struct making *m, struct proc_result *r,
	    const char *file)
{
	char dir[] = "-C", keep[] = "-k", zero[] = "0", from[] = "-f";
	char jobs[] = "-j";
	char *argv[] = {
		arena_text(a, m->toolkit->ninja.path), dir,
		arena_text(a, m->folder), from, arena_text(a, str_of(file)),
		keep, zero, jobs,
		arena_text(a, arena_printf(a, "%u", crew_size(m->jobs))), NULL
	};
	struct proc p = { .argv = argv, .show = !m->quiet };

	return graph_start(a, m, r, &p);
}

/* Whether a step ended for a reason that is not its source's: its own words
   are in its result, and ninja comes back to it. */
static bool
is_stopped(struct arena *a, const struct making *m, const struct target *t)
{
	static const char *const suffixes[] = {
		".ptx", ".cubin", ".sass", ".least", ".needs",
		"-names.cubin",
	};

	if (share_is_good(a, m, t))
		return false;
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

/* Where in ninja's words the reason begins: behind what it did well. */
static struct str
find_reason(const struct proc_result *r)
{
	static const struct str signs[] = {
		STR_INIT("ninja: error:"), STR_INIT("ninja: fatal:"),
		STR_INIT("FAILED: "),
	};

	for (size_t i = 0; i < COUNT_OF(signs); i++) {
		size_t err = str_find(r->err, signs[i]);
		size_t out = str_find(r->out, signs[i]);

		if (err < r->err.n)
			return str_skip(r->err, err);
		if (out < r->out.n)
			return str_skip(r->out, out);
	}
	return r->err.n > 0 ? r->err : r->out;
}

static bool
fail_ninja(struct diag *d, const struct proc_result *r)
{
	struct str rest = find_reason(r), line;

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

	if (graph_ninja(a, m, &r, ".build/run.ninja"))
		return true;
	/* a step that died, of memory as it may be, has left its folder */
	file_remove_trees(path_join(a, m->folder, STR(".build")), STR(".tmp"),
			  d);
	if (r.started && !r.signal && !has_own_error(r.out) &&
	    !has_own_error(r.err) && any_stopped(a, m))
		return true;
	return fail_ninja(d, &r);
}

/* What every edge depends on: the tools, and what kbc makes of them. What went
   through a launcher is made again for who goes without. */
static bool
write_toolkit(struct arena *a, const struct making *m, struct diag *d)
{
	struct str text = arena_printf(a, "kbc " KBC_VERSION " steps %d\n"
				       STR_FMT "%s", STEP_VERSION,
				       STR_ARG(m->toolkit->stamp),
				       m->launcher.n > 0 ? "launcher\n" : "");

	return file_update(path_join(a, m->folder, STR(".build/toolkit")),
			   text, d);
}

static bool
write_graph(struct arena *a, const struct making *m, struct diag *d)
{
	struct buf text = { 0 };
	bool good;

	graph_emit(&text, m, true);
	good = graph_write_file(a, m, STR(".build/run.ninja"), &text, d);
	buf_free(&text);
	return good;
}

/*
 * Runs ninja, with a mark beside its files while it runs: where that stands
 * already a run was killed, and its steps have left their folders.
 */
static bool
build_marked(struct arena *a, const struct making *m, struct diag *d)
{
	struct str folder = path_join(a, m->folder, STR(".build"));
	struct str mark = path_join(a, folder, STR("running"));
	bool good;

	if (file_kind(mark) != FILE_NONE &&
	    !file_remove_trees(folder, STR(".tmp"), d))
		return false;
	if (!file_update(mark, STR(""), d))
		return false;
	good = graph_try(a, m, d) && write_toolkit(a, m, d) &&
	       graph_share(a, m, d) && write_graph(a, m, d) &&
	       build(a, m, d);
	return file_remove(mark, d) && good;
}

bool
graph_run(struct arena *a, const struct making *m, struct diag *d)
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
	return build_marked(a, m, d);
}
