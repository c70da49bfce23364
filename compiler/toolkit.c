/*
 * The CUDA tools of this machine: environment and disk in, paths and versions
 * out.
 *
 * Each tool is looked for by name in the places where people put toolkits,
 * and asked for its version, which costs two milliseconds: nothing is
 * remembered on disk. What answers no version is no tool, and that is said,
 * since a build would fail in odder ways. Parts may be missing: then what they
 * could tell is not known, and no page is wrong.
 *
 * It compiles nothing; graph does, a trivial kernel first.
 */
#include "toolkit.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "path.h"
#include "proc.h"
#include "quantity.h"

/* For a tool to say its version: it may come from a slow disk. */
#define VERSION_SECONDS 20.0

#define NO_STR ((struct str){ NULL, 0 })

static const struct str default_folder = STR_INIT("/usr/local/cuda/bin");

/* What a program answers to one option; false if it does not run well. */
static bool
ask(struct arena *a, struct proc_result *r, struct str path,
    const char *option)
{
	char *argv[] = {
		arena_text(a, path), arena_text(a, str_of(option)), NULL
	};
	struct proc p = { .argv = argv };

	p.limits.seconds = VERSION_SECONDS;
	p.limits.output = 1 << 16;
	return proc_run(a, r, &p);
}

/* `13.0.88` of `… release 13.0, V13.0.88`; a bare number is one as well. */
static struct str
find_version(struct str text)
{
	struct str s = str_trim(text);
	size_t at = str_find(s, STR(", V")), n = 0;

	if (at < s.n)
		s = str_skip(s, at + 3);
	while (n < s.n && (byte_is_digit(s.p[n]) || s.p[n] == '.'))
		n++;
	return str_slice(s, 0, n);
}

/* Says why a tool gives no version. */
static bool
fail_tool(struct diag *d, struct str path, const struct proc_result *r)
{
	struct str words = str_trim(r->err.n ? r->err : r->out);

	words = str_slice(words, 0, str_find_byte(words, '\n'));
	if (!r->started)
		diag_fail(d, "cannot run '" STR_FMT "': %s", STR_ARG(path),
			  strerror(r->error));
	else if (r->timed_out)
		diag_fail(d, "'" STR_FMT " --version' does not end",
			  STR_ARG(path));
	else if (r->signal)
		diag_fail(d, "'" STR_FMT " --version' is killed by signal %d",
			  STR_ARG(path), r->signal);
	else
		diag_fail(d, "'" STR_FMT " --version' gives no version: "
			  "exit status %d%s" STR_FMT, STR_ARG(path), r->status,
			  words.n ? ", " : "", STR_ARG(words));
	return false;
}

struct str
toolkit_says(struct arena *a, struct str path)
{
	struct proc_result r;

	return ask(a, &r, path, "--version") ? str_trim(r.out) : NO_STR;
}

static bool
ask_version(struct arena *a, struct tool *t, struct diag *d)
{
	struct proc_result r;

	if (t->path.n == 0)
		return true;
	if (ask(a, &r, t->path, "--version"))
		t->version = find_version(r.out);
	return t->version.n || fail_tool(d, t->path, &r);
}

/* The program of that name in a folder, or empty. */
static struct str
find_in(struct arena *a, struct str folder, const char *name)
{
	if (!str_starts(folder, STR("/")))
		return NO_STR;
	return proc_find(a, path_join(a, folder, str_of(name)));
}

static struct str
home_folder(struct arena *a)
{
	struct str home = proc_env(STR("CUDA_HOME"));

	/* steps run elsewhere: a relative one is from where we are */
	if (home.n && home.p[0] != '/')
		home = file_real(a, home);
	return home.n ? path_join(a, home, STR("bin")) : NO_STR;
}

/* Where to look, as KBC_TOOLKIT says. */
struct places {
	struct str word;
	bool system, fetched;
};

static const struct places choices[] = {
	{ STR_INIT("auto"), true, true },
	{ STR_INIT("system"), true, false },
	{ STR_INIT("wheels"), false, true },
	{ STR_INIT("none"), false, false },
};

/* NULL for a word that is none of them. */
static const struct places *
find_places(void)
{
	struct str said = proc_env(STR("KBC_TOOLKIT"));

	if (!said.n)
		return &choices[0];
	for (size_t i = 0; i < COUNT_OF(choices); i++)
		if (str_equal(choices[i].word, said))
			return &choices[i];
	return NULL;
}

