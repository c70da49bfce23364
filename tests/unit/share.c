/*
 * Sources beside others: which may stand there, what they declare, and the
 * text of a batch. What the compilers make of it, tests/share asks.
 */
#include "arena.h"
#include "buf.h"
#include "check.h"
#include "plan.h"
#include "share.h"

static const struct target unit = { .kind = TARGET_FENCE, .check = true,
				    .name = STR_INIT("tiles/fence1-check") };
static const struct target body = { .kind = TARGET_FENCE, .check = true,
				    .body = true,
				    .name = STR_INIT("tiles/fence1-check") };

/* The names, a blank between; `-`: it must be built alone. */
static struct str
names_of(struct arena *a, const struct target *t, const char *text)
{
	struct buf b = { 0 };
	struct share_unit u;
	struct str out;

	if (!share_parse(a, &u, t, str_of(text)))
		return STR("-");
	for (size_t i = 0; i < u.nnames; i++)
		buf_printf(&b, "%s" STR_FMT, i ? " " : "",
			   STR_ARG(u.names[i]));
	out = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return out;
}

static void
test_names(void)
{
	static const struct {
		const char *text, *names;
	} rows[] = {
		/* what it declares, and what it only uses */
		{ "__global__ void k(float *x) { x[0] = 1; }", "k" },
		{ "__device__ half2 f(half2 a) { return a; }", "f" },
		{ "__constant__ float c[4];", "c" },
		{ "__constant__ float c[4] __attribute__((aligned(16)));",
		  "c" },
		{ "float a = 1, b = 2;", "a b" },
		{ "constexpr int n = m, k = n * 2;", "n k" },
		{ "struct s { int x; };", "s" },
		{ "struct __align__(8) s { int x; } y;", "s y" },
		{ "enum e { red, green = 4, blue };", "e red green blue" },
		{ "enum class e { red };", "e" },
		{ "using real = half2;", "real" },
		{ "typedef half2 real;", "real" },
		{ "namespace tools { __device__ int f(); }", "tools f" },
		{ "namespace a::b { struct c {}; }", "a" },
		{ "template <class T = int, int N = 3> __device__ T f(T x) "
		  "{ return x; }", "f" },
		{ "template <class T> struct s { T x; };\n"
		  "template <> struct s<half2> { int y; };", "s" },
		{ "template <class T> __global__ void k(T *x) {}\n"
		  "template __global__ void k<half>(half *);", "k" },
		{ "__global__ void __launch_bounds__(256, 2) k() {}", "k" },
		{ "__device__ float c = (1 + 2) * 3;", "c" },
		{ "struct s; __device__ int s::f() { return 1; }", "s" },
		/* what a function declares for all */
		{ "__global__ void k() { extern __shared__ float mem[]; }",
		  "k mem" },
		{ "__global__ void k() { float g(int); g(1); }", "k g" },
		{ "__global__ void k() { float *g(int); }", "k g" },
		{ "__global__ void k(float *x) { x[0] = g(1) * h(2); }", "k" },
		{ "__global__ void k(int *x) { if (*x) return g(); else "
		  "h(); }", "k" },
		/* shapes and names that are not looked into */
		{ "void (*p)(int);", "-" },
		{ "float (f)(float);", "-" },
		{ "template <int N = 4> __global__ void (k)(float *x) {}",
		  "-" },
		{ "template <> void f<int>(int x) {}", "-" },
		{ "int main() { return 0; }", "-" },
		{ "__device__ int __clz2(int x) { return x; }", "-" },
	};
	struct arena *a = arena_make();

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].text);
		CHECK_STR(names_of(a, &unit, rows[i].text), rows[i].names);
	}
	arena_free(a);
}

/* Texts that could reach a neighbour, or are another beside one. */
static void
test_alone(void)
{
	static const char *const rows[] = {
		"#define N 4\nint n = N;",
		"#undef N\n",
		"#if 1\nint n;\n#endif",
		"int n;\n#include <cmath>",
		"#include \"own.h\"\nint n;",
		"#include </etc/passwd>\nint n;",
		"#include <../x.h>\nint n;",
		"#pragma unroll\nint n;",
		"__global__ void k() {\n#pragma nv_diag_suppress 549\n}",
		"_Pragma(\"once\") int n;",
		"#line 5\nint n;",
		"#line 5 \"a\" 1\nint n;",
		"using namespace std;",
		"__global__ void k() { using namespace std; }",
		"namespace own { using namespace std; }",
		"namespace { int n; }",
		"inline namespace v { int n; }",
		"extern \"C\" __global__ void k() {}",
		"extern \"C\" { int n; }",
		"asm(\".global .b32 x;\");",
		"__device__ v operator+(v a, v b);",
		"struct s { friend void f(s); };",
		"int n = __LINE__;",
		"int n = kbc_unit_1_::n;",
		"__global__ void k() {",
		"}\n__global__ void k() {}",
		"}  namespace x {",
		"__global__ void k() <% %>",
		"int n[2] = <::m>;",
		"// a comment \\\nint n;",
		"int a\\\nb;",
		"/* no end",
		"int n = 'a;",
		"const char *s = \"no end;",
		"const char *s = R\"(})\";",
		"const char *s = u8\"x\";",
		"int n = 1'000;",
		"char c = ?\?/;",
		"int \xc3\xa9;",
		"__global__ void k() { asm(\"} .entry x() {\"); }",
		"__global__ void k() { asm(\"{\"); }",
		"__global__ void k() { asm(\".global .b32 x;\"); }",
		"int n = (1;",
		"int n = 1);",
		"int n[1;",
	};
	struct arena *a = arena_make();

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i]);
		CHECK_STR(names_of(a, &unit, rows[i]), "-");
	}
	arena_free(a);
}

