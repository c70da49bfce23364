/*
 * build.ninja and what is written beside it, then ninja itself over tools
 * made here: a compiler that copies, fails, is killed or hangs as its source
 * says. This program is the `kbc` of these runs: `step` is its first word.
 */
#include "check.h"
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "emit.h"
#include "expr.h"
#include "fact.h"
#include "file.h"
#include "graph.h"
#include "hash.h"
#include "marker.h"
#include "page.h"
#include "path.h"
#include "plan.h"
#include "proc.h"
#include "source.h"
#include "step.h"
#include "toolkit.h"
#include "wiki.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct bench {
	struct arena *a;
	struct diag *d;
	struct wiki wiki;
	struct page *page;
	struct claims claims;
	struct claims *list[2];
	struct plan plan;
	struct toolkit toolkit;
	struct making m;
};

static struct str
get(struct bench *b, const char *name)
{
	struct str text = { NULL, 0 };

	file_read(b->a, &text, path_join(b->a, b->m.folder, str_of(name)),
		  1 << 20, diag_make(b->a));
	return text;
}

static bool
there(struct bench *b, const char *name)
{
	return file_kind(path_join(b->a, b->m.folder, str_of(name))) ==
	       FILE_PLAIN;
}

static void
put(struct bench *b, const char *name, const char *text)
{
	CHECK(file_update(path_join(b->a, b->m.folder, str_of(name)),
			  str_of(text), b->d));
}

static bool
has(struct str text, const char *part)
{
	return str_find(text, str_of(part)) < text.n;
}

static struct target *
add_target(struct bench *b, enum target_kind kind, const char *name)
{
	struct plan *p = &b->plan;
	struct target *t;

	p->targets = arena_grow(b->a, p->targets, p->ntargets, &p->captargets,
				sizeof(*p->targets));
	t = &p->targets[p->ntargets++];
	t->kind = kind;
	t->name = str_of(name);
	t->sm = STR("sm_90a");
	t->page = b->page;
	t->entry = STR("x");
	return t;
}

static struct target *
add_fence(struct bench *b, const char *name, size_t i)
{
	struct target *t = add_target(b, TARGET_FENCE, name);

	t->fence = &b->page->fences[i];
	return t;
}

/* A wiki of one page, whose text is given, in a folder of its own. */
static void
set_up(struct bench *b, struct str folder, const char *text)
{
	struct arena *a = arena_make();
	struct str copy = arena_copy(a, str_of(text));

	*b = (struct bench){ .a = a, .d = diag_make(a) };
	b->page = page_parse(a, source_make(a, STR("w/page.md"), copy),
			     STR("page.md"));
	b->wiki.root = STR("w");
	b->wiki.npages = 1;
	b->wiki.paths = arena_alloc(a, 2 * sizeof(*b->wiki.paths));
	b->wiki.paths[0] = STR("w/page.md");
	b->wiki.paths[1] = STR("w/other.md");
	b->list[0] = &b->claims;
	b->m = (struct making){ .wiki = &b->wiki, .claims = b->list,
				.plan = &b->plan, .toolkit = &b->toolkit,
				.folder = folder, .quiet = true, .jobs = 2,
				.kbc = STR("/proc/self/exe") };
}

static void
clear(struct bench *b)
{
	CHECK_NUM(b->d->count[DIAG_FAIL], 0);
	arena_free(b->a);
}

/* --- text ---------------------------------------------------------------- */

static const char edges[] =
	"\nbuild .build/calls/f.ptx.result: ptx calls/f.cu | .build/toolkit\n"
	"  sm = sm_90a\n  from = calls/f.cu\n  to = .build/calls/f.ptx\n"
	"\nbuild .build/calls/f.cubin.result: cubin "
	".build/calls/f.ptx.result | .build/toolkit\n"
	"  sm = sm_90a\n  from = .build/calls/f.ptx\n"
	"  to = .build/calls/f.cubin\n"
	"\nbuild .build/calls/f.sass.result: sass "
	".build/calls/f.cubin.result | .build/toolkit\n"
	"  sm = sm_90a\n  from = .build/calls/f.cubin\n"
	"  to = .build/calls/f.sass\n"
	"\nbuild .build/page/a-check.ptx.result: ptx page/a-check.cu"
	" | .build/toolkit\n"
	"  sm = sm_90a\n  from = page/a-check.cu\n"
	"  to = .build/page/a-check.ptx\n  more = --check\n"
	"\nbuild .build/page/a-check.cubin.result: cubin "
	".build/page/a-check.ptx.result | .build/toolkit\n"
	"  sm = sm_90a\n  from = .build/page/a-check.ptx\n"
	"  to = .build/page/a-check.cubin\n  more = --check\n"
	"\nbuild .build/page/mnemonics.cubin.result: cubin "
	"page/mnemonics.ptx | .build/toolkit\n"
	"  sm = sm_90a\n  from = page/mnemonics.ptx\n"
	"  to = .build/page/mnemonics.cubin\n";