static bool
check_choice(struct diag *d)
{
	if (find_places())
		return true;
	diag_fail(d, "KBC_TOOLKIT is '" STR_FMT "': it can be auto, system, "
		  "wheels or none", STR_ARG(proc_env(STR("KBC_TOOLKIT"))));
	return false;
}

/* How a tool is called, and the folder that a fetched one lies in. */
struct wanted {
	struct str variable;
	const char *name, *set;
};

static struct str
find_fetched(struct arena *a, const struct wanted *w, struct str fetched)
{
	return fetched.n ? find_in(a, arena_printf(a, STR_FMT "/%s/nvidia/cu13"
				   "/bin", STR_ARG(fetched), w->set),
				   w->name) : NO_STR;
}

/*
 * The tool that a variable names; else the one in the folder beside, in
 * CUDA_HOME, in PATH, in the usual place, in the folder of fetched ones.
 */
static struct str
find_tool(struct arena *a, const struct wanted *w, struct str beside,
	  struct str fetched)
{
	const struct places *places = find_places();
	struct str said = proc_env(w->variable), path = NO_STR;

	/* A wrong name is kept: it fails where it is asked for its version. */
	if (said.p && said.n && !str_starts(said, STR("/")))
		path = file_real(a, said);
	if (said.p && said.n)
		return path.n ? path : arena_copy(a, said);
	if (said.p || !places)
		return NO_STR;
	path = find_in(a, beside, w->name);
	if (!path.n && places->system)
		path = find_in(a, home_folder(a), w->name);
	if (!path.n && places->system)
		path = proc_find(a, str_of(w->name));
	if (!path.n && places->system)
		path = find_in(a, default_folder, w->name);
	if (!path.n && places->fetched)
		path = find_fetched(a, w, fetched);
	return path;
}

static struct str
find_ninja(struct arena *a)
{
	struct str said = proc_env(STR("KBC_NINJA"));

	return said.p ? arena_copy(a, said) : proc_find(a, STR("ninja"));
}

/* Warns when CUDA_HOME and PATH lead to compilers of two versions. */
static void
compare_homes(struct arena *a, const struct toolkit *t, struct diag *d)
{
	struct tool other = { .path = proc_find(a, STR("nvcc")) };
	struct proc_result r;

	if (proc_env(STR("KBC_NVCC")).p || !t->nvcc.path.n || !other.path.n ||
	    !find_in(a, home_folder(a), "nvcc").n ||
	    str_equal(file_real(a, other.path), file_real(a, t->nvcc.path)))
		return;
	if (ask(a, &r, other.path, "--version"))
		other.version = find_version(r.out);
	if (str_equal(other.version, t->nvcc.version))
		return;
	diag_warning(d, (struct span){ 0 }, "two-toolkits",
		     "CUDA_HOME names toolkit " STR_FMT ", PATH names "
		     "toolkit " STR_FMT,
		     STR_ARG(t->nvcc.version),
		     STR_ARG(other.version.n ? other.version : STR("?")));
	diag_note(d, (struct span){ 0 }, "'" STR_FMT "' is used, not '" STR_FMT
		  "'", STR_ARG(t->nvcc.path), STR_ARG(other.path));
}

/* The folder that holds bin/nvcc, links resolved. */
static struct str
find_root(struct arena *a, struct str nvcc)
{
	struct str real = file_real(a, nvcc);
	struct str root = arena_copy(a, path_dir(path_dir(real)));

	if (!nvcc.n)
		return NO_STR;
	/* The whole disk is not to be read. */
	return str_equal(root, STR("/")) ? arena_copy(a, path_dir(real)) :
					   root;
}

static struct str
find_include(struct arena *a, struct str root)
{
	static const struct str folders[] = {
		STR_INIT("include"),
		STR_INIT("targets/x86_64-linux/include"),
		STR_INIT("targets/sbsa-linux/include"),
	};

	for (size_t i = 0; root.n && i < COUNT_OF(folders); i++) {
		struct str folder = path_join(a, root, folders[i]);

		if (file_kind(path_join(a, folder, STR("cuda_fp16.h"))) ==
		    FILE_PLAIN)
			return folder;
	}
	return NO_STR;
}

