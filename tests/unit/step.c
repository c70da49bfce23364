/*
 * Build steps, with compilers that are shell scripts: each row is one way to
 * end, and what must lie there afterwards. The last tests need nvcc.
 */
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "check.h"
#include "diag.h"
#include "file.h"
#include "listing.h"
#include "proc.h"
#include "step.h"
#include "step_parts.h"
#include "toolkit.h"

#define MAX ((size_t)64 << 20)

struct bench {
	struct arena *a;
	struct diag *d;
	struct toolkit t;
	struct result r;
};

static struct bench
bench_make(void)
{
	struct bench b = { .a = arena_make() };

	b.d = diag_make(b.a);
	return b;
}

static void
put(struct bench *b, const char *path, struct str text)
{
	CHECK(file_update(str_of(path), text, b->d));
}

static struct str
get(struct bench *b, const char *path)
{
	struct str text = { NULL, 0 };

	CHECK(file_read(b->a, &text, str_of(path), MAX, b->d));
	return text;
}

static bool
there(const char *path)
{
	return file_kind(str_of(path)) != FILE_NONE;
}

/* Whether a step has left its temporary folder here. */
static bool
any_temp(void)
{
	struct arena *a = arena_make();
	struct paths all = { 0 };
	bool any = false;

	file_folders(a, &all, STR("."));
	for (size_t i = 0; i < all.n; i++)
		any = any || str_ends(all.items[i], STR(".tmp"));
	arena_free(a);
	return any;
}

/* A program of that name in this folder; its absolute path. */
static struct str
make_tool(struct bench *b, const char *name, const char *body)
{
	put(b, name, arena_printf(b->a, "#!/bin/sh\n%s\n", body));
	CHECK(chmod(name, 0755) == 0);
	return file_real(b->a, str_of(name));
}