static void
test_emit(struct str folder)
{
	struct bench b;
	struct target *t;
	struct buf out = { 0 };
	struct str text, tail;

	set_up(&b, folder, "---\nid: a\n---\n```cuda\nint a;\n```\n");
	t = add_target(&b, TARGET_CALL, "calls/f");
	t->call = STR("f(int)");
	t->cubin = t->sass = true;
	t = add_fence(&b, "page/a-check", 0);
	t->check = t->cubin = true;
	t = add_target(&b, TARGET_NAMES, "page/mnemonics");
	t->ptx_names = true;
	graph_emit(&out, &b.m, false);
	text = buf_str(&out);
	CHECK(str_starts(text, STR("# kbc: ")));
	CHECK(has(text, "\nbuilddir = .build\n"));
	CHECK(has(text, "\n  command = \"$$KBC\" step ptx $sm $from $to "
			"$more\n"));
	CHECK(has(text, "\n  depfile = $to.d\n  deps = gcc\n"));
	tail = str_skip(text, str_find(text, STR("\nbuild ")));
	CHECK_STR(tail, edges);
	CHECK_STR(graph_output(b.a, t, ".cubin"),
		  ".build/page/mnemonics.cubin");
	/* without a disassembler no edge asks for one, here */
	buf_clear(&out);
	graph_emit(&out, &b.m, true);
	CHECK(!has(buf_str(&out), ": sass "));
	b.toolkit.nvdisasm.path = STR("/x");
	buf_clear(&out);
	graph_emit(&out, &b.m, true);
	CHECK(has(buf_str(&out), ": sass "));
	buf_free(&out);
	clear(&b);
}

/* A page that is named like an option. */
static void
test_option(struct str folder)
{
	struct bench b;
	struct buf out = { 0 };

	set_up(&b, folder, "---\nid: a\n---\n```cuda\nint a;\n```\n");
	add_fence(&b, "-x/a", 0);
	graph_emit(&out, &b.m, false);
	CHECK(has(buf_str(&out), "\nbuild .build/-x/a.ptx.result: ptx -x/a.cu"
				 " | .build/toolkit\n  sm = sm_90a\n"
				 "  from = ./-x/a.cu\n"));
	buf_free(&out);
	clear(&b);
}

/* The edges for the least architecture: of names always, of calls where a
   claim asks. */
static void
test_least(struct str folder)
{
	static struct str names[] = { STR_INIT("__hfma2") };
	static struct expr asked = { .kind = EXPR_RAW,
				     .text = STR_INIT("min_sm") };
	static struct expr other = { .kind = EXPR_RAW,
				     .text = STR_INIT("exists") };
	struct fact facts[2] = { { .expr = &asked }, { .expr = &asked } };
	struct claim claim = { .facts = facts, .nfacts = 2 };
	struct use uses[] = { { 0, 0, 0, 0 }, { 0, 0, 1, 1 } };
	struct bench b;
	struct target *t;
	struct buf out = { 0 };
	struct str text;

	set_up(&b, folder, "---\nid: a\n---\n");
	t = add_target(&b, TARGET_CALL, "calls/f");
	t->call = STR("f(int)");
	t = add_target(&b, TARGET_NAMES, "page/names");
	t->names = names;
	t->nnames = 1;
	t->sm = STR("sm_90");
	b.claims = (struct claims){ .items = &claim, .n = 1 };
	b.plan.uses = uses;
	b.plan.nuses = 2;
	CHECK(graph_least(b.a, &b.m)[0] && !graph_least(b.a, &b.m)[1]);
	graph_emit(&out, &b.m, false);
	text = buf_str(&out);
	CHECK(has(text, "\nbuild .build/calls/f.least.result: least "
			".build/calls/f.ptx.result | .build/toolkit\n"));
	CHECK(has(text, "\nbuild .build/page/names.needs.result: needs "
			"page/names-bodies.cu | .build/toolkit\n"
			"  sm = sm_90\n  from = page/names-bodies.cu\n"
			"  to = .build/page/names.needs\n"));
	facts[0].expr = facts[1].expr = &other;
	CHECK(!graph_least(b.a, &b.m)[0] && !graph_least(b.a, &b.m)[1]);
	buf_free(&out);
	clear(&b);
}

