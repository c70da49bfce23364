/*
 * What building said: from result files made here, and, where there is an
 * nvcc, of fences of every kind that were really built. This program is the
 * `kbc` of those builds: `step` is its first word.
 */
#include "check.h"
#include "arena.h"
#include "buf.h"
#include "built.h"
#include "claim.h"
#include "diag.h"
#include "emit.h"
#include "expr.h"
#include "file.h"
#include "graph.h"
#include "hash.h"
#include "library.h"
#include "listing.h"
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
#include <unistd.h>

#define FRONT "---\nid: a\n---\n"
#define OK "kbc-result 1\nstatus 0\nseconds-limit 60\nlog\n"
#define FAILED "kbc-result 1\nstatus 2\nseconds-limit 60\nlog\n"

struct bench {
	struct arena *a;
	struct diag *d;
	struct wiki wiki;
	struct page *page;
	struct claims claims;
	struct claims *list[1];
	struct plan plan;
	struct toolkit toolkit;
	struct making m;
};

static void
put(struct bench *b, const char *name, struct str text)
{
	CHECK(file_update(path_join(b->a, b->m.folder, str_of(name)), text,
			  b->d));
}

static void
set_up(struct bench *b, struct str folder, const char *text, const char *name)
{
	struct arena *a = arena_make();
	struct str copy = arena_copy(a, str_of(text));

	*b = (struct bench){ .a = a, .d = diag_make(a) };
	b->page = page_parse(a, source_make(a, STR("page.md"), copy),
			     str_of(name));
	b->wiki.npages = 1;
	b->wiki.root = STR("w");
	b->wiki.paths = arena_alloc(a, sizeof(*b->wiki.paths));
	b->wiki.paths[0] = path_join(a, STR("w"), str_of(name));
	b->list[0] = &b->claims;
	b->toolkit.nvcc.path = b->toolkit.ptxas.path = STR("/x");
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
	t->check = t->cubin = true;
	return t;
}

static bool
has(struct str text, const char *part)
{
	return !*part || str_find(text, str_of(part)) < text.n;
}

/* --- canned results ------------------------------------------------------ */

#define PTX                                                                   \
	".version 9.0\n.target sm_90a\n.address_size 64\n"                    \
	".visible .entry k()\n{\n\tret;\n}\n"