/* Runs `kbc step` with words parted by blanks and reads the result. */
static int
run(struct bench *b, const char *words)
{
	struct str rest = str_of(words), args[8], out = STR("k.out");
	size_t n = 0;
	int status;

	while (n < COUNT_OF(args) && str_split(&args[n], &rest, ' '))
		n++;
	if (n > 3)
		out = args[3];
	b->d = diag_make(b->a);
	status = step_run(b->a, args, n, &b->t, b->d);
	step_result(b->a, &b->r, out);
	return status;
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Of `made` and a line end. */
#define HASH "9ccbd3f1b19a1cdfd8d7c6ae48e9e822e2345f5be1a6187b19e41486c6941004"

/* What a fake compiler does once it knows its output as $o. */
#define OPTIONS                                                               \
	"o=; d=; while [ $# -gt 0 ]; do case $1 in -o) o=$2;; "               \
	"-MD,-MF,*) d=${1#-MD,-MF,};; esac; shift; done\n"

static const struct fake {
	const char *name, *body;
	int exit;       /* of the step */
	bool ok;
	int status, signal;
	const char *log; /* glob */
} fakes[] = {
	{ "writes", "echo made >\"$o\"", 0, true, 0, 0, "" },
	{ "wrong source", "echo 'p.md(3): error: no' >&2; exit 1", 0, false, 1,
	  0, "p.md(3): error: no\n" },
	{ "writes nothing", "exit 0", 3, false, 127, 0, "*writes nothing\n" },
	{ "writes an empty file", ": >\"$o\"", 3, false, 127, 0, "*" },
	{ "half a file, then fails", "echo half >\"$o\"; exit 1", 0, false, 1,
	  0, "" },
	{ "half a file, then killed", "echo half >\"$o\"; kill -KILL $$", 3,
	  false, -1, 9, "" },
	{ "crashes", "kill -SEGV $$", 3, false, -1, 11, "*" },
	{ "its child was killed", "exit 137", 3, false, -1, 9, "" },
	{ "a program of nvcc dies",
	  "echo \"nvcc error   : 'cicc' died due to signal 9 (Kill signal)\" "
	  ">&2; exit 255", 3, false, -1, 9, "nvcc error*" },
	{ "out of memory", "echo 'Catastrophic error: out of memory' >&2; "
	  "echo 'ptxas fatal   : Memory allocation failure' >&2; exit 1", 3,
	  false, -1, 9, "*" },
	{ "a page that says so",
	  "echo 'p.md:1:2: error: #error out of memory' >&2; exit 1", 0,
	  false, 1, 0, "*" },
	{ "no host compiler",
	  "echo 'nvcc fatal   : Failed to preprocess host compiler "
	  "properties.' >&2; exit 1", 3, false, 127, 0, "nvcc fatal*" },
	{ "its input has gone", "echo 'cc1plus: fatal error: k.cu: "
	  "No such file or directory' >&2; exit 1", 3, false, 127, 0,
	  "*No such file*" },
	{ "no folder for a program of nvcc",
	  "echo '/t/nvvm/bin/cicc: IO error: "
	  "No such file or directory' >&2; exit 255", 3, false, 127, 0, "*" },
	{ "no input for a program of nvcc", "echo \"ptxas fatal   : Input file "
	  "'$o' could not be opened\" >&2; exit 255", 3, false, 127, 0,
	  "*'k.ptx' could not be opened\n" },
	{ "a full disk", "echo \"<built-in>: fatal error: when writing output "
	  "to ${o%/*}/k.ii: No space left on device\" >&2; exit 1", 3, false,
	  127, 0, "*output to k.ptx.tmp/k.ii: No space*" },
	{ "a page's fault that ends ptxas",
	  "echo \"ptxas fatal   : Unresolved extern function 'f'\" >&2; exit 1",
	  0, false, 1, 0, "*" },
	{ "a page that includes what is not there",
	  "echo 'p.md:3:10: fatal error: x.h: No such file or directory' >&2; "
	  "exit 1", 0, false, 1, 0, "*" },
	{ "times, escapes",
	  "echo made >\"$o\"; printf 'ptxas info    : Compile time = 1 ms\\n"
	  "a\\033[31mb\\r\\n\\0c' >&2", 0, true, 0, 0, "a[31mb\nc" },
	{ "warns", "echo made >\"$o\"; echo 'p.md(3): warning #1-D: hm' >&2",
	  0, true, 0, 0, "p.md(3): warning #1-D: hm\n" },
	{ "says it on the other stream",
	  "echo made >\"$o\"; echo out; echo err >&2", 0, true, 0, 0,
	  "out\nerr\n" },
};

static void
test_ends(struct bench *b)
{
	put(b, "k.cu", STR("source\n"));
	for (size_t i = 0; i < COUNT_OF(fakes); i++) {
		const struct fake *f = &fakes[i];

		CHECK_ROW(f->name);
		b->t.nvcc.path = make_tool(b, "fake",
			arena_printf(b->a, OPTIONS "%s", f->body).p);
		put(b, "k.ptx", STR("old\n"));
		CHECK_NUM(run(b, "ptx sm_90a k.cu k.ptx"), f->exit);
		CHECK(b->r.there);
		CHECK_NUM(b->r.ok, f->ok);
		CHECK_NUM(b->r.status, f->status);
		CHECK_NUM(b->r.signal, f->signal);
		CHECK_NUM(b->r.timed_out, 0);
		if (!str_match(str_of(f->log), b->r.log))
			CHECK_STR(b->r.log, f->log);
		CHECK_NUM(there("k.ptx"), f->ok);
		if (f->ok)
			CHECK_STR(get(b, "k.ptx"), "made\n");
		CHECK(!any_temp());
		CHECK_NUM(b->d->count[DIAG_FAIL] > 0, f->exit != 0);
		}
	CHECK_ROW("");
}

/* Somebody clears away what a compiler works on, which finds its own words. */
static void
test_vanish(struct bench *b)
{
	static const char *const rows[] = { "rm k.cu", "rm -r k.ptx.*.tmp" };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		pid_t pid;

		CHECK_ROW(rows[i]);
		put(b, "k.cu", STR("source\n"));
		b->t.nvcc.path = make_tool(b, "fake", OPTIONS "t=${o%/*}\n"
			": >\"$t/go\"\n"
			"while [ -e k.cu ] && [ -e \"$t\" ]; do :; done\n"
			"echo 'k.cu(1): error: no' >&2; exit 1");
		pid = fork();
		if (pid == 0) {
			execl("/bin/sh", "sh", "-c",
			      "until [ -e k.ptx.*.tmp/go ]; do :; done; "
			      "eval $1",
			      "sh", rows[i], NULL);
			_exit(1);
		}
		CHECK_NUM(run(b, "ptx sm_90a k.cu k.ptx"), 3);
		CHECK_NUM(waitpid(pid, NULL, 0), pid);
		CHECK_NUM(b->r.status, 127);
		CHECK(str_match(STR("*have gone\n"), b->r.log));
		CHECK(!any_temp());
	}
	CHECK_ROW("");
	put(b, "k.cu", STR("source\n"));
}

static void
test_timeout(struct bench *b)
{
	double start = now();
	uint64_t pid = 0;

	b->t.nvcc.path = make_tool(b, "fake", OPTIONS
		"echo half >\"$o\"\n"
		"sh -c 'trap \"\" TERM; echo $$ >&2; "
		"exec sleep 900' &\nwait");
	put(b, "k.ptx", STR("old\n"));
	setenv("KBC_COMPILE_SECONDS", "0.5", 1);
	CHECK_NUM(run(b, "ptx sm_90a k.cu k.ptx"), 3);
	setenv("KBC_COMPILE_SECONDS", "soon", 1);
	CHECK_NUM(run(b, "ptx sm_90a k.cu k.ptx2"), 2);
	unsetenv("KBC_COMPILE_SECONDS");
	step_result(b->a, &b->r, STR("k.ptx"));
	CHECK(now() - start < 10);
	CHECK(b->r.there && !b->r.ok);
	CHECK_NUM(b->r.timed_out, 0.5);
	CHECK(!there("k.ptx") && !any_temp());
	/* The child has said its number. */
	CHECK(str_unsigned(str_trim(b->r.log), &pid) && pid > 1);
	CHECK(kill((pid_t)pid, 0) != 0);
}

