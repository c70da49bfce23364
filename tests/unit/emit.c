/*
 * The text of each kind of target, from small pages and targets made here:
 * whole texts where they are short, else the lines that matter.
 */
#include "check.h"
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "emit.h"
#include "file.h"
#include "library.h"
#include "marker.h"
#include "page.h"
#include "plan.h"
#include "source.h"

#include <stdlib.h>
#include <unistd.h>

#define FRONT "---\nid: a\n---\n"
#define PLAIN                                                                 \
	"#undef __device__\n#define __device__ __attribute__((device))\n"
#define USED                                                                  \
	"#undef __device__\n#define __device__ "                              \
	"__attribute__((device)) __attribute__((used))\n"

static struct page *
parse(struct arena *a, const char *text, const char *name)
{
	return page_parse(a, source_make(a, STR("wiki/page.md"),
					 arena_copy(a, str_of(text))),
			  str_of(name));
}

static struct str
source_of(struct arena *a, const struct target *t)
{
	struct buf out = { 0 };
	struct str text;

	emit_source(&out, t);
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

static bool
has(struct str text, const char *part)
{
	return str_find(text, str_of(part)) < text.n;
}

/* The last fence of a page as a target; the others come along. */
static struct target
fence_target(struct arena *a, const struct page *p, bool body, bool check)
{
	struct target t = { .kind = TARGET_FENCE, .name = STR("page/x"),
			    .sm = STR("sm_90a"), .page = p, .body = body,
			    .check = check, .entry = STR("x") };

	t.fence = &p->fences[p->nfences - 1];
	t.before = arena_alloc(a, p->nfences * sizeof(*t.before));
	for (size_t i = 0; i + 1 < p->nfences; i++)
		t.before[t.nbefore++] = &p->fences[i];
	return t;
}

/* --- fences -------------------------------------------------------------- */

static void
test_fences(struct arena *a)
{
	static const struct {
		const char *name, *text;
		bool body, check;
		const char *want;
	} rows[] = {
		{ "unit", FRONT "```cuda\n__global__ void k() {}\n```\n",
		  false, false,
		  "// kbc: fence of page.md:4\n"
		  "#include <cstdint>\n" USED
		  "#line 5 \"page.md\"\n"
		  "__global__ void k() {}\n" },
		{ "in a list", FRONT "1. a\n\n   ```cuda\n     int a;\n\n"
		  "   int b;\n   ```\n", false, false,
		  "// kbc: fence of page.md:6\n"
		  "#include <cstdint>\n" USED
		  "#line 7 \"page.md\"\n"
		  "  int a;\n\nint b;\n" },
		{ "in a quote", FRONT "> ```cuda\n> half a;\n> ```\n", false,
		  false,
		  "// kbc: fence of page.md:4\n"
		  "#include <cstdint>\n"
		  "#include <cuda_fp16.h>\n" USED
		  "#line 5 \"page.md\"\n"
		  "half a;\n" },
		{ "earlier fence",
		  FRONT "```cuda\nint f();\n```\n```cuda\nint g();\n```\n",
		  false, false,
		  "// kbc: fence of page.md:7\n"
		  "#include <cstdint>\n" USED
		  "#line 5 \"page.md\"\n"
		  "int f();\n"
		  "#line 8 \"page.md\"\n"
		  "int g();\n" },
		{ "include", FRONT "```cuda\n#include <x.h>\nint f();\n```\n",
		  false, true,
		  "// kbc: fence of page.md:4\n"
		  "#include <cstdint>\n" USED PLAIN
		  "#line 5 \"page.md\"\n"
		  "#include <x.h>\n"
		  "#line 10 \"page/x.cu\"\n" USED
		  "#line 6 \"page.md\"\n"
		  "int f();\n" },
		{ "checked fragment", FRONT "```cuda\nint a;\n```\n", true,
		  true,
		  "// kbc: fragment of page.md:4\n"
		  "#include <cstdint>\n" USED
		  "extern \"C\" __global__ void\n"
		  "x(\n)\n{\n"
		  "#line 5 \"page.md\"\n"
		  "int a;\n"
		  "#line 12 \"page/x.cu\"\n"
		  "}\n" },
		{ "splice", FRONT "```cuda\n#define A \\\n  1\nint a; // \\\n"
		  "```\n", true, false,
		  "// kbc: fragment of page.md:4\n"
		  "#include <cstdint>\n"
		  "extern \"C\" __global__ void\n"
		  "x(\n)\n{\n"
		  "#line 5 \"page.md\"\n"
		  "#define A \\\n  1\nint a; // \\\n"
		  "\n"
		  "#line 13 \"page/x.cu\"\n"
		  "}\n" },
		{ "forged line", FRONT "```cuda\n#line 1 \"b\"\nint a;\n"
		  "%:/**/ 7 \\\n  \"c\"\nint b;\n#pragma unroll\nint c;\n```\n",
		  false, false,
		  "// kbc: fence of page.md:4\n"
		  "#include <cstdint>\n" USED
		  "#line 5 \"page.md\"\n"
		  "#line 1 \"b\"\n"
		  "#line 6 \"page.md\"\n"
		  "int a;\n"
		  "%:/**/ 7 \\\n  \"c\"\n"
		  "#line 9 \"page.md\"\n"
		  "int b;\n#pragma unroll\nint c;\n" },
		{ "given", FRONT
		  "<!-- kbc: given const float* in; float* out, o2; int n; "
		  "__device__ float f(float); constexpr int N = 4; "
		  "float acc[N][32]; __shared__ int s[N]; float y = 2\n"
		  "int t = threadIdx.x;\n...\nout[t] = v;\n-->\n"
		  "```cuda\n#include <math.h>\nfloat v = f(in[t]);\n```\n",
		  true, false,
		  "// kbc: fragment of page.md:9\n"
		  "#include <cstdint>\n"
		  "#line 10 \"page.md\"\n"
		  "#include <math.h>\n"
		  "#line 4 \"page.md\"\n"
		  "__device__ float f(float);\n"
		  "#line 4 \"page.md\"\n"
		  "constexpr int N = 4;\n"
		  "#line 10 \"page/x.cu\"\n"
		  "extern \"C\" __global__ void\n"
		  "x(\n"
		  "#line 4 \"page.md\"\n"
		  "const float* in, float* out, float o2, int n, "
		  "float (*kbc_acc)[N][32]\n"
		  "#line 15 \"page/x.cu\"\n"
		  ")\n{\n"
		  "auto &acc = *kbc_acc;\n"
		  "#line 4 \"page.md\"\n"
		  "__shared__ int s[N];\n"
		  "#line 4 \"page.md\"\n"
		  "float y = 2;\n"
		  "int t = threadIdx.x;\n"
		  "#line 11 \"page.md\"\n"
		  "float v = f(in[t]);\n"
		  "#line 7 \"page.md\"\n"
		  "out[t] = v;\n"
		  "#line 28 \"page/x.cu\"\n"
		  "}\n" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct page *p = parse(a, rows[i].text, "page.md");
		struct target t;

		CHECK_ROW(rows[i].name);
		CHECK(p->nfences > 0);
		if (p->nfences == 0)
			continue;
		t = fence_target(a, p, rows[i].body, rows[i].check);
		CHECK_STR(source_of(a, &t), rows[i].want);
	}
	CHECK_ROW("");
}

/* Which headers a code gets, by its words. */
static void
test_headers(struct arena *a)
{
	static const struct {
		const char *code, *want;
	} rows[] = {
		{ "int a; // half of it", "" },
		{ "/* half\nbf16 */ int a;", "" },
		{ "asm(\"fma.rn.bf16x2 %0;\" : \"=r\"(a));", "" },
		{ "__host__ int a;", "" },
		{ "__half a;", "cuda_fp16.h " },
		{ "half2 a = h2exp(b);", "cuda_fp16.h " },
		{ "auto a = __hadd(b, c);", "cuda_fp16.h " },
		{ "__nv_bfloat16 a;", "cuda_bf16.h " },
		{ "__half2 a; nv_bfloat162 b;", "cuda_fp16.h cuda_bf16.h " },
		{ "__nv_fp8_e4m3 a;", "cuda_fp8.h " },
		{ "nvcuda::wmma::fragment<> f;", "mma.h " },
		{ "namespace cg = cooperative_groups;",
		  "cooperative_groups.h " },
		{ "cuda::barrier<cuda::thread_scope_block> b;",
		  "cuda/barrier " },
		{ "int barrier;", "" },
		{ "int x = INT_MAX;", "climits " },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str text = arena_printf(a, FRONT "```cuda\n%s\n```\n",
					       rows[i].code);
		struct page *p = parse(a, text.p, "page.md");
		struct target t = fence_target(a, p, false, false);
		struct str source = source_of(a, &t), line;
		struct buf got = { 0 };

		while (str_split(&line, &source, '\n'))
			if (str_starts(line, STR("#include <")) &&
			    !str_equal(line, STR("#include <cstdint>")))
				buf_printf(&got, STR_FMT " ",
					   STR_ARG(str_slice(line, 10,
							     line.n - 11)));
		CHECK_ROW(rows[i].code);
		CHECK_STR(buf_str(&got), rows[i].want);
		buf_free(&got);
	}
	CHECK_ROW("");
}

/* Names that end a comment, a string or a line, and such. */
static void
test_hostile_names(struct arena *a)
{
	static const struct {
		const char *name, *quoted;
	} rows[] = {
		{ "a b.md", "a%20b.md" },
		{ "x*/ int y; /*.md", "x%2A/%20int%20y%3B%20/%2A.md" },
		{ "quo\"te\\.md", "quo%22te%5C.md" },
		{ "a\n#error b\nx.md", "a%0A%23error%20b%0Ax.md" },
		{ "page$(touch PWNED).md", "page%24%28touch%20PWNED%29.md" },
		{ "p\xc3\xa9\xe2\x80\xa8.md", "p%C3%A9%E2%80%A8.md" },
		{ "\?\?/.md", "%3F%3F/.md" },
		{ "100%41.md", "100%2541.md" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct page *p = parse(a, FRONT "```cuda\nint a;\n```\n",
				       rows[i].name);
		struct target t = fence_target(a, p, false, false);
		struct str want = arena_printf(a,
			"// kbc: fence of %s:4\n#include <cstdint>\n" USED
			"#line 5 \"%s\"\nint a;\n", rows[i].quoted,
			rows[i].quoted);

		CHECK_ROW(rows[i].quoted);
		CHECK_STR(source_of(a, &t), want);
		CHECK_STR(emit_page_name(a, p->name), rows[i].quoted);
	}
	CHECK_ROW("");
}

/* --- calls --------------------------------------------------------------- */

static void
test_calls(struct arena *a)
{
	static const struct {
		const char *call, *want;
	} rows[] = {
		{ "__syncthreads()",
		  "call(void *out)\n{\n#line 2 \"call\"\n"
		  "\tkbc_store(out, (__syncthreads(), kbc_nothing()));\n" },
		{ "atomicAdd(half*, half)",
		  "call(void *out, __half*a0, __half *a1)\n{\n"
		  "#line 2 \"call\"\n"
		  "\tkbc_store(out, (atomicAdd(a0 + threadIdx.x, "
		  "a1[threadIdx.x]), kbc_nothing()));\n" },
		{ "__hfma2(bf16x2,bf16x2, __nv_bfloat162)",
		  "call(void *out, __nv_bfloat162 *a0, __nv_bfloat162 *a1, "
		  "__nv_bfloat162 *a2)\n" },
		{ "__shfl_xor_sync(0xffffffff, unsigned long long, 16)",
		  "call(void *out, unsigned long long *a1)\n{\n"
		  "#line 2 \"call\"\n\tkbc_store(out, (__shfl_xor_sync("
		  "0xffffffff, a1[threadIdx.x], 16), kbc_nothing()));\n" },
		{ "cuda::std::abs(int)", "(cuda::std::abs(a0[threadIdx.x])" },
		{ "f(int); evil(", "#error \"no signature: NAME(TYPE, ...)\"" },
		{ "f(int){}(x)",
		  "#error \"an argument is neither type nor number\"" },
		{ "f g(int)", "#error \"no name of a function\"" },
		{ "f(int, )",
		  "#error \"an argument is neither type nor number\"" },
		{ "ex2.approx.f32", "asm volatile(\"ex2.approx.f32 %0, %1;\" :"
		  " \"=f\"(result) : \"f\"(a1[threadIdx.x]) : \"memory\");" },
		{ "fma.rn.relu.f16x2",
		  "call(unsigned *a0, unsigned *a1, unsigned *a2, "
		  "unsigned *a3)" },
		{ "cvt.rn.f16x2.f32", "call(unsigned *a0, float *a1, "
		  "float *a2)" },
		{ "cvt.rn.f16.f32", "call(unsigned short *a0, float *a1)" },
		{ "popc.b64", "call(unsigned *a0, unsigned long long *a1)" },
		{ "mul.wide.u32", "call(unsigned long long *a0, unsigned *a1, "
		  "unsigned *a2)" },
		{ "atom.global.add.noftz.f16", "asm volatile(\"atom.global.add"
		  ".noftz.f16 %0, [%1], %2;\" : \"=h\"(result) : \"l\"(a1), "
		  "\"h\"(a2[threadIdx.x])" },
		{ "st.global.f64", "asm volatile(\"st.global.f64 [%0], %1;\" :"
		  " : \"l\"(a0), \"d\"(a1[threadIdx.x])" },
		{ "membar.gl", "call()\n{\n\tasm volatile(\"membar.gl;\" : : "
		  ": \"memory\");" },
		{ "no.such.f32", "#error \"kbc does not know the operands" },
		{ "add\";.f32", "#error \"kbc does not know the operands" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct target t = { .kind = TARGET_CALL, .sm = STR("sm_90a"),
				    .name = STR("calls/x"),
				    .call = str_of(rows[i].call),
				    .entry = STR("call") };
		struct str text = source_of(a, &t);

		CHECK_ROW(rows[i].call);
		CHECK(has(text, rows[i].want));
		if (!has(text, rows[i].want))
			CHECK_STR(text, rows[i].want);
	}
	CHECK_ROW("");
}

/* --- names --------------------------------------------------------------- */

static void
test_names(struct arena *a)
{
	static struct str names[] = {
		STR_INIT("__hfma2"), STR_INIT("float"), STR_INIT("cuda::f"),
		STR_INIT("a b"), STR_INIT("x();"), STR_INIT("3d"),
	};
	struct page *p = parse(a, FRONT, "page.md");
	struct target t = { .kind = TARGET_NAMES, .name = STR("page/names"),
			    .sm = STR("sm_90a"), .page = p, .names = names,
			    .nnames = COUNT_OF(names) };
	struct buf bodies = { 0 };

	CHECK_STR(source_of(a, &t),
		  "// kbc: names of page.md\n"
		  "#include <cstdint>\n"
		  "#include <cuda_fp16.h>\n"
		  "#ifndef __hfma2\n"
		  "#line 2 \"names\"\n"
		  "namespace kbc_names { using ::__hfma2; }\n"
		  "#endif\n"
		  "#line 4 \"names\"\n"
		  "namespace kbc_names { using ::cuda::f; }\n");
	CHECK_STR(emit_suffix(&t), ".cu");
	CHECK(emit_bodies(&bodies, &t));
	CHECK(str_starts(buf_str(&bodies), STR("// kbc: names of page.md\n"
					       "#include <cstdint>\n"
					       "#include <cuda_fp16.h>\n")));
	CHECK(str_ends(buf_str(&bodies), STR("\n#line 2 \"names\"\n"
					     "KBC_BODY(0, __hfma2)\n"
					     "#line 4 \"names\"\n"
					     "KBC_BODY(2, cuda::f)\n")));
	buf_clear(&bodies);
	/* no name that could have code */
	t.names = &names[3];
	t.nnames = 3;
	CHECK(!emit_bodies(&bodies, &t) && bodies.n == 0);
	t.ptx_names = true;
	CHECK_STR(emit_suffix(&t), ".ptx");
	CHECK(!emit_bodies(&bodies, &t));
	buf_free(&bodies);
}

static void
test_is_name(void)
{
	static const struct {
		const char *name;
		bool good;
	} rows[] = {
		{ "a", true }, { "_a9", true }, { "a::b::c", true },
		{ "", false }, { "9a", false }, { "a:b", false },
		{ "a::", false }, { "::a", false }, { "a-b", false },
		{ "a::9", false }, { "a\xc3\xa9", false }, { "a b", false },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].name);
		CHECK_NUM(emit_is_name(str_of(rows[i].name)), rows[i].good);
	}
	CHECK_ROW("");
}

/* --- PTX ----------------------------------------------------------------- */

static struct str
trim_end(struct str s)
{
	while (s.n > 0 && byte_is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

#define PTX_HEAD                                                              \
	"// kbc: fragment of page.md:4\n.version 9.0\n.target sm_90a\n"       \
	".address_size 64\n"

static void
test_ptx(struct arena *a)
{
	static const struct {
		const char *name, *code, *want;
		size_t nlines;
		uint32_t at[12]; /* page lines of the first lines */
	} rows[] = {
		{ "declared", ".reg .f32 %f<3>;\nadd.f32 %f0, %f1, %f2; // \xe2"
		  "\x86\x92", PTX_HEAD ".visible .entry x()\n{\n"
		  ".reg .f32 %f<3>;\nadd.f32 %f0, %f1, %f2;\nret;\n}\n", 8,
		  { 0, 0, 0, 0, 0, 0, 5, 6 } },
		{ "not declared", "mov.u32 %r1, %tid.x;\n.reg .b32 a, b;\n"
		  "mov.u32\n  a, %tid.x;\nL1: add.u32 %r1, a, b;\n"
		  "bra L1;\nbra L2;", PTX_HEAD ".visible .entry x()\n{\n"
		  "\n.reg .b32 a, b;\nmov.u32\n  a, %tid.x;\nL1:\n"
		  "bra L1;\n\nret;\n}\n", 13,
		  { 0, 0, 0, 0, 0, 0, 5, 6, 7, 8, 9, 10 } },
		{ "a module", "; old comment\n.visible .entry k()\n{\nret;\n}",
		  PTX_HEAD "\n.visible .entry k()\n{\nret;\n}\n",
		  9, { 0, 0, 0, 0, 5, 6, 7, 8, 9 } },
		{ "a whole module", ".version 8.0\n.target sm_80\n"
		  ".entry k() { ret; }", "// kbc: fragment of page.md:4\n"
		  ".version 8.0\n.target sm_80\n.entry k() { ret; }\n", 4,
		  { 0, 5, 6, 7 } },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str text = arena_printf(a, FRONT "```ptx\n%s\n```\n",
					       rows[i].code);
		struct page *p = parse(a, text.p, "page.md");
		struct target t = fence_target(a, p, true, true);
		struct str got, part;
		struct buf trimmed = { 0 };
		uint32_t *lines;

		t.kind = TARGET_PTX;
		got = source_of(a, &t);
		/* blanks where a comment was */
		while (str_split(&part, &got, '\n'))
			if (got.p || part.n > 0)
				buf_printf(&trimmed, STR_FMT "\n",
					   STR_ARG(trim_end(part)));
		CHECK_ROW(rows[i].name);
		CHECK_STR(buf_str(&trimmed), rows[i].want);
		CHECK_NUM(emit_ptx_lines(a, &lines, &t), rows[i].nlines);
		for (size_t k = 0; k < COUNT_OF(rows[i].at) &&
				   k < rows[i].nlines; k++)
			CHECK_NUM(lines[k], rows[i].at[k]);
		buf_free(&trimmed);
		CHECK_STR(emit_suffix(&t), ".ptx");
	}
	CHECK_ROW("");
}

/* --- probes -------------------------------------------------------------- */

static const char probe_text[] =
	"/*\n"
	"probe: made\n"
	"parameters: {type: {values: [fp16], at: compile}, "
	"chains: {values: [1, 4], at: compile}, blocks: {values: [1, 2]}}\n"
	"template: [type, chains]\n"
	"arguments: [out, in, iterations, {f32: -2.0}, {u64: 1}]\n"
	"metrics: {rate: {value: 1 / time, unit: 1/s}}\n"
	"*/\n"
	"\n"
	"template <class type, int chains> static __device__ void\n"
	"made(void *, void *, unsigned, float, unsigned long long) {}\n";

static const char probe_source[] =
	"// kbc: probe made type=fp16\n"
	"#line 8 \"probes/made.cu\"\n"
	"\n"
	"template <class type, int chains> static __device__ void\n"
	"made(void *, void *, unsigned, float, unsigned long long) {}\n"
	"#line 7 \"probes/made-fp16.cu\"\n"
	"\n"
	"extern \"C\" __global__ void\n"
	"made_fp16_c1(void *out, void *in, unsigned iterations, float a3, "
	"unsigned long long a4)\n"
	"{\n"
	"\tmade<fp16, 1>(out, in, iterations, a3, a4);\n"
	"}\n"
	"\n"
	"extern \"C\" __global__ void\n"
	"made_fp16_c4(void *out, void *in, unsigned iterations, float a3, "
	"unsigned long long a4)\n"
	"{\n"
	"\tmade<fp16, 4>(out, in, iterations, a3, a4);\n"
	"}\n";

static struct point
make_point(struct arena *a, const char *chains, const char *blocks)
{
	struct setting *s = arena_alloc(a, 3 * sizeof(*s));

	s[0] = (struct setting){ STR("type"), STR("fp16") };
	s[1] = (struct setting){ STR("chains"), str_of(chains) };
	s[2] = (struct setting){ STR("blocks"), str_of(blocks) };
	return (struct point){ s, 3, arena_printf(a, "made_fp16_c%s",
						  chains) };
}

/* The only probe of a library whose file has this text; beside it stands
   code to use. */
static const struct probe *
read_probe(struct arena *a, const char *text)
{
	char folder[] = "/tmp/kbc-unit-emit-XXXXXX";
	struct library *all = arena_alloc(a, sizeof(*all));
	struct diag *d = diag_make(a);
	struct str path, other, none = { NULL, 0 };

	CHECK(mkdtemp(folder) != NULL);
	path = arena_printf(a, "%s/made.cu", folder);
	other = arena_printf(a, "%s/clock.cuh", folder);
	CHECK(file_replace(path, str_of(text), none, d));
	CHECK(file_replace(other, STR("int clock_ticks();\n"), none, d));
	CHECK(library_read(a, all, str_of(folder), d));
	CHECK(file_remove(path, d) && file_remove(other, d));
	rmdir(folder);
	return &all->items[0];
}

static void
test_probe(struct arena *a)
{
	struct point points[] = {
		make_point(a, "1", "1"), make_point(a, "1", "2"),
		make_point(a, "4", "1"), make_point(a, "4", "2"),
	};
	static const struct setting fixed = { STR_INIT("type"),
					      STR_INIT("fp16") };
	struct target t = { .kind = TARGET_PROBE, .sm = STR("sm_90a"),
			    .name = STR("probes/made-fp16"), .fixed = &fixed,
			    .nfixed = 1, .points = points,
			    .npoints = COUNT_OF(points) };
	struct buf bound = { 0 };

	t.probe = read_probe(a, probe_text);
	CHECK_STR(source_of(a, &t), probe_source);
	emit_bound(&bound, &t);
	CHECK(str_starts(buf_str(&bound), STR("sm_90a\n\ntemplate <class")));
	CHECK(!has(buf_str(&bound), "#line") && !has(buf_str(&bound), "kbc:"));
	CHECK(has(buf_str(&bound), "made<fp16, 4>(out, in, iterations"));
	buf_free(&bound);
}

/* What probes share stands first, in lines that are the source's own. */
static void
test_shared(struct arena *a)
{
	struct point point = make_point(a, "1", "1");
	struct target t = { .kind = TARGET_PROBE, .sm = STR("sm_90a"),
			    .name = STR("probes/made"), .points = &point,
			    .npoints = 1 };

	t.probe = read_probe(a, "/*\nprobe: made\nuses: [clock]\n"
		"metrics: {rate: {value: 1 / time}}\n*/\n\ncode\n");
	CHECK_STR(source_of(a, &t), "// kbc: probe made\n"
		  "int clock_ticks();\n#line 6 \"probes/made.cu\"\n\ncode\n"
		  "#line 7 \"probes/made.cu\"\n\n"
		  "extern \"C\" __global__ void\nmade_fp16_c1()\n{\n"
		  "\tmade();\n}\n");
}

/* What the compiler is held to stands between the kernel's type and name. */
static void
test_bounds(struct arena *a)
{
	struct point points[] = { make_point(a, "1", "1"),
				  make_point(a, "4", "1") };
	struct target t = { .kind = TARGET_PROBE, .sm = STR("sm_90a"),
			    .name = STR("probes/made"), .points = points,
			    .npoints = COUNT_OF(points) };
	struct str text;

	t.probe = read_probe(a, "/*\nprobe: made\n"
		"parameters: {type: {values: [fp16], at: compile}, chains: "
		"{values: [1, 4], at: compile}, blocks: {values: [1]}}\n"
		"bounds: [blocks, chains]\n"
		"metrics: {rate: {value: 1 / time}}\n*/\n");
	text = source_of(a, &t);
	CHECK(has(text, "void\n__launch_bounds__(1, 1)\nmade_fp16_c1()"));
	CHECK(has(text, "void\n__launch_bounds__(1, 4)\nmade_fp16_c4()"));
	CHECK(has(text, "\tmade();\n"));
}

/* What a kernel is passed may differ by the values of a parameter. */
static void
test_arguments(struct arena *a)
{
	struct point points[] = { make_point(a, "1", "1"),
				  make_point(a, "4", "1") };
	struct target t = { .kind = TARGET_PROBE, .sm = STR("sm_90a"),
			    .name = STR("probes/made"), .points = points,
			    .npoints = COUNT_OF(points) };
	struct str text;

	t.probe = read_probe(a, "/*\nprobe: made\n"
		"parameters: {type: {values: [fp16], at: compile}, chains: "
		"{values: [1, 4], at: compile}, blocks: {values: [1]}}\n"
		"arguments:\n  1: [out, {u32: 7}]\n"
		"  4: {fp16: [iterations, out]}\n"
		"metrics: {rate: {value: 1 / time}}\n*/\n");
	text = source_of(a, &t);
	CHECK(has(text, "made_fp16_c1(void *out, unsigned a1)\n{\n"
		  "\tmade(out, a1);\n"));
	CHECK(has(text, "made_fp16_c4(unsigned iterations, void *out)\n{\n"
		  "\tmade(iterations, out);\n"));
}

/* What a page's value may be: it stays in its template argument. */
static void
test_made(void)
{
	CHECK(emit_is_made(STR("// kbc: x\n")));
	CHECK(!emit_is_made(STR("// mine\n")));
	CHECK(!emit_is_made(STR("")));
}

int
main(void)
{
	struct arena *a = arena_make();

	test_fences(a);
	test_headers(a);
	test_hostile_names(a);
	test_calls(a);
	test_names(a);
	test_is_name();
	test_ptx(a);
	test_probe(a);
	test_shared(a);
	test_bounds(a);
	test_arguments(a);
	test_made();
	arena_free(a);
	CHECK_DONE();
}