/* A unit's two results, and what is read from them. */
static const struct {
	const char *name, *code, *ptx_result, *ptx, *cubin_result, *cubin;
	bool tried, ok, stopped, host, empty;
	const char *why;
	uint32_t line;
} fences[] = {
	{ "nothing there", "__global__ void k() {}", NULL, NULL, NULL, NULL,
	  false, false, false, false, false, "it was not built", 0 },
	{ "good", "__global__ void k() {}", OK, PTX, OK, "cubin",
	  true, true, false, false, false, "", 0 },
	{ "output gone", "__global__ void k() {}", OK, NULL, OK, "cubin",
	  true, false, true, false, false,
	  "what the compiler made cannot be read", 0 },
	{ "half a result", "__global__ void k() {}", "kbc-result 1\nstat",
	  PTX, OK, "cubin", false, false, false, false, false,
	  "it was not built", 0 },
	{ "error in the page", "__global__ void k() {}", FAILED
	  "<built-in>: note: x\npage.md(5): warning #177-D: unused\n"
	  "page/a.cu(3): error: ours\n"
	  "page.md(6): error: identifier \"a\" is undefined\n", NULL, FAILED,
	  NULL, true, false, false, false, false,
	  "identifier \"a\" is undefined", 6 },
	{ "error of ours", "__global__ void k() {}",
	  FAILED "page/a.cu(3): error: odd\n", NULL, NULL, NULL,
	  true, false, false, false, false,
	  "in what kbc writes around it: odd", 0 },
	{ "error in a header", "__global__ void k() {}",
	  FAILED "/usr/include/x.h(3): error: odd\n", NULL, NULL, NULL,
	  true, false, false, false, false, "in /usr/include/x.h: odd", 0 },
	{ "error without a place", "__global__ void k() {}",
	  FAILED "\nnvcc error : 'cicc' died\n", NULL, NULL, NULL,
	  true, false, false, false, false, "'cicc' died", 0 },
	{ "no message", "__global__ void k() {}", FAILED "\n  oh\n", NULL,
	  NULL, NULL, true, false, false, false, false, "oh", 0 },
	{ "timeout", "int main() {}", "kbc-result 1\ntimeout 5\n"
	  "seconds-limit 5\nlog\n", NULL, NULL, NULL,
	  true, false, true, false, false, "compile timed out after 5 s", 0 },
	{ "killed", "__global__ void k() {}", "kbc-result 1\nsignal 9\n"
	  "seconds-limit 5\nlog\n", NULL, NULL, NULL, true, false, true, false,
	  false, "compiler killed by signal 9 (out of memory?)", 0 },
	{ "not started", "__global__ void k() {}", "kbc-result 1\nstatus 127\n"
	  "seconds-limit 5\nlog\nno such file\n", NULL, NULL, NULL,
	  true, false, true, false, false, "no such file", 0 },
	{ "ptxas refuses", "__global__ void k() {}", OK, PTX,
	  FAILED "page.md(5): error: Unknown modifier '.x'\n", NULL,
	  true, false, false, false, false, "Unknown modifier '.x'", 5 },
	{ "ptxas, no page line", "__global__ void k() {}", OK, PTX,
	  FAILED "ptxas .build/page/a.ptx, line 6; error   : bad\n", NULL,
	  true, false, false, false, false, "bad", 0 },
	{ "no kernel", "template <class T> __device__ void f() {}", OK,
	  ".version 9.0\n.target sm_90a\n.address_size 64\n", OK, "cubin",
	  true, true, false, false, true, "", 0 },
	{ "comments", "/* a\n*/ // b\n#define C 1", OK, PTX, OK, "cubin",
	  true, true, false, false, true, "", 0 },
	{ "host, empty", "int main() { f(); }", OK,
	  ".version 9.0\n.target sm_90a\n.address_size 64\n", OK, "cubin",
	  true, true, false, true, true, "", 0 },
	{ "host, fails", "k<<<1, 1>>>(a);", FAILED
	  "page.md(5): error: a is undefined\n", NULL, NULL, NULL,
	  true, false, false, true, false, "a is undefined", 5 },
	{ "host in a comment", "int a; // cudaMalloc", FAILED
	  "page.md(5): error: bad\n", NULL, NULL, NULL,
	  true, false, false, false, false, "bad", 5 },
};

static void
put_all(struct bench *b, const char *name, const char *result, const char *out)
{
	struct str path = path_join(b->a, b->m.folder, str_of(name));
	struct str log = arena_printf(b->a, STR_FMT ".result", STR_ARG(path));

	file_remove(path, b->d);
	file_remove(log, b->d);
	if (result)
		CHECK(file_update(log, str_of(result), b->d));
	if (out)
		CHECK(file_update(path, str_of(out), b->d));
}

static void
test_fences(struct str folder)
{
	for (size_t i = 0; i < COUNT_OF(fences); i++) {
		struct bench b;
		struct built *all;
		char text[512];

		snprintf(text, sizeof(text), FRONT "```cuda\n%s\n```\n",
			 fences[i].code);
		set_up(&b, folder, text, "page.md");
		add_fence(&b, "page/a", 0);
		put_all(&b, ".build/page/a.ptx", fences[i].ptx_result,
			fences[i].ptx);
		put_all(&b, ".build/page/a.cubin", fences[i].cubin_result,
			fences[i].cubin);
		all = built_read(b.a, &b.m);
		CHECK_ROW(fences[i].name);
		CHECK_NUM(all[0].tried, fences[i].tried);
		CHECK_NUM(all[0].ok, fences[i].ok);
		CHECK_NUM(all[0].stopped, fences[i].stopped);
		CHECK_NUM(all[0].host, fences[i].host);
		CHECK_NUM(all[0].empty, fences[i].empty);
		CHECK_STR(all[0].why, fences[i].why);
		CHECK_NUM(all[0].line, fences[i].line);
		CHECK_NUM(all[0].cubin.n > 0, fences[i].ok);
		if (fences[i].ok)
			CHECK_STR(all[0].cubin_hash,
				  hash_hex(b.a, STR("cubin")));
		/* without a compiler nothing is known, whatever lies there */
		b.toolkit = (struct toolkit){ 0 };
		all = built_read(b.a, &b.m);
		CHECK(!all[0].tried && !all[0].ok && all[0].why.n == 0);
		clear(&b);
	}
	CHECK_ROW("");
}

