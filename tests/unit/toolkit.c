/*
 * Toolkits, as folders of shell scripts: where they are looked for and what of
 * them is refused.
 */
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "check.h"
#include "diag.h"
#include "file.h"
#include "path.h"
#include "toolkit.h"

struct bench {
	struct arena *a;
	struct str folder;
	struct toolkit t;
	struct diag *d;
};

static const char *const variables[] = {
	"KBC_NVCC", "KBC_PTXAS", "KBC_NVDISASM", "KBC_CUOBJDUMP", "KBC_NINJA",
	"KBC_TOOLKIT", "CUDA_HOME",
};

/* What a compiler says when asked about itself. */
#define SAYS(version)                                                         \
	"case $1 in --version) echo 'release " version ", V" version "';"     \
	" exit;; --list-gpu-arch) echo compute_75; echo compute_90; "         \
	"echo compute_100; exit;; esac\n"

static struct str
in(struct bench *b, const char *name)
{
	return path_join(b->a, b->folder, str_of(name));
}

static void
tool(struct bench *b, const char *name, const char *body)
{
	struct str path = in(b, name);

	CHECK(file_update(path, arena_printf(b->a, "#!/bin/sh\n%s", body),
			  b->d));
	CHECK(chmod(path.p, 0755) == 0);
}

static void
set(struct bench *b, const char *variable, const char *name)
{
	setenv(variable, *name ? in(b, name).p : "", 1);
}

static bool
find(struct bench *b)
{
	b->d = diag_make(b->a);
	return toolkit_find(b->a, &b->t, in(b, "fetched"), b->d);
}

static void
clear(struct bench *b)
{
	for (size_t i = 0; i < COUNT_OF(variables); i++)
		unsetenv(variables[i]);
	setenv("PATH", arena_printf(b->a, STR_FMT ":/usr/bin:/bin",
				    STR_ARG(in(b, "path"))).p, 1);
}

static void
test_places(struct bench *b)
{
	tool(b, "path/nvcc", SAYS("12.4.1"));
	tool(b, "path/ptxas", SAYS("12.4.1"));
	tool(b, "home/bin/nvcc", SAYS("13.0.88"));
	tool(b, "home/bin/ptxas", SAYS("13.0.88"));
	tool(b, "home/bin/nvdisasm", SAYS("13.0.85"));
	tool(b, "own/nvcc", SAYS("13.1.2"));
	clear(b);
	CHECK(find(b));
	CHECK_STR(b->t.nvcc.path, in(b, "path/nvcc"));
	CHECK_STR(b->t.nvcc.version, "12.4.1");
	set(b, "CUDA_HOME", "path/..");
	CHECK(find(b));
	CHECK_NUM(b->d->count[DIAG_WARNING], 0);
	set(b, "CUDA_HOME", "home");
	CHECK(find(b));
	CHECK_STR(b->t.nvcc.path, in(b, "home/bin/nvcc"));
	CHECK_STR(b->t.ptxas.path, in(b, "home/bin/ptxas"));
	CHECK_STR(b->t.nvdisasm.version, "13.0.85");
	CHECK_STR(b->t.root, file_real(b->a, in(b, "home")));
	CHECK_NUM(b->d->count[DIAG_WARNING], 1);
	CHECK_STR(b->d->items[0].text, "CUDA_HOME names toolkit 13.0.88, "
				       "PATH names toolkit 12.4.1");
	set(b, "KBC_NVCC", "own/nvcc");
	CHECK(find(b));
	CHECK_STR(b->t.nvcc.version, "13.1.2");
	CHECK_STR(b->t.ptxas.path, in(b, "home/bin/ptxas"));
	CHECK_NUM(b->d->count[DIAG_WARNING], 0);
	CHECK(str_find(b->t.stamp, STR("nvcc 13.1.2 /")) < b->t.stamp.n);
}

static void
test_none(struct bench *b)
{
	clear(b);
	set(b, "CUDA_HOME", "home");
	setenv("KBC_TOOLKIT", "none", 1);
	CHECK(find(b));
	CHECK_NUM(b->t.nvcc.path.n, 0);
	CHECK_NUM(b->t.nvdisasm.path.n, 0);
	CHECK(!toolkit_has_sm(&b->t, STR("sm_90a")));
	CHECK_STR(b->t.stamp, "nvcc\nptxas\nnvdisasm\n");
	clear(b);
	for (size_t i = 0; i < 5; i++)
		setenv(variables[i], "", 1);
	CHECK(find(b));
	CHECK_NUM(b->t.nvcc.path.n, 0);
	CHECK_NUM(b->t.ninja.path.n, 0);
}