static void
test_flood(struct bench *b)
{
	b->t.nvcc.path = make_tool(b, "fake", OPTIONS
		"echo first >&2; yes 0123456789 | head -c 4000000 >&2; "
		"echo last >&2; exit 1");
	CHECK_NUM(run(b, "ptx sm_90a k.cu k.ptx"), 0);
	CHECK(b->r.log.n < 80000);
	CHECK(str_starts(b->r.log, STR("first\n")));
	CHECK(str_ends(b->r.log, STR("last\n")));
	CHECK(str_find(b->r.log, STR(" bytes left out")) < b->r.log.n);
}

static void
test_environment(struct bench *b)
{
	static const struct {
		const char *name, *value;
	} rows[] = {
		{ "NVCC_APPEND_FLAGS", "-use_fast_math" },
		{ "NVCC_PREPEND_FLAGS", "-O0" },
		{ "NVCC_CCBIN", "clang" },
		{ "CPATH", "elsewhere" },
		{ "TMPDIR", "elsewhere" },
		{ "KBC_SECRET", "secret" },
	};
	struct str env;

	b->t.nvcc.path = make_tool(b, "fake", OPTIONS "env >\"$o\"");
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		setenv(rows[i].name, rows[i].value, 1);
	CHECK_NUM(run(b, "ptx sm_90a k.cu k.ptx"), 0);
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		unsetenv(rows[i].name);
	env = get(b, "k.ptx");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].name);
		CHECK_NUM(str_find(env, str_of(rows[i].value)), env.n);
	}
	CHECK_ROW("");
	CHECK(str_find(env, arena_printf(b->a, "TMPDIR=k.ptx.%ld.tmp\n",
					 (long)getpid())) < env.n);
	CHECK(str_find(env, STR("LC_ALL=C\n")) < env.n);
}

/* The text with the step's temporary folder for each `%`. */
static struct str
with_temp(struct bench *b, const char *text)
{
	struct str rest = str_of(text), part, all = STR("");

	while (str_split(&part, &rest, '%'))
		all = arena_printf(b->a, STR_FMT STR_FMT "%s", STR_ARG(all),
				   STR_ARG(part), rest.p ?
				   arena_printf(b->a, "k.out.%ld.tmp",
						(long)getpid()).p : "");
	return all;
}

static void
test_command(struct bench *b)
{
	static const struct {
		const char *words, *want;
	} rows[] = {
		{ "ptx sm_90a k.cu k.out",
		  "-ptx -std=c++17 -O3 -I. -diag-error 549 -gencode "
		  "arch=compute_90a,code=compute_90a "
		  "-Xcompiler -MD,-MF,%/out.d k.cu -o %/out\n" },
		{ "ptx sm_75 k.cu k.out --check",
		  "-ptx -std=c++17 -O3 -I. -diag-error 549 -gencode "
		  "arch=compute_75,code=compute_75 -rdc=true -lineinfo "
		  "-Xcompiler -MD,-MF,%/out.d k.cu -o %/out\n" },
		{ "cubin sm_100f k.cu k.out",
		  "-v -arch=sm_100f k.cu -o %/out\n" },
		{ "cubin sm_90a k.cu k.out --check",
		  "-v -c -arch=sm_90a k.cu -o %/out\n" },
		{ "sass sm_90a k.cu k.out", "-c k.cu\n" },
	};

	b->t.nvcc.path = make_tool(b, "fake", "all=$*\n" OPTIONS
				   "echo \"$all\" >${o:-/dev/stdout}");
	b->t.ptxas.path = b->t.nvdisasm.path = b->t.nvcc.path;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].words);
		CHECK_NUM(run(b, rows[i].words), 0);
		CHECK(b->r.ok);
		CHECK_STR(get(b, "k.out"), with_temp(b, rows[i].want));
	}
	CHECK_ROW("");
}

static void
test_refused(struct bench *b)
{
	static const char *const rows[] = {
		"", "ptx", "ptx sm_90a k.cu", "link sm_90a k.cu k.ptx",
		"ptx sm_90a k.cu k.ptx --fast",
		"ptx sm_90a k.cu k.ptx --check 1",
		"ptx sm_9 k.cu k.ptx", "ptx sm_90b k.cu k.ptx",
		"ptx sm_90aa k.cu k.ptx", "ptx sm_1000 k.cu k.ptx",
		"ptx 90a k.cu k.ptx", "ptx sm_90a,x k.cu k.ptx",
		"ptx sm_90a x$(touch${IFS}PWNED).cu k.ptx",
		"ptx sm_90a k.cu `touch`", "ptx sm_90a -x k.ptx",
		"ptx sm_90a @resp k.ptx", "ptx sm_90a a,b.cu k.ptx",
		"ptx sm_90a /etc/passwd k.ptx", "ptx sm_90a k.cu ../k.ptx",
		"ptx sm_90a a/../../k.cu k.ptx", "ptx sm_90a k.cu ",
		"ptx sm_90a k;l k.ptx", "ptx sm_90a k%cu k.ptx",
		"ptx sm_90a k\"cu k.ptx", "ptx sm_90a k\\cu k.ptx",
		"ptx sm_90a \xce\xbc.cu k.ptx", "ptx sm_90a k\ncu k.ptx",
	};

	b->t.nvcc.path = make_tool(b, "fake", "echo ran >ran");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i]);
		CHECK_NUM(run(b, rows[i]), 2);
		CHECK_NUM(b->d->count[DIAG_FAIL], 1);
		}
	CHECK_ROW("");
	CHECK(!there("ran") && !there("PWNED"));
}