/* --- writing ------------------------------------------------------------- */

static void
test_write(struct str folder)
{
	static struct str names[] = { STR_INIT("__hfma2") };
	struct target *t;
	struct bench b;
	struct stat before, after;
	struct str path;

	set_up(&b, folder, "---\nid: a\n---\n```cuda\nint a;\n```\n"
			   "```ptx\nfma.rn.f32 %f1, %f2, %f3, %f1;\n```\n");
	add_fence(&b, "page/a", 0);
	add_fence(&b, "page/b", 1)->kind = TARGET_PTX;
	t = add_target(&b, TARGET_NAMES, "page/names");
	t->names = names;
	t->nnames = 1;
	put(&b, "page/old-bodies.cu", "// kbc: names of page.md\n");
	put(&b, "page/old.cu", "// kbc: fence of page.md:1\n");
	put(&b, "page/mine.cu", "int mine;\n");
	put(&b, "other/old.cu", "// kbc: fence of other.md:1\n");
	put(&b, "gone/x.ptx", "// kbc: fence of gone.md:1\n");
	CHECK(graph_write(b.a, &b.m, b.d));
	CHECK(str_starts(get(&b, "page/a.cu"),
			 STR("// kbc: fence of page.md:4\n")));
	CHECK(has(get(&b, "page/names-bodies.cu"),
		  "\nKBC_BODY(0, __hfma2)\n"));
	CHECK(!there(&b, "page/old-bodies.cu"));
	CHECK(there(&b, "page/b.ptx") && there(&b, "page/b-names.ptx"));
	CHECK(has(get(&b, "page/b-names.ptx"), "fma.rn.f32"));
	CHECK(there(&b, "INDEX") && there(&b, "build.ninja"));
	CHECK(has(get(&b, "build.ninja"), "page/b-names.cubin.result"));
	CHECK(!there(&b, "page/old.cu") && !there(&b, "gone/x.ptx"));
	CHECK(!there(&b, "other/old.cu"));
	CHECK(there(&b, "page/mine.cu"));
	/* again: nothing is touched */
	path = path_join(b.a, folder, STR("page/a.cu"));
	CHECK(stat(path.p, &before) == 0);
	CHECK(graph_write(b.a, &b.m, b.d));
	CHECK(stat(path.p, &after) == 0);
	CHECK_NUM(after.st_ino, before.st_ino);
	clear(&b);
}

/* Of one page alone: what others have stays, and so do INDEX and graph. */
static void
test_write_part(struct str folder)
{
	struct bench b;

	set_up(&b, folder, "---\nid: a\n---\n```cuda\nint a;\n```\n");
	b.wiki.npages = 2;
	add_fence(&b, "page/a", 0);
	put(&b, "INDEX", "whole\n");
	put(&b, "page/old.cu", "// kbc: fence of page.md:1\n");
	put(&b, "other/old.cu", "// kbc: fence of other.md:1\n");
	put(&b, "probes/x.cu", "// kbc: probe x\n");
	put(&b, "gone/x.cu", "// kbc: fence of gone.md:1\n");
	CHECK(graph_write(b.a, &b.m, b.d));
	CHECK_STR(get(&b, "INDEX"), "whole\n");
	CHECK(!there(&b, "build.ninja"));
	CHECK(there(&b, "page/a.cu") && !there(&b, "page/old.cu"));
	CHECK(there(&b, "other/old.cu") && there(&b, "probes/x.cu"));
	CHECK(!there(&b, "gone/x.cu"));
	clear(&b);
}

/* --- running ------------------------------------------------------------- */

/* What an nvcc or ptxas made here does with the source it is given. */
static const char tool[] =
	"#!/bin/sh\n"
	"for word; do last=$word; done\n"
	"while [ $# -gt 0 ]; do\n"
	"	case $1 in -o) out=$2 ;; *.cu | *.ptx) in=$1 ;; esac\n"
	"	shift\n"
	"done\n"
	"grep -q DIE \"$in\" && kill -9 $$\n"
	"grep -q HANG \"$in\" && sleep 900\n"
	"grep -q BAD \"$in\" && {\n"
	"	echo \"page.md(5): error: it is bad\"\n"
	"	exit 1\n"
	"}\n"
	"grep -v '^#line\\|^//' \"$in\" >\"$out\"\n";