static void
test_beside(void)
{
	static const char *const rows[] = {
		"",
		"__global__ void k() {\n#pragma unroll 4\nfor (;;) ; }",
		"__global__ void k() { asm(\"{ .reg .pred p; }\"); }",
		"__global__ void k() { asm(\"ld.global.f32 %0, [%1];\"); }",
		"char c = '}'; const char *s = \"a \\\" b\"; // it's }",
		"/* \xe2\x86\x92 { */ int n; // \xe2\x86\x92",
		"#line 5 \"a.md\"\nint n;",
	};
	struct arena *a = arena_make();

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i]);
		CHECK(!str_equal(names_of(a, &unit, rows[i]), STR("-")));
	}
	/* kbc's own head of a kernel, once and of a fragment only */
	CHECK_ROW("fragment");
	CHECK_STR(names_of(a, &body, "extern \"C\" __global__ void\nk(\n)\n"
				     "{\n}\n"), "k");
	CHECK_STR(names_of(a, &unit, "extern \"C\" __global__ void\nk(\n)\n"
				     "{\n}\n"), "-");
	CHECK_STR(names_of(a, &body, "extern \"C\" __global__ void\nk() {}\n"
				     "extern \"C\" __global__ void\nl() {}\n"),
		  "-");
	arena_free(a);
}

static void
test_text(void)
{
	static const char *const source =
		"// kbc: fence of tiles.md:12\n"
		"#include <cstdint>\n"
		"#undef __device__\n"
		"#line 13 \"tiles.md\"\n"
		"#include <mma.h>\n"
		"\n"
		"// a word\n"
		"__global__ void k() {}\n"
		"#line 9 \"tiles/fence1-check.cu\"\n"
		"struct s {};\n";
	struct member m = { .number = 3, .first = 13, .last = 15,
			    .name = STR_INIT("tiles/fence1-check"),
			    .key = STR_INIT("5f0c") };
	struct arena *a = arena_make();
	struct buf b = { 0 };
	struct share_unit u;

	CHECK_ROW("text");
	CHECK(share_parse(a, &u, &unit, str_of(source)));
	CHECK_STR(u.front, "#include <cstdint>\n#undef __device__\n"
			   "#include <mma.h>\n");
	share_emit_front(&b, u.front);
	share_emit_unit(&b, &u, &m);
	share_emit_names(&b, &u, &m);
	CHECK_STR(buf_str(&b),
		  "// kbc: sources in one translation unit\n"
		  "#include <cstdint>\n"
		  "#undef __device__\n"
		  "#include <mma.h>\n"
		  "enum kbc_unit {};\n"
		  "// kbc_unit 3 13 15 tiles/fence1-check 5f0c\n"
		  "#line 2 \"kbc_unit_3_own\"\n"
		  "namespace kbc_unit_3_ {\n"
		  "#line 16 \"kbc_unit_3_\"\n"
		  "__global__ void k() {}\n"
		  "#line 9 \"kbc_unit_3_own\"\n"
		  "struct s {};\n"
		  "}\n"
		  "// kbc_unit 3 13 15 tiles/fence1-check 5f0c\n"
		  "#line 2 \"kbc_unit_3_own\"\n"
		  "template <template <kbc_unit> class> struct k;\n"
		  "template <template <kbc_unit> class> struct s;\n");
	buf_free(&b);
	arena_free(a);
}

static void
test_marks(void)
{
	struct member m = { 0 };
	bool member = false;

	CHECK_ROW("marks");
	CHECK(share_mark(STR("// kbc_unit 3 13 15 a/b 5f0c"), &m, &member));
	CHECK(member);
	CHECK_NUM(m.number, 3);
	CHECK_NUM(m.first, 13);
	CHECK_NUM(m.last, 15);
	CHECK_STR(m.name, "a/b");
	CHECK_STR(m.key, "5f0c");
	CHECK(share_mark(STR("// kbc_unit"), &m, &member));
	CHECK(!member);
	CHECK(share_mark(STR("// kbc_unit 64 1 2 a b"), &m, &member));
	CHECK(!member);
	CHECK(!share_mark(STR("// kbc: sources"), &m, &member));
	CHECK_NUM(share_member(STR("kbc_unit_3_")), 3);
	CHECK_NUM(share_member(STR("kbc_unit_12_own")), 12);
	CHECK_NUM(share_member(STR("_ZN11kbc_unit_7_4foo2Ef")), 7);
	CHECK(share_member(STR("kbc_unit_64_")) == SIZE_MAX);
	CHECK(share_member(STR("kbc_unit_7")) == SIZE_MAX);
	CHECK(share_member(STR("tiles.md")) == SIZE_MAX);
}

int
main(void)
{
	test_names();
	test_alone();
	test_beside();
	test_text();
	test_marks();
	CHECK_DONE();
}