/* An earlier fence's code does not speak for a later fence. */
static void
test_own_code(struct str folder)
{
	static const char ptx[] =
		PTX "\t.loc 1 5 1\n\t.file 1 \"/x/page.md\"\n";
	struct bench b;
	struct target *t;
	struct built *all;

	set_up(&b, folder, FRONT "```cuda\n__global__ void k() {}\n```\n"
	       "```cuda\nstruct s {};\n```\n", "page.md");
	t = add_fence(&b, "page/a", 1);
	t->before = arena_alloc(b.a, sizeof(*t->before));
	t->before[t->nbefore++] = &b.page->fences[0];
	put_all(&b, ".build/page/a.ptx", OK, ptx);
	put_all(&b, ".build/page/a.cubin", OK, "cubin");
	all = built_read(b.a, &b.m);
	CHECK(all[0].ok && all[0].empty);
	put(&b, ".build/page/a.ptx", arena_printf(b.a, "%s\t.loc 1 8 3\n",
						  ptx));
	all = built_read(b.a, &b.m);
	CHECK(all[0].ok && !all[0].empty);
	clear(&b);
}

static void
test_ptx_fence(struct str folder)
{
	struct bench b;
	struct target *t;
	struct built *all;

	set_up(&b, folder, FRONT "```ptx\n.reg .b32 a;\nmov.u32 a, 1;\n"
	       "add.bogus a, a, a;\n```\n", "page.md");
	t = add_fence(&b, "page/a", 0);
	t->kind = TARGET_PTX;
	t->body = true;
	put_all(&b, ".build/page/a.cubin", FAILED
		"ptxas page/a.ptx, line 9; error   : Unknown '.bogus'\n",
		NULL);
	all = built_read(b.a, &b.m);
	CHECK(all[0].tried && !all[0].ok);
	CHECK_NUM(all[0].line, 7);
	CHECK_STR(all[0].why, "Unknown '.bogus'");
	clear(&b);
}

/* A kernel is made around any PTX: it alone is no code of the fence. */
static void
test_ptx_empty(struct str folder)
{
	static const struct {
		const char *code;
		bool empty;
	} rows[] = {
		{ ".reg .b32 a;", true }, { "// mov.b32 a, 1;", true },
		{ "L: .shared .b8 s[4];\n{ }", true },
		{ ".reg .b32 a;\nmov.b32 a, 1;", false },
		{ "mov.b32 x, y;", false }, { "@p bra L;", false },
		{ ".visible .entry k()\n{\nret;\n}", false },
		{ ".visible .entry k()\n{\n.reg .b32 a;\n}", true },
		{ ".func f();\n.global .b32 x[2] = { 1, 2 };", true },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct bench b;
		struct target *t;
		struct built *all;
		char text[256];

		CHECK_ROW(rows[i].code);
		snprintf(text, sizeof(text), FRONT "```ptx\n%s\n```\n",
			 rows[i].code);
		set_up(&b, folder, text, "page.md");
		t = add_fence(&b, "page/a", 0);
		t->kind = TARGET_PTX;
		t->body = true;
		put_all(&b, ".build/page/a.cubin", OK, "cubin");
		put_all(&b, ".build/page/a-names.cubin", OK
			"assembled sm_20.ptx\n", "");
		all = built_read(b.a, &b.m);
		CHECK(all[0].tried);
		CHECK_NUM(all[0].empty, rows[i].empty);
		clear(&b);
	}
	CHECK_ROW("");
}