static void
test_unchanged(struct bench *b)
{
	struct stat before[3], after;
	static const char *const names[] = { "k.ptx", "k.ptx.result",
					     "k.ptx.d" };

	put(b, "a b.h", STR("\n"));
	put(b, "c$d.h", STR("\n"));
	put(b, "e#f.h", STR("\n"));
	put(b, "k.tmpxft_01.h", STR("\n"));
	/* names of no file: what a #line says, and none that is escaped */
	b->t.nvcc.path = make_tool(b, "fake", OPTIONS "echo made >\"$o\"\n"
		"printf 'k.ptx.tmp/out : k.cu \\\\\\n    a\\\\ b.h "
		"k.tmpxft_01.h x /no/such page.md \\\\\\n  c$d.h c$$d.h "
		"e\\\\#f.h a\\\\ c.h\\n' >\"$d\"");
	CHECK_NUM(run(b, "ptx sm_90a k.cu k.ptx"), 0);
	CHECK_STR(get(b, "k.ptx.d"),
		  "k.ptx: k.cu \\\n    a\\ b.h \\\n    c$d.h \\\n"
		  "    c$$d.h \\\n    e\\#f.h\n");
	CHECK_STR(get(b, "k.ptx.result"),
		  "kbc-result 1\nstatus 0\nseconds-limit 120\noutput " HASH
		  "\nlog\n");
	for (size_t i = 0; i < COUNT_OF(names); i++)
		CHECK(stat(names[i], &before[i]) == 0);
	CHECK_NUM(run(b, "ptx sm_90a k.cu k.ptx"), 0);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		CHECK_ROW(names[i]);
		CHECK(stat(names[i], &after) == 0);
		CHECK_NUM(after.st_ino, before[i].st_ino);
	}
	CHECK_ROW("");
}

static void
test_missing(struct bench *b)
{
	b->t.ptxas.path = make_tool(b, "fake", OPTIONS "echo made >\"$o\"");
	put(b, "k.cubin", STR("old\n"));
	/* the step before it has made none */
	put(b, "none.ptx.result",
	    STR("kbc-result 1\nstatus 1\nseconds-limit 120\nlog\n"));
	CHECK_NUM(run(b, "cubin sm_90a none.ptx k.cubin"), 0);
	CHECK(b->r.there && !b->r.ok && !there("k.cubin"));
	CHECK_NUM(b->r.status, 1);
	CHECK_STR(b->r.log, "'none.ptx' is not there\n");
	/* it has, and somebody took it away: it is to make it again */
	put(b, "none.ptx.result",
	    STR("kbc-result 1\nstatus 0\nseconds-limit 120\nlog\n"));
	CHECK_NUM(run(b, "cubin sm_90a none.ptx k.cubin"), 3);
	CHECK_NUM(b->r.status, 127);
	CHECK(!there("none.ptx.result"));
	CHECK_NUM(run(b, "ptx sm_90a none.cu k.ptx"), 3);
	CHECK_NUM(b->r.status, 127);
	b->t.nvdisasm.path = (struct str){ NULL, 0 };
	CHECK_NUM(run(b, "sass sm_90a k.cu k.sass"), 3);
	CHECK_NUM(b->r.status, 127);
	b->t.nvdisasm.path = STR("/nowhere/nvdisasm");
	CHECK_NUM(run(b, "sass sm_90a k.cu k.sass"), 3);
	CHECK(!b->r.ok);
}

