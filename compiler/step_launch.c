/*
 * nvcc behind a compiler cache: `ccache nvcc …`, for what nobody measures.
 *
 * The idea: ccache runs outside of the sandbox, since it reads and writes the
 * user's cache, and the compiler within: ccache starts it through a prefix, and
 * that is this program once more, which puts itself into the sandbox of the
 * step and becomes the compiler. So what a page makes a compiler do reaches no
 * entry of another page. In its depend mode ccache knows a result by the bytes
 * of the source, of the files that it included, of the compiler, and of the
 * toolkit's stamp; it starts no preprocessor, whose output a compiler could
 * have made look like another source.
 *
 * Options of the user's that make a hit less sure are not taken. A module with
 * places of its source in it is another one in another folder, and has names
 * of its own there.
 *
 * It does not decide who may use a cache: cmd does.
 */
#include "step_parts.h"

#include "arena.h"
#include "diag.h"
#include "file.h"
#include "path.h"
#include "proc.h"
#include "step.h"
#include "toolkit.h"

#include <stdio.h>

#define ENV_MAX 32

struct env {
	struct arena *a;
	char *items[ENV_MAX + 1];
	size_t n;
};

static void
put(struct env *env, const char *name, struct str value)
{
	if (env->n == ENV_MAX)
		bug("too many variables for a step");
	env->items[env->n++] = arena_text(env->a, arena_printf(env->a, "%s="
		STR_FMT, name, STR_ARG(value)));
}

/* Where ccache finds its cache and what the user says of it. */
static void
put_kept(struct env *env)
{
	static const char *const kept[] = {
		"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "CCACHE_DIR",
		"CCACHE_CONFIGPATH", "LD_LIBRARY_PATH", "KBC_NVCC",
		"KBC_SANDBOX",
	};

	for (size_t i = 0; i < COUNT_OF(kept); i++) {
		struct str value = proc_env(str_of(kept[i]));

		if (value.p)
			put(env, kept[i], value);
	}
}

/* What ccache must not be told otherwise, nor by a file of the user's. */
static void
put_fixed(struct env *env)
{
	static const struct setting {
		const char *name, *value;
	} fixed[] = {
		{ "CCACHE_COMPILERTYPE", "nvcc" },
		{ "CCACHE_COMPILERCHECK", "content" },
		{ "CCACHE_EXTRAFILES", ".build/toolkit" },
		{ "CCACHE_DEPEND", "1" },
		{ "CCACHE_DIRECT", "1" },
		{ "CCACHE_SLOPPINESS", "" },
		{ "CCACHE_BASEDIR", "" },
		{ "CCACHE_IGNOREHEADERS", "" },
		{ "CCACHE_IGNOREOPTIONS", "" },
		{ "LANG", "C" },
		{ "LC_ALL", "C" },
	};

	for (size_t i = 0; i < COUNT_OF(fixed); i++)
		put(env, fixed[i].name, str_of(fixed[i].value));
}

/* The folder of this program goes first, where ccache looks for its prefix;
   the compiler gets the path as it was. */
static bool
put_prefix(struct env *env)
{
	struct str kbc = file_real(env->a, STR("/proc/self/exe"));
	struct str path = proc_env(STR("PATH"));

	put(env, "KBC_BOX", path);
	put(env, "PATH", arena_printf(env->a, STR_FMT ":" STR_FMT,
				      STR_ARG(path_dir(kbc)), STR_ARG(path)));
	put(env, "CCACHE_PREFIX", path_base(kbc));
	put(env, "CCACHE_PREFIX_CPP", path_base(kbc));
	return kbc.n > 0 && str_find_byte(path_dir(kbc), ':') ==
				    path_dir(kbc).n;
}

/* Entries of modules with places in them are of this folder alone. */
static struct str
name_space(struct arena *a, const struct step *s)
{
	return s->lines || s->check ?
		       arena_printf(a, "kbc " STR_FMT,
				    STR_ARG(file_real(a, STR(".")))) :
		       STR("kbc");
}

struct str
step_launcher(const struct step *s)
{
	return s->kind == STEP_PTX && s->dir.n == 0 ?
		       proc_env(STR("KBC_LAUNCHER")) : STR("");
}

bool
step_launch(struct arena *a, struct proc *p, const struct step *s,
	    struct str in)
{
	struct env *env = arena_alloc(a, sizeof *env);

	env->a = a;
	put_kept(env);
	put_fixed(env);
	put(env, "TMPDIR", s->temp);
	put(env, "CCACHE_NAMESPACE", name_space(a, s));
	put(env, "KBC_COMPILE_MEMORY_MB", arena_printf(a, "%g",
		(double)s->memory / 1048576));
	put(env, "KBC_BOX_TEMP", s->temp);
	put(env, "KBC_BOX_IN", path_dir(in));
	p->env = env->items;
	p->sandbox = NULL;
	p->limits.memory = p->limits.file_bytes = 0; /* the compiler's */
	return put_prefix(env);
}

int
step_box(struct arena *a, char *const *argv)
{
	struct step s = { .kind = STEP_PTX,
			  .temp = proc_env(STR("KBC_BOX_TEMP")) };
	struct proc p = { .argv = argv,
			  .env = step_env(a, &s, proc_env(STR("KBC_BOX"))) };
	struct toolkit t;

	if (!step_read_limits(&s, diag_make(a)))
		return STATUS_NO_COMPILER;
	p.limits.memory = s.memory;
	p.limits.file_bytes = STEP_OUTPUT_MAX;
	toolkit_locate(a, &t, STR(""));
	p.sandbox = step_sandbox(a, &s, &t, proc_env(STR("KBC_BOX_IN")));
	proc_become(a, &p);
	perror(argv[0]);
	return STATUS_NO_COMPILER;
}
