/*
 * The compilers as steps start them: one fixed command line a kind, since a
 * cubin holds its options' text and is known by its hash; an environment of
 * four variables, since NVCC_APPEND_FLAGS, CPATH and their like would change
 * results unseen; a sandbox and limits, since a page had a hand in the source.
 *
 * The names in a command line are relative and plain: nvcc hands them to a
 * shell. The compiler writes into a folder that goes afterwards, and reads its
 * toolkit, the system's own folders and the sources.
 */
#include "step_parts.h"

#include "arena.h"
#include "diag.h"
#include "file.h"
#include "path.h"
#include "proc.h"
#include "toolkit.h"

/* Kept of what a compiler says; the middle of more is left out. */
#define LOG_MAX ((size_t)64 << 10)

#define ARGS_MAX 24

struct args {
	struct arena *a;
	char *items[ARGS_MAX + 1];
	size_t n;
};

static void
add(struct args *args, struct str arg)
{
	if (args->n == ARGS_MAX)
		bug("too many arguments for a compiler");
	args->items[args->n++] = arena_text(args->a, arg);
}

static void
add_texts(struct args *args, const char *const *texts)
{
	while (*texts)
		add(args, str_of(*texts++));
}

struct str
step_temp(struct arena *a, const struct step *s, const char *name)
{
	return path_join(a, s->temp, str_of(name));
}

static void
add_nvcc(struct args *args, const struct step *s, struct str in)
{
	static const char *const fixed[] = {
		"-ptx", "-std=c++17", "-O3", "-I.",
		/* a value that is never set becomes a trap */
		"-diag-error", "549", NULL,
	};
	static const char *const check[] = {
		"-rdc=true", "-lineinfo", NULL,
	};
	static const char *const cached[] = { "-c", "-MD", "-MF", NULL };
	static const char *const many[] = {
		"-Xcudafe", "--error_limit=10000", NULL,
	};
	struct str number = str_skip(s->sm, 3);
	struct str depfile = step_temp(args->a, s, "out.d");

	add_texts(args, fixed);
	add(args, STR("-gencode"));
	add(args, arena_printf(args->a,
			       "arch=compute_" STR_FMT ",code=compute_" STR_FMT,
			       STR_ARG(number), STR_ARG(number)));
	if (s->check)
		add_texts(args, check);
	if (s->lines)
		add(args, STR("-lineinfo"));
	if (s->kind == STEP_SHARE) /* each source's errors are wanted */
		add_texts(args, many);
	if (step_launcher(s).n > 0) { /* which knows this form alone */
		add_texts(args, cached);
		add(args, depfile);
	} else { /* nvcc's own -MD goes over the source once more */
		add(args, STR("-Xcompiler"));
		add(args, arena_printf(args->a, "-MD,-MF," STR_FMT,
				       STR_ARG(depfile)));
	}
	add(args, in);
	add(args, STR("-o"));
	add(args, step_temp(args->a, s, "out"));
}

static void
add_ptxas(struct args *args, const struct step *s, struct str in)
{
	add(args, STR("-v"));
	if (s->check)
		add(args, STR("-c"));
	if (s->lines) /* which the cubin must not hold: they move */
		add(args, STR("--suppress-debug-info"));
	add(args, arena_printf(args->a, "-arch=" STR_FMT, STR_ARG(s->sm)));
	add(args, in);
	add(args, STR("-o"));
	add(args, step_temp(args->a, s, "out"));
}

static const struct tool *
find_tool(const struct step *s, const struct toolkit *t)
{
	switch (s->kind) {
	case STEP_PTX:
	case STEP_NEEDS:
	case STEP_SHARE:
		return &t->nvcc;
	case STEP_CUBIN:
	case STEP_LEAST:
		return &t->ptxas;
	case STEP_SASS:
		break;
	}
	return &t->nvdisasm;
}

static void
make_args(struct args *args, const struct step *s, struct str program,
	  struct str in)
{
	if (step_launcher(s).n > 0)
		add(args, step_launcher(s));
	add(args, program);
	switch (s->kind) {
	case STEP_PTX:
	case STEP_NEEDS:
	case STEP_SHARE:
		add_nvcc(args, s, in);
		break;
	case STEP_CUBIN:
	case STEP_LEAST:
		add_ptxas(args, s, in);
		break;
	case STEP_SASS:
		add(args, STR("-c"));
		add(args, in);
		break;
	}
}

char *const *
step_env(struct arena *a, const struct step *s, struct str path)
{
	struct str libraries = proc_env(STR("LD_LIBRARY_PATH"));
	char **env = arena_alloc(a, 6 * sizeof(*env));
	size_t n = 0;

	/* nvcc finds the host's compiler, for its preprocessor, by PATH */
	if (path.p)
		env[n++] = arena_text(a, arena_printf(a, "PATH=" STR_FMT,
						      STR_ARG(path)));
	if (libraries.p)
		env[n++] = arena_text(a, arena_printf(a,
			"LD_LIBRARY_PATH=" STR_FMT, STR_ARG(libraries)));
	env[n++] = arena_text(a, arena_printf(a, "TMPDIR=" STR_FMT,
					      STR_ARG(s->temp)));
	env[n++] = arena_text(a, STR("LANG=C"));
	env[n++] = arena_text(a, STR("LC_ALL=C"));
	return env;
}

struct str
step_home(struct arena *a, struct str program)
{
	struct str real = file_real(a, program), of_user;
	struct str home = path_dir(path_dir(real));

	of_user = file_real(a, proc_env(STR("HOME")));
	if (!real.n || str_equal(home, STR("/")) ||
	    (of_user.n > 0 && path_is_under(of_user, home)))
		return (struct str){ NULL, 0 };
	return arena_copy(a, home);
}

struct proc_sandbox *
step_sandbox(struct arena *a, const struct step *s, const struct toolkit *t,
	     struct str folder)
{
	const struct str read[] = { t->root, t->include, STR("."), folder,
				    step_home(a, find_tool(s, t)->path),
				    step_home(a, proc_find(a, STR("gcc"))) };
	struct proc_sandbox *box = arena_alloc(a, sizeof *box);
	struct str *paths = arena_alloc(a, sizeof read + sizeof s->temp);

	memcpy(paths, read, sizeof read);
	paths[COUNT_OF(read)] = s->temp;
	box->read = paths;
	box->nread = COUNT_OF(read);
	box->write = paths + COUNT_OF(read);
	box->nwrite = 1;
	return box;
}

void
step_start(struct arena *a, struct proc_result *r, const struct step *s,
	   const struct toolkit *t, struct str in)
{
	const struct tool *tool = find_tool(s, t);
	struct args args = { .a = a };
	struct proc p = { .line = s->line };

	*r = (struct proc_result){ .status = -1 };
	if (!tool->path.n)
		return;
	make_args(&args, s, tool->path, in);
	p.argv = args.items;
	p.env = step_env(a, s, proc_env(STR("PATH")));
	p.sandbox = step_sandbox(a, s, t, path_dir(in));
	p.limits.seconds = s->seconds;
	p.limits.memory = s->memory;
	p.limits.file_bytes = STEP_OUTPUT_MAX;
	if (step_launcher(s).n > 0 && !step_launch(a, &p, s, in))
		return;
	p.limits.output = s->log_max ? s->log_max : LOG_MAX;
	if (s->kind == STEP_SASS)
		p.limits.output = STEP_OUTPUT_MAX;
	proc_run(a, r, &p);
}