static void
test_results(struct bench *b)
{
	static const struct {
		const char *text;
		bool there;
		int status, signal;
		double timed_out;
	} rows[] = {
		{ "kbc-result 1\nstatus 0\nseconds-limit 60\noutput " HASH
		  "\nlog\nx", true, 0, 0, 0 },
		{ "kbc-result 1\nstatus 1\nseconds-limit 60\nlog\n", true, 1,
		  0, 0 },
		{ "kbc-result 1\nstatus 127\nseconds-limit 60\nlog\n", true,
		  127, 0, 0 },
		{ "kbc-result 1\nsignal 9\nseconds-limit 60\nlog\n", true, -1,
		  9, 0 },
		{ "kbc-result 1\ntimeout 2.5\nseconds-limit 2.5\nlog\n", true,
		  -1, 0, 2.5 },
		{ "", false, -1, 0, 0 },
		{ "kbc-result 2\nstatus 0\nseconds-limit 60\nlog\n", false, -1,
		  0, 0 },
		{ "kbc-result 1\nstatus 0\nseconds-limit 60\n", false, -1, 0,
		  0 },
		{ "kbc-result 1\nstatus 999\nseconds-limit 60\nlog\n", false,
		  -1, 0, 0 },
		{ "kbc-result 1\nstatus x\nseconds-limit 60\nlog\n", false, -1,
		  0, 0 },
		{ "kbc-result 1\nstatus 0", false, -1, 0, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].text);
		put(b, "x.out.result", str_of(rows[i].text));
		step_result(b->a, &b->r, STR("x.out"));
		CHECK_NUM(b->r.there, rows[i].there);
		CHECK_NUM(b->r.ok, false);
		if (!rows[i].there)
			continue;
		CHECK_NUM(b->r.status, rows[i].status);
		CHECK_NUM(b->r.signal, rows[i].signal);
		CHECK_NUM(b->r.timed_out, rows[i].timed_out);
		CHECK_NUM(b->r.stopped,
			  rows[i].status == -1 || rows[i].status == 127);
	}
	CHECK_ROW("");
	step_result(b->a, &b->r, STR("never"));
	CHECK(!b->r.there && !b->r.ok);
}

/* --- with the real compilers --------------------------------------------- */

static void
test_real(struct bench *b)
{
	struct complaint *c;
	struct listing l;
	struct resources *res;

	put(b, "r.cu", STR("#line 7 \"wiki/page.md\"\n"
			   "extern \"C\" __global__ void k(float *p)\n{\n"
			   "\tfor (int i = 0; i < p[1]; i++)\n"
			   "\t\tp[0] = p[0] * 2 + p[i];\n}\n"));
	CHECK_NUM(run(b, "ptx sm_90a r.cu sub/r.ptx"), 0);
	CHECK(b->r.ok);
	CHECK(listing_parse_ptx(b->a, &l, get(b, "sub/r.ptx")));
	CHECK_NUM(l.n, 1);
	CHECK(l.n && l.kernels[0].has_loop);
	CHECK(l.n &&
	      listing_count(&l.kernels[0], STR("fma.rn.f32"), true) == 1);
	CHECK(str_find(get(b, "sub/r.ptx.d"), STR("cuda_runtime.h")) < 100000);
	CHECK_NUM(run(b, "cubin sm_90a sub/r.ptx sub/r.cubin"), 0);
	CHECK(b->r.ok);
	CHECK_NUM(resources_parse(b->a, &res, b->r.log), 1);
	CHECK_STR(res[0].kernel, "k");
	CHECK(res[0].registers > 0);
	if (!b->t.nvdisasm.path.n) {
		printf("skipped: no nvdisasm\n");
	} else {
		CHECK_NUM(run(b, "sass sm_90a sub/r.cubin sub/r.sass"), 0);
		CHECK(b->r.ok);
		CHECK(listing_parse_sass(b->a, &l, get(b, "sub/r.sass")));
		CHECK(l.n == 1 &&
		      listing_count(&l.kernels[0], STR("FFMA"), true) > 0);
	}
	put(b, "r.cu", STR("#line 7 \"wiki/page.md\"\n"
			   "__global__ void k(float *p)\n{\n"
			   "\tp[0] = nothing;\n}\n"));
	CHECK_NUM(run(b, "ptx sm_90a r.cu sub/r.ptx"), 0);
	CHECK(!b->r.ok && !there("sub/r.ptx"));
	CHECK_NUM(complaints_parse(b->a, &c, b->r.log), 1);
	CHECK_STR(c[0].file, "wiki/page.md");
	CHECK_NUM(c[0].line, 9);
	CHECK_NUM(run(b, "cubin sm_90a sub/r.ptx sub/r.cubin"), 0);
	CHECK(!b->r.ok && !there("sub/r.cubin"));
}

static void
test_real_check(struct bench *b)
{
	struct complaint *c;

	put(b, "u.cu", STR("#line 7 \"wiki/page.md\"\n"
			   "__global__ void k(float *p)\n{\n"
			   "\tint i;\n\tp[i] = 1;\n}\n"));
	CHECK_NUM(run(b, "ptx sm_90a u.cu u.ptx --check"), 0);
	CHECK(!b->r.ok);
	CHECK(complaints_parse(b->a, &c, b->r.log) > 0 && c[0].line == 10);
	CHECK_NUM(run(b, "ptx sm_90a u.cu u.ptx"), 0);
	CHECK(!b->r.ok);
	put(b, "u.cu", STR("#line 7 \"wiki/page.md\"\n"
			   "__device__ float f(float x)\n{\n"
			   "\tfloat r;\n"
			   "\tasm(\"tanh.approx.f17 %0, %1;\" : \"=f\"(r) : "
			   "\"f\"(x));\n\treturn r;\n}\n"));
	CHECK_NUM(run(b, "ptx sm_90a u.cu u.ptx --check"), 0);
	CHECK(!b->r.ok);
	CHECK(complaints_parse(b->a, &c, b->r.log) > 0);
	CHECK_STR(c[0].text, "Unknown modifier '.f17'");
	CHECK_STR(c[0].file, "wiki/page.md");
	CHECK_NUM(c[0].line, 10);
	put(b, "u.cu", STR("__device__ int g(int);\n"
			   "__device__ int f(int x) { return g(x) + 1; }\n"));
	CHECK_NUM(run(b, "ptx sm_90a u.cu u.ptx --check"), 0);
	CHECK_NUM(run(b, "cubin sm_90a u.ptx u.cubin --check"), 0);
	CHECK(b->r.ok);
}