/* ` 75 80 90 ` of `compute_75 compute_80 compute_90`, a line each. */
static struct str
list_architectures(struct arena *a, struct str nvcc)
{
	struct buf list = { 0 };
	struct proc_result r = { .out = NO_STR };
	struct str line, copy;

	if (nvcc.n && !ask(a, &r, nvcc, "--list-gpu-arch"))
		return NO_STR;
	while (str_split(&line, &r.out, '\n')) {
		line = str_trim(line);
		if (str_starts(line, STR("compute_")))
			buf_printf(&list, "%s" STR_FMT " ", list.n ? "" : " ",
				   STR_ARG(str_skip(line, 8)));
	}
	copy = arena_copy(a, buf_str(&list));
	buf_free(&list);
	return copy;
}

static struct str
make_stamp(struct arena *a, const struct toolkit *t)
{
	const struct tool *tools[] = { &t->nvcc, &t->ptxas, &t->nvdisasm };
	static const char *const names[] = { "nvcc", "ptxas", "nvdisasm" };
	struct buf text = { 0 };
	struct str copy;

	for (size_t i = 0; i < COUNT_OF(tools); i++) {
		buf_printf(&text, "%s", names[i]);
		if (tools[i]->path.n)
			buf_printf(&text, " " STR_FMT " " STR_FMT,
				   STR_ARG(tools[i]->version),
				   STR_ARG(tools[i]->path));
		buf_add_byte(&text, '\n');
	}
	copy = arena_copy(a, buf_str(&text));
	buf_free(&text);
	return copy;
}

void
toolkit_locate(struct arena *a, struct toolkit *out, struct str fetched)
{
	static const struct wanted nvcc = { STR_INIT("KBC_NVCC"), "nvcc",
					    "compile" };
	static const struct wanted ptxas = { STR_INIT("KBC_PTXAS"), "ptxas",
					     "compile" };
	static const struct wanted nvdisasm = { STR_INIT("KBC_NVDISASM"),
						"nvdisasm", "disassemble" };
	static const struct wanted cuobjdump = { STR_INIT("KBC_CUOBJDUMP"),
						 "cuobjdump", "disassemble" };
	struct str beside;

	*out = (struct toolkit){ 0 };
	out->nvcc.path = find_tool(a, &nvcc, NO_STR, fetched);
	beside = path_dir(out->nvcc.path);
	out->ptxas.path = find_tool(a, &ptxas, beside, fetched);
	out->nvdisasm.path = find_tool(a, &nvdisasm, beside, fetched);
	out->cuobjdump.path = find_tool(a, &cuobjdump, beside, fetched);
	out->ninja.path = find_ninja(a);
	out->root = find_root(a, out->nvcc.path);
	out->include = find_include(a, out->root);
}

bool
toolkit_find(struct arena *a, struct toolkit *out, struct str fetched,
	     struct diag *d)
{
	if (!check_choice(d))
		return false;
	toolkit_locate(a, out, fetched);
	if (!ask_version(a, &out->nvcc, d) || !ask_version(a, &out->ptxas, d) ||
	    !ask_version(a, &out->nvdisasm, d) ||
	    !ask_version(a, &out->ninja, d))
		return false;
	compare_homes(a, out, d);
	out->architectures = list_architectures(a, out->nvcc.path);
	out->stamp = make_stamp(a, out);
	return true;
}

static bool
lists(struct str list, struct str number)
{
	struct str item;

	while (str_split(&item, &list, ' ')) {
		if (str_equal(item, number))
			return true;
	}
	return false;
}

bool
toolkit_has_sm(const struct toolkit *t, struct str sm)
{
	int number;
	char suffix;

	if (!t->nvcc.path.n || !arch_split(sm, &number, &suffix))
		return false;
	/* lists hold plain names, `sm_` and behind it the number */
	sm = str_slice(sm, 3, sm.n - 3 - (suffix != '\0'));
	return t->architectures.n == 0 || lists(t->architectures, sm);
}

struct str
toolkit_least_sm(const struct toolkit *t)
{
	static const struct str rows[] = {
		STR_INIT("sm_50"), STR_INIT("sm_52"), STR_INIT("sm_53"),
		STR_INIT("sm_60"), STR_INIT("sm_61"), STR_INIT("sm_70"),
		STR_INIT("sm_72"), STR_INIT("sm_75"), STR_INIT("sm_80"),
		STR_INIT("sm_90"), STR_INIT("sm_100"),
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (lists(t->architectures, str_skip(rows[i], 3)))
			return rows[i];
	}
	return STR("sm_75");
}