static void
make_tools(struct bench *b)
{
	struct str path = path_join(b->a, b->m.folder, STR("tool"));
	struct str ninja = proc_find(b->a, STR("ninja"));

	put(b, "tool", tool);
	CHECK(chmod(path.p, 0755) == 0);
	b->toolkit.nvcc.path = b->toolkit.ptxas.path = file_real(b->a, path);
	b->toolkit.ninja.path = ninja;
	b->toolkit.stamp = STR("tool 1\n");
	b->wiki.config.compile_seconds = 1;
}

static void
run(struct bench *b)
{
	CHECK(graph_run(b->a, &b->m, b->d));
	CHECK_NUM(b->d->count[DIAG_FAIL], 0);
}

static struct result
result_of(struct bench *b, const char *name)
{
	struct result r;

	step_result(b->a, &r, path_join(b->a, b->m.folder, str_of(name)));
	return r;
}

/* When the file was last changed; its number changes at every rename. */
static ino_t
number_of(struct bench *b, const char *name)
{
	struct stat s = { 0 };
	struct str path = path_join(b->a, b->m.folder, str_of(name));

	CHECK(stat(path.p, &s) == 0);
	return s.st_ino;
}

#define PAGE(first, second)                                                   \
	"---\nid: a\n---\n```cuda\n" first "\n```\n```cuda\n" second "\n```\n"

static void
set_pages(struct bench *b, struct str folder, const char *text)
{
	set_up(b, folder, text);
	add_fence(b, "page/a", 0)->cubin = true;
	add_fence(b, "page/b", 1)->cubin = true;
	make_tools(b);
}

static void
test_run(struct str folder)
{
	struct bench b;
	ino_t a, other;

	set_pages(&b, folder, PAGE("int a;", "int b;"));
	run(&b);
	CHECK(result_of(&b, ".build/page/a.cubin").ok);
	CHECK(result_of(&b, ".build/page/b.cubin").ok);
	CHECK(has(get(&b, ".build/page/a.cubin"), "int a;"));
	CHECK(str_starts(get(&b, ".build/toolkit"), STR("kbc ")));
	a = number_of(&b, ".build/page/a.ptx");
	other = number_of(&b, ".build/page/b.ptx");
	clear(&b);

	/* a changed fence builds itself anew, the other's lines have moved */
	set_pages(&b, folder, PAGE("\nint c;", "int b;"));
	run(&b);
	CHECK(has(get(&b, ".build/page/a.cubin"), "int c;"));
	CHECK(number_of(&b, ".build/page/a.ptx") != a);
	CHECK_NUM(number_of(&b, ".build/page/b.ptx"), other);
	clear(&b);

	/* one that does not compile fails alone and leaves no old output */
	set_pages(&b, folder, PAGE("int BAD;", "int d;"));
	run(&b);
	CHECK(!result_of(&b, ".build/page/a.ptx").ok);
	CHECK_NUM(result_of(&b, ".build/page/a.ptx").status, 1);
	CHECK(has(result_of(&b, ".build/page/a.ptx").log, "it is bad"));
	CHECK(!result_of(&b, ".build/page/a.cubin").ok);
	CHECK(!there(&b, ".build/page/a.cubin"));
	CHECK(has(get(&b, ".build/page/b.cubin"), "int d;"));
	a = number_of(&b, ".build/page/a.ptx.result");
	clear(&b);

	/* nor is it tried again */
	set_pages(&b, folder, PAGE("int BAD;", "int d;"));
	run(&b);
	CHECK_NUM(number_of(&b, ".build/page/a.ptx.result"), a);
	clear(&b);
}

/* A compiler that is killed or hangs says nothing of the page, and is asked
   again; the others are built. */
static void
test_stopped(struct str folder)
{
	struct bench b;

	set_pages(&b, folder, PAGE("int DIE;", "int b;"));
	run(&b);
	CHECK_NUM(result_of(&b, ".build/page/a.ptx").signal, 9);
	CHECK(result_of(&b, ".build/page/b.cubin").ok);
	clear(&b);
	set_pages(&b, folder, PAGE("int HANG;", "int b;"));
	run(&b);
	CHECK_NUM(result_of(&b, ".build/page/a.ptx").timed_out, 1);
	clear(&b);
	/* the same source with a compiler that does not hang */
	set_pages(&b, folder, PAGE("int HANG;", "int b;"));
	put(&b, "tool", "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\n"
			"echo made >\"$2\"\n");
	CHECK(chmod(path_join(b.a, folder, STR("tool")).p, 0755) == 0);
	run(&b);
	CHECK(result_of(&b, ".build/page/a.cubin").ok);
	clear(&b);
}