/* The least architecture of code, and what the result says of it. */
static void
test_real_least(struct bench *b)
{
	static const struct {
		const char *body, *least;
	} rows[] = {
		{ "add.f32 f, f, f;", "sm_20\n" },
		{ "fma.rn.relu.f16 h, h, h, h;", "sm_80\n" },
		{ "atom.add.noftz.f16 h, [d], h;", "sm_70\n" },
		{ "wgmma.fence.sync.aligned;", "sm_90a\n" },
		{ "fence.proxy.tensormap::generic.acquire.gpu [d], 128;",
		  "sm_90\n" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].body);
		put(b, "l.ptx", arena_printf(b->a, ".version 8.6\n"
			".target sm_90a\n.address_size 64\n"
			".visible .entry k()\n{\n.reg .f32 f; .reg .b16 h; "
			".reg .b64 d;\nmov.b64 d, 0; mov.b16 h, 0; "
			"mov.f32 f, 0f00000000;\n%s\nret;\n}\n",
			rows[i].body));
		CHECK_NUM(run(b, "least sm_90a l.ptx l.least"), 0);
		CHECK(b->r.ok);
		CHECK_STR(get(b, "l.least"), rows[i].least);
		CHECK(str_find(b->r.log, str_trim(str_of(rows[i].least))) <
		      b->r.log.n);
	}
	CHECK_ROW("");
	put(b, "l.ptx", STR("no PTX\n"));
	CHECK_NUM(run(b, "least sm_90a l.ptx l.least"), 0);
	CHECK(!b->r.ok && !there("l.least"));
}

/* A source with code of names; a line that does not compile spoils no other. */
static void
test_real_needs(struct bench *b)
{
	static const char source[] =
		"__device__ float plain(float x) { return x + 1.0f; }\n"
		"__device__ float other(float x);\n"
		"__device__ __noinline__ unsigned inner(unsigned x)\n"
		"{ asm(\"redux.sync.add.u32 %0, %0, -1;\" : \"+r\"(x)); "
		"return x; }\n"
		"#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 860\n"
		"__device__ unsigned late(unsigned x) { return x; }\n"
		"#endif\n"
		"#define KEEP(n, what) extern \"C\" __device__ "
		"__attribute__((used)) \\\n"
		"void *kbc_keep_##n() { return (void *)what; }\n"
		"#line 2 \"names\"\nKEEP(0, plain)\n"
		"#line 3 \"names\"\nKEEP(1, nosuch)\n"
		"#line 4 \"names\"\nKEEP(2, inner)\n"
		"#line 5 \"names\"\nKEEP(3, 1)\n"
		"#line 6 \"names\"\nKEEP(4, 0)\n"
		"#line 7 \"names\"\nKEEP(5, late)\n"
		"#line 8 \"names\"\nKEEP(6, float)\n"
		"#line 9 \"names\"\nKEEP(7, other)\n"
		"#line 10 \"names\"\nKEEP(8, __nanosleep)\n";
	static const char rest[] = "3 signatures\n4 there\n";

	put(b, "n.cu", str_of(source));
	CHECK_NUM(run(b, "needs sm_90a n.cu n.needs"), 0);
	CHECK(b->r.ok);
	CHECK_STR(get(b, "n.needs"), arena_printf(b->a,
		"sm_90a\n0 sm_20\n2 sm_80\n%s5 sm_20\n6 there\n7 there\n"
		"8 sm_70\n"
		"sm_75\n0 sm_20\n2 sm_80\n%s6 there\n7 there\n8 sm_70\n"
		"sm_80\n0 sm_20\n2 sm_80\n%s6 there\n7 there\n8 sm_70\n"
		"sm_86\n0 sm_20\n2 sm_80\n%s5 sm_20\n6 there\n7 there\n"
		"8 sm_70\n", rest, rest, rest, rest).p);
	put(b, "n.cu", STR("#error no names\n"));
	CHECK_NUM(run(b, "needs sm_90a n.cu n.needs"), 0);
	CHECK(!b->r.ok && b->r.status == 1 && !there("n.needs"));
}