/* What a step says of names, and what it makes of each. */
static const struct {
	const char *needs, *min_sm, *from, *why;
} needs_rows[] = {
	{ "sm_90a\n0 sm_53\nsm_75\n0 sm_53\n", "sm_53", "from sm_53", "" },
	{ "sm_90a\n0 sm_80\nsm_75\n0 sm_53\n", "sm_80",
	  "from sm_80, by other instructions from sm_53", "" },
	{ "sm_90a\n0 sm_80\nsm_75\n0 sm_80\n", "sm_80", "from sm_80", "" },
	{ "sm_90a\n0 sm_20\nsm_75\nsm_80\n0 sm_20\n", "sm_80",
	  "from sm_80", "" },
	{ "sm_90a\n0 sm_90\nsm_75\nsm_80\n0 sm_70\n", "sm_90",
	  "from sm_90, by other instructions from sm_80", "" },
	{ "sm_90a\n0 sm_90a\nsm_75\nsm_80\n", "sm_90a", "from sm_90a", "" },
	{ "sm_90a\n0 there\nsm_75\n0 there\n", "", "from sm_75 or older",
	  "oldest" },
	{ "sm_90a\n0 there\nsm_75\nsm_80\n0 there\n", "sm_80",
	  "from sm_80", "" },
	{ "sm_90a\n0 signatures\nsm_75\n0 sm_53\n", "", "",
	  "several signatures" },
	{ "sm_90a\nsm_75\n0 sm_53\n", "", "", "" },
	{ "sm_90a\n7 sm_53\nx y\n0\n", "", "", "" },
};

static void
test_needs(struct str folder)
{
	static struct str names[] = { STR_INIT("__hfma2"), STR_INIT("f") };
	struct bench b;
	struct target *t;
	struct built *all;

	set_up(&b, folder, FRONT, "page.md");
	t = add_target(&b, TARGET_NAMES, "page/names");
	t->names = names;
	t->nnames = COUNT_OF(names);
	put_all(&b, ".build/page/names.ptx", FAILED
		"names(3): error: the global scope has no \"f\"\n", NULL);
	for (size_t i = 0; i < COUNT_OF(needs_rows); i++) {
		CHECK_ROW(needs_rows[i].needs);
		put_all(&b, ".build/page/names.needs", OK,
			needs_rows[i].needs);
		all = built_read(b.a, &b.m);
		CHECK(all[0].names && all[0].names[0].exists);
		if (!all[0].names)
			continue;
		CHECK_STR(all[0].names[0].min_sm, needs_rows[i].min_sm);
		CHECK_STR(all[0].names[0].from, needs_rows[i].from);
		CHECK(has(all[0].names[0].why, needs_rows[i].why));
		CHECK_STR(all[0].names[1].from, "");
	}
	CHECK_ROW("");
	clear(&b);
}

static void
test_names(struct str folder)
{
	static struct str names[] = {
		STR_INIT("__hfma2"), STR_INIT("__nosuch"), STR_INIT("a b"),
		STR_INIT("__reduce_add_sync"),
	};
	struct bench b;
	struct target *t;
	struct built *all;

	set_up(&b, folder, FRONT, "page.md");
	t = add_target(&b, TARGET_NAMES, "page/names");
	t->names = names;
	t->nnames = COUNT_OF(names);
	put_all(&b, ".build/page/names.ptx", FAILED
		"names(3): error: the global scope has no \"__nosuch\"\n",
		NULL);
	all = built_read(b.a, &b.m);
	CHECK(all[0].names != NULL);
	if (!all[0].names)
		return;
	CHECK(all[0].names[0].exists && all[0].names[3].exists);
	CHECK(!all[0].names[1].exists && !all[0].names[2].exists);
	CHECK_STR(all[0].names[1].why,
		  "the global scope has no \"__nosuch\"");
	CHECK_STR(all[0].names[0].min_sm, "");
	/* a failure that is of no name says nothing of any */
	put_all(&b, ".build/page/names.ptx", FAILED
		"x.h(4): error: broken\n", NULL);
	all = built_read(b.a, &b.m);
	CHECK(!all[0].names);
	clear(&b);
}