/* Another toolkit builds all anew. */
static void
test_toolkit(struct str folder)
{
	struct bench b;
	ino_t a;

	set_pages(&b, folder, PAGE("int a;", "int b;"));
	run(&b);
	a = number_of(&b, ".build/page/a.ptx");
	clear(&b);
	set_pages(&b, folder, PAGE("int a;", "int b;"));
	put(&b, "tool", "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\n"
			"echo other >\"$2\"\n");
	CHECK(chmod(path_join(b.a, folder, STR("tool")).p, 0755) == 0);
	b.toolkit.stamp = STR("tool 2\n");
	run(&b);
	CHECK(number_of(&b, ".build/page/a.ptx") != a);
	CHECK_STR(get(&b, ".build/page/a.ptx"), "other\n");
	clear(&b);
}

/* A toolchain that cannot compile what cannot be wrong is found out before
   any page, and said in its own words. */
static void
test_try(struct str folder)
{
	static const struct {
		const char *body, *want, *note;
	} rows[] = {
		{ "exit 0", "*does not compile a trivial kernel",
		  "*writes nothing" },
		{ "echo 'host_config.h:139:2: error: #error -- unsupported "
		  "GNU version!' >&2; exit 1",
		  "*does not compile a trivial kernel",
		  "host_config.h:139:2: error: *" },
		{ "kill -KILL $$", "*is killed by signal 9 *", NULL },
		{ "sleep 30 & wait", "*a trivial kernel in 1 s", NULL },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct bench b;

		set_pages(&b, folder, PAGE("int a;", "int b;"));
		put(&b, "tool", arena_printf(b.a, "#!/bin/sh\n%s\n",
					     rows[i].body).p);
		CHECK_ROW(rows[i].body);
		CHECK(!graph_run(b.a, &b.m, b.d));
		CHECK_NUM(b.d->count[DIAG_FAIL], 1);
		CHECK(str_match(str_of(rows[i].want), b.d->items[0].text));
		CHECK_NUM(b.d->n > 1, rows[i].note != NULL);
		if (rows[i].note && b.d->n > 1)
			CHECK(str_match(str_of(rows[i].note),
					b.d->items[1].text));
		CHECK(file_kind(path_join(b.a, folder, STR(".build/page"))) ==
		      FILE_NONE);
		arena_free(b.a);
	}
	CHECK_ROW("");
}

/* A name that a shell, ninja or nvcc would read in its own way. */
static void
test_names(struct str folder)
{
	static const struct {
		struct str name, sm;
		bool good;
	} rows[] = {
		{ STR_INIT("page/a"), STR_INIT("sm_90a"), true },
		{ STR_INIT("-p_0.1/a/b"), STR_INIT("sm_75"), true },
		{ STR_INIT("page/A"), STR_INIT("sm_90a"), false },
		{ STR_INIT("page/a b"), STR_INIT("sm_90a"), false },
		{ STR_INIT("page/$(touch x)"), STR_INIT("sm_90a"), false },
		{ STR_INIT("page/a;b"), STR_INIT("sm_90a"), false },
		{ STR_INIT("page/a\nb"), STR_INIT("sm_90a"), false },
		{ STR_INIT("page/a\0b"), STR_INIT("sm_90a"), false },
		{ STR_INIT("page/\xc3\xa4"), STR_INIT("sm_90a"), false },
		{ STR_INIT("page/../../a"), STR_INIT("sm_90a"), false },
		{ STR_INIT(".build/a"), STR_INIT("sm_90a"), false },
		{ STR_INIT("/tmp/a"), STR_INIT("sm_90a"), false },
		{ STR_INIT("page//a"), STR_INIT("sm_90a"), false },
		{ STR_INIT("page/"), STR_INIT("sm_90a"), false },
		{ STR_INIT(""), STR_INIT("sm_90a"), false },
		{ STR_INIT("page/a"), STR_INIT("sm_90a;x"), false },
		{ STR_INIT("page/a"), STR_INIT("SM90"), false },
		{ STR_INIT("page/a"), STR_INIT(""), false },
	};

	struct arena *a = arena_make();

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct bench b;
		struct target *t;

		set_up(&b, arena_printf(a, STR_FMT "/%zu",
					STR_ARG(folder), i),
		       PAGE("int a;", "int b;"));
		t = add_fence(&b, "page/a", 0);
		t->name = rows[i].name;
		t->sm = rows[i].sm;
		CHECK_ROW(rows[i].name);
		CHECK_NUM(graph_write(b.a, &b.m, b.d), rows[i].good);
		CHECK_NUM(b.d->count[DIAG_FAIL], !rows[i].good);
		CHECK_NUM(file_kind(b.m.folder) == FILE_FOLDER, rows[i].good);
		if (str_equal(rows[i].name, STR("page/A")))
			CHECK_STR(b.d->items[0].text, "'page/A' is no name for "
				  "a file to build: only a-z, 0-9, '_', '-' and"
				  " '.' are");
		if (str_equal(rows[i].sm, STR("SM90")))
			CHECK_STR(b.d->items[0].text, "'SM90' is no "
				  "architecture to build 'page/a' for");
		arena_free(b.a);
	}
	CHECK_ROW("");
	arena_free(a);
}