/* What a page must not read or write while it is compiled. */
static void
test_real_sandbox(struct bench *b)
{
	static const char *const ways[] = { "landlock", "bubblewrap", "none" };

	put(b, "../secret.h", STR("#define SECRET 1\n"));
	put(b, "s.cu", arena_printf(b->a, "#include \"" STR_FMT "\"\n"
				    "__device__ int x = SECRET;\n",
				    STR_ARG(file_real(b->a,
						      STR("../secret.h")))));
	for (size_t i = 0; i < COUNT_OF(ways); i++) {
		setenv("KBC_SANDBOX", ways[i], 1);
		CHECK_NUM(run(b, "ptx sm_90a s.cu s.ptx"), 0);
		CHECK(!b->r.ok && b->r.status == 1 && !there("s.ptx"));
		CHECK(str_find(b->r.log, STR("SECRET 1")) == b->r.log.n);
		if (proc_sandbox_name(b->a).n == 0)
			CHECK_STR(b->r.log, arena_printf(b->a, "it includes '"
				STR_FMT "', which is neither of the toolkit "
				"nor beside the page\n", STR_ARG(file_real(
					b->a, STR("../secret.h")))).p);
	}
	/* what the preprocessor says of a line of it is its text, too */
	put(b, "../secret.h", STR("#error SECRET 1\n"));
	CHECK_NUM(run(b, "ptx sm_90a s.cu s.ptx"), 0);
	CHECK(!b->r.ok && str_find(b->r.log, STR("SECRET 1")) == b->r.log.n);
	put(b, "../secret.h", STR("#define SECRET 1\n"));
	put(b, "s.cu", STR("#if __has_include(\"../secret.h\")\n#endif\n"
			   "__device__ int x;\n"));
	unsetenv("KBC_SANDBOX");
	CHECK_NUM(run(b, "ptx sm_90a s.cu s.ptx"), 0);
	CHECK(proc_sandbox_name(b->a).n == 0 || b->r.ok ||
	      str_starts(b->r.log, STR("it includes '../secret.h'")));
}

static void
test_real_memory(struct bench *b)
{
	put(b, "m.cu", STR("__global__ void k(int *p) { *p = 1; }\n"));
	setenv("KBC_COMPILE_MEMORY_MB", "80", 1);
	CHECK_NUM(run(b, "ptx sm_90a m.cu m.ptx"), 3);
	CHECK(!b->r.ok && (b->r.signal || b->r.status == 127));
	unsetenv("KBC_COMPILE_MEMORY_MB");
}

#define NAME(word, n) word "_c2b89451_4_a_cu_3953e76" n

static const struct {
	const char *was, *is;
} names[] = {
	{ "_ZN34" NAME("_INTERNAL", "9") "4tanhEf_param_0],",
	  "_ZN10_INTERNAL_4tanhEf_param_0]," },
	{ "_ZN39" NAME("_INTERNAL", "9_6430") "9fast_tanhEf",
	  "_ZN10_INTERNAL_9fast_tanhEf" },
	{ "_ZN40" NAME("_INTERNAL", "9_64300") "4tanhEf",
	  "_ZN10_INTERNAL_4tanhEf" },
	{ "_ZN34" NAME("_INTERNAL", "1") "36" NAME("_GLOBAL__N_", "1")
	  "2b1E+1", "_ZN10_INTERNAL_12_GLOBAL__N__2b1E+1" },
	{ "_ZN2n136" NAME("_GLOBAL__N_", "1") "1SE",
	  "_ZN2n112_GLOBAL__N__1SE" },
	{ "_ZN33_INTERNAL_92e420fc_4_a_cu__Z1kPfi"
	  "35_GLOBAL__N__92e420fc_4_a_cu__Z1kPfi1fEf",
	  "_ZN10_INTERNAL_12_GLOBAL__N__1fEf" },
	{ "a _ZZN34" NAME("_INTERNAL", "1") "1fiE1q\n\t_ZN34"
	  NAME("_INTERNAL", "1") "1gE\n",
	  "a _ZZN10_INTERNAL_1fiE1q\n\t_ZN10_INTERNAL_1gE\n" },
	/* no such names */
	{ NAME("_INTERNAL", "1"), "=" },
	{ "_ZN26" NAME("_INTERNAL", "1"), "=" },
	{ "_ZN35" NAME("_INTERNAL", "1"), "=" },
	{ "_ZN47" NAME("_INTERNAL", "1") "_123456789012", "=" },
	{ "_ZN34_INTERNAL_c2b89451_400_a_cu_3953e761", "=" },
	{ "_ZN34_INTERNAL_", "=" }, { "_GLOBAL__N__c2b8", "=" },
	{ "_ZN99999999999999999999" NAME("_INTERNAL", "1"), "=" },
	{ "", "=" }, { "\n", "=" },
};

static void
test_names(struct bench *b)
{
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *is = names[i].is;

		CHECK_STR(step_shorten_names(b->a, str_of(names[i].was)),
			  *is == '=' ? names[i].was : is);
	}
}

#define STRINGS "\t.section\t.debug_str\n\t{\n$L__info_string0:\n"