static void
test_call(struct str folder)
{
	static struct expr asked = { .kind = EXPR_RAW,
				     .text = STR_INIT("min_sm") };
	struct fact fact = { .expr = &asked };
	struct claim claim = { .facts = &fact, .nfacts = 1 };
	struct use use = { 0, 0, 0, 0 };
	struct bench b;
	struct target *t;
	struct built *all;

	set_up(&b, folder, FRONT, "page.md");
	t = add_target(&b, TARGET_CALL, "calls/f");
	t->call = STR("f(int)");
	b.claims = (struct claims){ .items = &claim, .n = 1 };
	b.plan.uses = &use;
	b.plan.nuses = 1;
	put_all(&b, ".build/calls/f.ptx", OK, PTX);
	put_all(&b, ".build/calls/f.least", OK, "sm_70\n");
	all = built_read(b.a, &b.m);
	CHECK(all[0].ok && all[0].names && all[0].names[0].exists);
	CHECK_STR(all[0].names[0].min_sm, "sm_70");
	CHECK(all[0].ptx && listing_find(all[0].ptx, STR("k")));
	put_all(&b, ".build/calls/f.ptx", FAILED
		"call(2): error: no instance of overloaded function\n", NULL);
	all = built_read(b.a, &b.m);
	CHECK(!all[0].ok && all[0].names && !all[0].names[0].exists);
	CHECK_STR(all[0].names[0].why,
		  "no instance of overloaded function");
	put_all(&b, ".build/calls/f.ptx", FAILED
		"calls/f.cu(2): error: #error \"no signature\"\n", NULL);
	all = built_read(b.a, &b.m);
	CHECK_STR(all[0].why, "no signature");
	clear(&b);
}

/* A missing disassembler is no fault of the target. */
static void
test_no_sass(struct str folder)
{
	struct bench b;
	struct built *all;

	set_up(&b, folder, FRONT "```cuda\n__global__ void k() {}\n```\n",
	       "page.md");
	add_fence(&b, "page/a", 0)->sass = true;
	put_all(&b, ".build/page/a.ptx", OK, PTX);
	put_all(&b, ".build/page/a.cubin", OK, "cubin");
	all = built_read(b.a, &b.m);
	CHECK(all[0].ok && all[0].no_sass && !all[0].sass);
	clear(&b);
}

/* --- really built -------------------------------------------------------- */

/* The fences of the page below, and what must come of each. */
static const struct {
	const char *name, *code;
	bool body, ok, host, empty;
	const char *why;
	uint32_t line;  /* of the fence's own, from 0 for the first */
} real[] = {
	{ "kernel", "__global__ void k(half2 *x)\n{\n"
	  "\tx[0] = __hadd2(x[1], x[2]);\n}", false, true, false, false, "",
	  0 },
	{ "fragment", "float v = in[threadIdx.x];\nout[0] = v;", true, true,
	  false, false, "", 0 },
	{ "broken", "__global__ void k2(int *x)\n{\n\t*x = undeclared_one;\n}",
	  false, false, false, false, "undeclared_one", 2 },
	{ "broken assembly, uncalled", "static __device__ void f()\n{\n"
	  "\tasm volatile(\"bogus.x;\");\n}\n__global__ void k3() {}", false,
	  false, false, false, "", 2 },
	{ "unset value", "float *p;\np[0] = 1;", true, false, false, false,
	  "pointer 'p' is never set", 1 },
	{ "unset number", "__global__ void k4(float *r)\n{\n\tfloat q;\n"
	  "\tr[0] = q;\n}", false, false, false, false,
	  "variable \"q\" is used before its value is set", 3 },
	{ "set too late", "__global__ void k5(float *r)\n{\n\tfloat *s;\n"
	  "\ts[0] = 1;\n\ts = r;\n}", false, false, false, false,
	  "variable \"s\" is used before its value is set", 3 },
	{ "declaration", "__device__ float later(float x);", false, true,
	  false, true, "", 0 },
	{ "file-scope asm", "#if 1\nasm(\"// nothing\");\n#endif", false, true,
	  false, true, "", 0 },
	{ "comment", "// nothing here", true, true, false, true, "", 0 },
	{ "host", "#include <cstdio>\nint main() { printf(\"a\"); }", false,
	  true, true, true, "", 0 },
	{ "unclosed comment", "int a = 0; /* never", true, false, false, false,
	  "", 0 },
	{ "splice", "int b = 0; // \\", true, true, false, false, "", 0 },
};

/* A hostile name, and hostile words inside. */
#define HOSTILE "p\"$(touch PWNED)`touch PWNED2`;, \n#error x\n*/.md"