/* KBC_TOOLKIT, with one tool in each place. */
static void
test_choice(struct bench *b)
{
	static const struct {
		const char *choice, *nvcc, *nvdisasm;
	} rows[] = {
		{ "", "home/bin/nvcc", "home/bin/nvdisasm" },
		{ "auto", "home/bin/nvcc", "home/bin/nvdisasm" },
		{ "system", "home/bin/nvcc", "home/bin/nvdisasm" },
		{ "wheels", "fetched/compile/nvidia/cu13/bin/nvcc",
		  "fetched/disassemble/nvidia/cu13/bin/nvdisasm" },
		{ "none", NULL, NULL },
	};

	tool(b, "fetched/compile/nvidia/cu13/bin/nvcc", SAYS("13.0.1"));
	tool(b, "fetched/disassemble/nvidia/cu13/bin/nvdisasm",
	     SAYS("13.0.2"));
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].choice);
		clear(b);
		set(b, "CUDA_HOME", "home");
		setenv("KBC_TOOLKIT", rows[i].choice, 1);
		CHECK(find(b));
		CHECK_STR(b->t.nvcc.path, rows[i].nvcc ?
			  in(b, rows[i].nvcc) : STR(""));
		CHECK_STR(b->t.nvdisasm.path, rows[i].nvdisasm ?
			  in(b, rows[i].nvdisasm) : STR(""));
	}
	CHECK_ROW("");
	/* what this machine lacks was fetched */
	clear(b);
	setenv("PATH", "/nowhere", 1);
	CHECK(toolkit_find(b->a, &b->t, in(b, "fetched"), b->d));
	CHECK(str_ends(b->t.nvcc.path, STR("/nvcc")));
	clear(b);
	setenv("KBC_TOOLKIT", "wheel", 1);
	CHECK(!find(b));
	CHECK_STR(b->d->items[0].text, "KBC_TOOLKIT is 'wheel': it can be "
		  "auto, system, wheels or none");
}

static void
test_architectures(struct bench *b)
{
	static const struct {
		struct str sm;
		bool has;
	} rows[] = {
		{ STR_INIT("sm_75"), true }, { STR_INIT("sm_90"), true },
		{ STR_INIT("sm_90a"), true }, { STR_INIT("sm_100"), true },
		{ STR_INIT("sm_100a"), true }, { STR_INIT("sm_100f"), true },
		{ STR_INIT("sm_9"), false }, { STR_INIT("sm_10"), false },
		{ STR_INIT("sm_00"), false }, { STR_INIT("sm_80"), false },
		{ STR_INIT("sm_75a"), false }, { STR_INIT("sm_90f"), false },
		{ STR_INIT("sm_90b"), false }, { STR_INIT("sm_90aa"), false },
		{ STR_INIT("90a"), false }, { STR_INIT(""), false },
		{ STR_INIT("sm_1000"), false },
	};

	clear(b);
	set(b, "CUDA_HOME", "home");
	CHECK(find(b));
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].sm);
		CHECK_NUM(toolkit_has_sm(&b->t, rows[i].sm), rows[i].has);
	}
	CHECK_ROW("");
	CHECK_STR(toolkit_least_sm(&b->t), "sm_75");
}

static void
test_refused(struct bench *b)
{
	static const struct {
		const char *body, *want;
	} rows[] = {
		{ "exit 1", "*gives no version: exit status 1" },
		{ "echo 'no licence' >&2; exit 3",
		  "*gives no version: exit status 3, no licence" },
		{ "echo hello", "*gives no version: exit status 0, hello" },
		{ "kill -9 $$", "*is killed by signal 9" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].body);
		clear(b);
		tool(b, "bad/nvcc", rows[i].body);
		set(b, "KBC_NVCC", "bad/nvcc");
		CHECK(!find(b));
		CHECK_NUM(b->d->count[DIAG_FAIL], 1);
		CHECK(str_match(str_of(rows[i].want), b->d->items[0].text));
	}
	CHECK_ROW("");
	set(b, "KBC_NVCC", "nowhere/nvcc");
	CHECK(!find(b));
	CHECK(str_match(STR("cannot run '*nowhere/nvcc': No such file *"),
			b->d->items[0].text));
}

static void
test_real(struct bench *b, const char *path)
{
	clear(b);
	setenv("PATH", path, 1);
	CHECK(find(b));
	if (!b->t.nvcc.path.n || !b->t.ptxas.path.n) {
		printf("skipped: no nvcc\n");
		return;
	}
	CHECK(toolkit_has_sm(&b->t, STR("sm_90a")));
	CHECK(b->t.include.n > 0);
}

static int
remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st;
	(void)kind;
	(void)at;
	return remove(path);
}

int
main(void)
{
	char folder[] = "/tmp/kbc-toolkit-XXXXXX";
	struct bench b = { .a = arena_make() };
	struct str path = arena_copy(b.a, str_of(getenv("PATH")));

	if (!mkdtemp(folder))
		return 1;
	b.folder = str_of(folder);
	b.d = diag_make(b.a);
	test_places(&b);
	test_none(&b);
	test_choice(&b);
	test_architectures(&b);
	test_refused(&b);
	test_real(&b, path.p);
	CHECK(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0);
	arena_free(b.a);
	CHECK_DONE();
}