/* `_ZN34_INTERNAL_c2b89451_4_a_cu_3953e7619tanh` as bytes. */
#define WAS                                                             \
	".b8 95,90,78,51,52,95,73,78,84,69,82,78,65,76,95,99,50,98,56\n" \
	".b8 57,52,53,49,95,52,95,97,95,99,117,95,51,57,53,51,101,55\n"  \
	".b8 54,49,57,116,97,110,104,0\n"
#define IS                                                                \
	".b8 95,90,78,49,48,95,73,78,84,69,82,78,65,76,95,57,116,97,110," \
	"104,0\n"

static const struct {
	const char *was, *is;
} places[] = {
	{ ".file 1 \"/r/w/page.md\"", ".file 1 \"page.md\"" },
	{ "\t.file\t1 \"/r/w/./a/../b/page.md\", 7, 8\n",
	  "\t.file\t1 \"b/page.md\", 7, 8\n" },
	{ ".file 1 \"/r/w/a\"b\\303\\251\\\\.md\"",
	  ".file 1 \"a\\042b\\303\\251\\\\.md\"" },
	{ ".file 2 \"/t/bin/../x/include/cuda/std/atomic\"",
	  ".file 2 \"<cuda/std/atomic>\"" },
	{ ".file 2 \"/r/wiki/page.md\"", ".file 2 \"<page.md>\"" },
	{ ".file 2 \"page.md\"", "=" }, { ".file 2 \"", "=" },
	{ ".file", "=" }, { ".b8 \"/r/w/x\"", "=" },
	{ "_ZN34" NAME("_INTERNAL", "1") "1fE", "_ZN10_INTERNAL_1fE" },
	{ STRINGS WAS "\n\t}\n", STRINGS IS "\n\t}\n" },
	{ STRINGS WAS "$L__info_string1:\n" WAS "\n\t}\n" WAS,
	  STRINGS IS "$L__info_string1:\n" IS "\n\t}\n" WAS },
	{ STRINGS WAS, STRINGS IS },
	{ STRINGS ".b8 95,256\n", "=" }, { STRINGS ".b8 95,x\n", "=" },
	{ STRINGS ".b8 1\n.b8 2,\n}\n", "=" }, { "", "=" }, { "\n", "=" },
};

static void
test_places(struct bench *b)
{
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		const char *is = places[i].is;

		CHECK_STR(step_without_places(b->a, str_of(places[i].was),
					      STR("/r/w")),
			  *is == '=' ? places[i].was : is);
	}
}

/* What is static or has no name must not tell where it was compiled. */
static void
test_reproducible(struct bench *b)
{
	struct str ptx, cubin;

	put(b, "one.cu",
	    STR("namespace { __device__ __noinline__ float f(float x) {"
		" return sinf(x); } struct s { float v; }; }\n"
		"static __device__ __noinline__ float g(float x) {"
		" static __shared__ float y; y = f(x); return y; }\n"
		"template <typename T> __constant__ const T c = T();\n"
		"__global__ void k(float *p, int i) {"
		" *p = g(*p) + (&c<s>)[i].v; }\n"));
	put(b, "d/two.cu", get(b, "one.cu"));
	CHECK_NUM(run(b, "ptx sm_90a one.cu one.ptx"), 0);
	CHECK_NUM(run(b, "cubin sm_90a one.ptx one.cubin"), 0);
	ptx = get(b, "one.ptx");
	cubin = get(b, "one.cubin");
	CHECK_NUM(run(b, "ptx sm_90a d/two.cu d/e/two.ptx"), 0);
	CHECK_NUM(run(b, "cubin sm_90a d/e/two.ptx d/e/two.cubin"), 0);
	CHECK(str_equal(get(b, "d/e/two.ptx"), ptx));
	CHECK(str_equal(get(b, "d/e/two.cubin"), cubin));
}

static int
remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st;
	(void)kind;
	(void)at;
	return remove(path);
}

static void
test_fakes(struct bench *b)
{
	test_ends(b);
	test_vanish(b);
	test_timeout(b);
	test_flood(b);
	test_environment(b);
	test_command(b);
	test_refused(b);
	test_unchanged(b);
	test_missing(b);
	test_results(b);
	test_names(b);
	test_places(b);
}

int
main(void)
{
	char folder[] = "/tmp/kbc-step-XXXXXX";
	struct bench b = bench_make();
	struct toolkit found;
	bool real;

	if (!mkdtemp(folder) || chdir(folder) != 0)
		return 1;
	real = toolkit_find(b.a, &found, STR(""), b.d) && found.nvcc.path.n &&
	       found.ptxas.path.n;
	CHECK(mkdir("in", 0777) == 0 && chdir("in") == 0);
	test_fakes(&b);
	b.t = found;
	if (real) {
		test_real(&b);
		test_real_check(&b);
		test_real_least(&b);
		test_real_needs(&b);
		test_real_sandbox(&b);
		test_real_memory(&b);
		test_reproducible(&b);
	} else {
		printf("skipped: no nvcc\n");
	}
	CHECK(chdir("/") == 0);
	CHECK(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0);
	arena_free(b.a);
	CHECK_DONE();
}