static char *
make_page(struct arena *a)
{
	struct buf text = { 0 };
	struct str copy;

	buf_add(&text, STR(FRONT));
	for (size_t i = 0; i < COUNT_OF(real); i++) {
		if (i == 1)
			buf_add(&text, STR("<!-- kbc: given const float *in; "
					   "float *out -->\n"));
		buf_printf(&text, "```cuda\n%s\n```\n\n", real[i].code);
	}
	copy = arena_copy(a, buf_str(&text));
	buf_free(&text);
	return memcpy(arena_alloc(a, copy.n + 1), copy.p, copy.n);
}

static void
add_real(struct bench *b)
{
	static const char *const names[] = {
		"page/f00", "page/f01", "page/f02", "page/f03", "page/f04",
		"page/f05", "page/f06", "page/f07", "page/f08", "page/f09",
		"page/f10", "page/f11", "page/f12", "page/f13", "page/f14",
	};

	CHECK_NUM(b->page->nfences, COUNT_OF(real));
	for (size_t i = 0; i < b->page->nfences; i++)
		add_fence(b, names[i], i)->body = real[i].body;
}

static void
check_real(struct bench *b, const struct built *all)
{
	for (size_t i = 0; i < b->page->nfences; i++) {
		const struct fence *f = &b->page->fences[i];

		CHECK_ROW(real[i].name);
		CHECK(all[i].tried);
		CHECK_NUM(all[i].ok, real[i].ok);
		CHECK_NUM(all[i].host, real[i].host);
		CHECK_NUM(all[i].empty, real[i].empty);
		CHECK(has(all[i].why, real[i].why));
		CHECK(real[i].ok == (all[i].why.n == 0));
		if (real[i].line > 0)
			CHECK_NUM(all[i].line, f->line_numbers[real[i].line]);
	}
	CHECK_ROW("");
}

static void
test_real_fences(struct str folder)
{
	struct bench b;
	struct built *all;
	struct str mark;
	struct arena *a = arena_make();

	set_up(&b, folder, make_page(a), HOSTILE);
	arena_free(a);
	if (!toolkit_find(b.a, &b.toolkit, STR(""), b.d) ||
	    !b.toolkit.nvcc.path.n)
		return;
	add_real(&b);
	CHECK(graph_run(b.a, &b.m, b.d));
	all = built_read(b.a, &b.m);
	check_real(&b, all);
	CHECK(all[0].ptx && listing_find(all[0].ptx, STR("k")));
	CHECK(all[0].nresources > 0);
	for (size_t i = 0; i < 2; i++) {
		mark = path_join(b.a, i ? folder : STR(""), STR("PWNED"));
		CHECK(file_kind(mark) == FILE_NONE);
	}
	clear(&b);
}

static void
test_real_others(struct str folder)
{
	static struct str names[] = {
		STR_INIT("__hfma2"), STR_INIT("__nosuch"), STR_INIT("float"),
		STR_INIT("__launch_bounds__"), STR_INIT("cudaMalloc"),
	};
	static struct str mnemonics[] = {
		STR_INIT("fma.rn.f32"), STR_INIT("fma.rn.bogus"),
	};
	const struct kernel *k;
	struct bench b;
	struct target *t;
	struct built *all;

	set_up(&b, folder, FRONT "```ptx\n.reg .f32 a;\nadd.f32 a, a, a;\n"
	       "fma.rn.f32 %x, %y, %z, %x; // \xe2\x86\x92\n```\n"
	       "```ptx\nfma.rn.f32 %x, %y, %z;\nno.such.f32 %q;\n```\n",
	       "page.md");
	if (!toolkit_find(b.a, &b.toolkit, STR(""), b.d) ||
	    !b.toolkit.nvcc.path.n)
		return;
	t = add_target(&b, TARGET_CALL, "calls/f");
	t->call = STR("atomicAdd(half*, half)");
	t->cubin = true;
	t = add_target(&b, TARGET_CALL, "calls/g");
	t->call = STR("__hadd2(half2, double, int)");
	t = add_target(&b, TARGET_CALL, "calls/h");
	t->call = STR("ex2.approx.f32");
	t = add_target(&b, TARGET_NAMES, "page/mnemonics");
	t->ptx_names = true;
	t->names = mnemonics;
	t->nnames = COUNT_OF(mnemonics);
	t = add_target(&b, TARGET_NAMES, "page/names");
	t->names = names;
	t->nnames = COUNT_OF(names);
	add_fence(&b, "page/p1", 0)->kind = TARGET_PTX;
	add_fence(&b, "page/p2", 1)->kind = TARGET_PTX;
	CHECK(graph_run(b.a, &b.m, b.d));
	all = built_read(b.a, &b.m);
	CHECK(all[0].ok && all[0].ptx);
	k = all[0].ptx ? listing_find(all[0].ptx, STR("x")) : NULL;
	CHECK(k && listing_count(k, STR("atom.add.noftz.f16"), false) == 1);
	CHECK(!all[1].ok && all[1].why.n > 0);
	CHECK(all[2].ok);
	CHECK(all[3].names && all[3].names[0].exists);
	CHECK(all[3].names && !all[3].names[1].exists);
	CHECK(all[4].names && all[4].names[0].exists);
	CHECK(all[4].names && !all[4].names[1].exists);
	for (size_t i = 2; all[4].names && i < COUNT_OF(names); i++)
		CHECK(all[4].names[i].exists);
	if (all[4].names)
		CHECK_STR(all[4].names[0].from, "from sm_53");
	CHECK(all[5].ok);
	CHECK_STR(all[5].why, "");
	CHECK(!all[6].ok);
	CHECK_NUM(all[6].line, 11);
	clear(&b);
}