/* What is the environment's fault is no result. */
static void
test_fail(struct str folder)
{
	struct bench b;

	set_pages(&b, folder, PAGE("int a;", "int b;"));
	b.toolkit.ninja.path = STR("");
	CHECK(!graph_run(b.a, &b.m, b.d));
	CHECK(has(b.d->items[0].text, "ninja"));
	arena_free(b.a);
	/* a compiler that writes nothing is found out before any page */
	set_pages(&b, folder, PAGE("int a;", "int b;"));
	put(&b, "tool", "#!/bin/sh\nexit 0\n");
	CHECK(chmod(path_join(b.a, folder, STR("tool")).p, 0755) == 0);
	b.toolkit.stamp = STR("tool 3\n");
	CHECK(!graph_run(b.a, &b.m, b.d));
	CHECK(b.d->count[DIAG_FAIL] > 0);
	arena_free(b.a);
	/* a program that is no kbc */
	set_pages(&b, folder, PAGE("int e;", "int b;"));
	b.m.kbc = STR("/bin/false");
	CHECK(!graph_run(b.a, &b.m, b.d));
	CHECK(b.d->count[DIAG_FAIL] > 0);
	arena_free(b.a);
	/* no toolkit: nothing is run, and nothing is wrong */
	set_pages(&b, folder, PAGE("int f;", "int b;"));
	b.toolkit = (struct toolkit){ 0 };
	run(&b);
	CHECK(has(get(&b, "page/a.cu"), "int f;"));
	clear(&b);
}

static int
step(int argc, char **argv)
{
	struct arena *a = arena_make();
	struct toolkit t = { 0 };
	struct str args[8];
	size_t n = 0;
	int status;

	t.nvcc.path = proc_env(STR("KBC_NVCC"));
	t.ptxas.path = proc_env(STR("KBC_PTXAS"));
	for (int i = 2; i < argc && n < COUNT_OF(args); i++)
		args[n++] = str_of(argv[i]);
	status = step_run(a, args, n, &t, diag_make(a));
	arena_free(a);
	return status;
}

static void
remove_folder(struct arena *a, char *folder)
{
	char rm[] = "rm", options[] = "-rf";
	char *argv[] = { rm, options, folder, NULL };
	struct proc p = { .argv = argv };
	struct proc_result r;

	CHECK(proc_run(a, &r, &p));
}

int
main(int argc, char **argv)
{
	static void (*const tests[])(struct str) = {
		test_emit, test_option, test_least, test_write,
		test_write_part, test_names,
		test_run, test_stopped, test_toolkit, test_try,
		test_fail,
	};
	char folder[] = "/tmp/kbc-unit-graph-XXXXXX";
	struct arena *a;

	if (argc > 1 && strcmp(argv[1], "step") == 0)
		return step(argc, argv);
	a = arena_make();
	CHECK(mkdtemp(folder) != NULL);
	for (size_t i = 0; i < COUNT_OF(tests); i++) {
		struct str path = arena_printf(a, "%s/%zu", folder, i);

		if (i < 6 || proc_find(a, STR("ninja")).n > 0)
			tests[i](path);
		else
			printf("skipped: no ninja\n");
	}
	remove_folder(a, folder);
	arena_free(a);
	CHECK_DONE();
}