/* A probe of the library, one point of its sweep. */
static void
test_real_probe(struct str folder)
{
	struct bench b;
	struct library all;
	struct target *t;
	struct built *built;
	static struct setting settings[] = {
		{ STR_INIT("type"), STR_INIT("fp32") },
		{ STR_INIT("chains"), STR_INIT("1") },
	};
	struct point point = { settings, 2, STR("fma_latency_fp32_c1") };

	set_up(&b, folder, FRONT, "page.md");
	if (!toolkit_find(b.a, &b.toolkit, STR(""), b.d) ||
	    !b.toolkit.nvcc.path.n)
		return;
	CHECK(library_read(b.a, &all, STR("compiler/probes"), b.d));
	t = add_target(&b, TARGET_PROBE, "probes/fma_latency-fp32");
	t->probe = library_find(&all, STR("fma_latency"));
	t->points = &point;
	t->npoints = 1;
	t->cubin = true;
	CHECK(graph_run(b.a, &b.m, b.d));
	built = built_read(b.a, &b.m);
	CHECK(built[0].ok);
	CHECK_STR(built[0].why, "");
	CHECK(built[0].ptx && listing_find(built[0].ptx, point.entry));
	clear(&b);
}

static int
step(int argc, char **argv)
{
	struct arena *a = arena_make();
	struct toolkit t;
	struct str args[8];
	size_t n = 0;
	int status = 2;

	for (int i = 2; i < argc && n < COUNT_OF(args); i++)
		args[n++] = str_of(argv[i]);
	if (toolkit_find(a, &t, STR(""), diag_make(a)))
		status = step_run(a, args, n, &t, diag_make(a));
	arena_free(a);
	return status;
}

static bool
has_nvcc(void)
{
	struct arena *a = arena_make();
	struct toolkit t;
	bool found = toolkit_find(a, &t, STR(""), diag_make(a)) &&
		     t.nvcc.path.n > 0 && t.ninja.path.n > 0;

	arena_free(a);
	return found;
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
	static void (*const canned[])(struct str) = {
		test_fences, test_own_code, test_ptx_fence, test_ptx_empty,
		test_names, test_needs, test_call, test_no_sass,
	};
	static void (*const really[])(struct str) = {
		test_real_fences, test_real_others, test_real_probe,
	};
	char folder[] = "/tmp/kbc-unit-built-XXXXXX";
	struct arena *a;

	if (argc > 1 && strcmp(argv[1], "step") == 0)
		return step(argc, argv);
	a = arena_make();
	CHECK(mkdtemp(folder) != NULL);
	for (size_t i = 0; i < COUNT_OF(canned); i++)
		canned[i](arena_printf(a, "%s/c%zu", folder, i));
	if (!has_nvcc())
		printf("skipped: no nvcc or ninja, nothing is really built\n");
	for (size_t i = 0; has_nvcc() && i < COUNT_OF(really); i++)
		really[i](arena_printf(a, "%s/r%zu", folder, i));
	remove_folder(a, folder);
	arena_free(a);
	CHECK_DONE();
}
