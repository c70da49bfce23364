/* Pages from bytes: front matter, probes, fences and the markers at them. */
#include "check.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "marker.h"
#include "page.h"
#include "scan.h"
#include "source.h"

#define FRONT "---\nid: a\n---\n"
#define KERNEL "__global__ void k(int *o)\n{\n\t*o = 1;\n}\n"
#define TEST "<!-- kbc: test\nint o[1] = 0\nk<<<1, 1>>>(o)\n"                  \
	     "check o[0] == 1\n-->\n"

static struct page *
read(struct arena *a, const char *text)
{
	struct str copy = arena_copy(a, str_of(text));

	return page_parse(a, source_make(a, STR("wiki/page.md"), copy),
			  STR("page.md"));
}

/* Front matters: what of them is the front, what the body; and the message
   of those that are none. */
static void
test_front(void)
{
	static const struct {
		const char *text, *front, *body, *fault;
		uint32_t line;
	} rows[] = {
		{ "---\nid: a\n---\nb\n", "id: a\n", "b\n", NULL, 0 },
		{ "---\nid: a\n---", "id: a\n", "", NULL, 0 },
		{ "---\nid: a\n--- \t\nb", "id: a\n", "b", NULL, 0 },
		{ "---  \nid: a\n---\n", "id: a\n", "", NULL, 0 },
		{ "---\r\nid: a\r\n---\r\nb\r\n", "id: a\r\n", "b\r\n", NULL,
		  0 },
		{ "\xef\xbb\xbf---\nid: a\n---\nb\n", "id: a\n", "b\n", NULL,
		  0 },
		{ "---\n---\nb\n", "", "b\n", NULL, 0 },
		{ "---\nid: a\nn: |\n  ---\n  x\n---\n\n---\n",
		  "id: a\nn: |\n  ---\n  x\n", "\n---\n", NULL, 0 },
		{ "---\nid: a\n----\nb\n", "", "",
		  "front matter opened on line 1 is never closed", 1 },
		{ "---\nid: a\n...\nb\n", "", "",
		  "front matter opened on line 1 is never closed", 1 },
		{ "---\nid: a\n ---\nb\n", "", "",
		  "front matter opened on line 1 is never closed", 1 },
		{ "---", "", "",
		  "front matter opened on line 1 is never closed", 1 },
		{ "---\n", "", "",
		  "front matter opened on line 1 is never closed", 1 },
		{ "\n---\nid: a\n---\n", "", "\n---\nid: a\n---\n",
		  "front matter must start on line 1 with '---'", 1 },
		{ "----\nid: a\n---\n", "", "----\nid: a\n---\n",
		  "front matter must start on line 1 with '---'", 1 },
		{ "", "", "",
		  "front matter must start on line 1 with '---'", 1 },
		{ "\xef\xbb\xbf", "", "",
		  "front matter must start on line 1 with '---'", 1 },
		{ "---\n- a\n---\n", "- a\n", "", "front matter is no map",
		  2 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena *a = arena_make();
		struct page *p = read(a, rows[i].text);

		CHECK_ROW(rows[i].text);
		CHECK_STR(span_str(p->front_at), rows[i].front);
		CHECK_STR(span_str(p->body), rows[i].body);
		CHECK(page_is_good(p) == !rows[i].fault);
		CHECK((p->front != NULL) == !rows[i].fault);
		if (rows[i].fault && p->diag->n) {
			CHECK_STR(p->diag->items[0].text, rows[i].fault);
			CHECK_NUM(span_line(p->diag->items[0].at),
				  rows[i].line);
		}
		arena_free(a);
	}
}

static void
test_near_delimiter(void)
{
	struct arena *a = arena_make();
	struct page *p = read(a, "---\nid: a\n--\n\nx\n---- \n");

	CHECK_NUM(p->diag->n, 2);
	CHECK_NUM(p->diag->items[1].level, DIAG_NOTE);
	CHECK_NUM(span_line(p->diag->items[1].at), 3);
	CHECK_NUM(p->scan->nblocks, 0);
	arena_free(a);
}

static void
test_names(void)
{
	struct arena *a = arena_make();
	struct page *p = read(a, "---\nid: x-1\ntitle: \"T: t\"\ntype: note\n"
			      "status: open\n---\n");

	CHECK_STR(p->id, "x-1");
	CHECK_STR(p->title, "T: t");
	CHECK_STR(p->type, "note");
	CHECK_STR(p->status, "open");
	CHECK_STR(p->name, "page.md");
	CHECK_STR(p->path, "wiki/page.md");
	p = read(a, FRONT);
	CHECK_STR(p->title, "");
	arena_free(a);
}

/* What the first look finds; "" where it leaves it to the reader of YAML. */
static void
test_find_id(void)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "---\nid: a-b\n---\n", "a-b" },
		{ "---\ntags: [a, b]\nid: skill-x_1\n---\nid: c-d\n",
		  "skill-x_1" },
		{ "---\nid: a-b  \ntitle: \"it: 'x' [y]\"\n---\n", "a-b" },
		{ "---\nid: a\n---\n", "" },          /* as is `id: on` */
		{ "---\nid: 2026-11-30\n---\n", "" },  /* a date */
		{ "---\nid: a-b # it\n---\n", "" },
		{ "---\nid: 'a-b'\n---\n", "" },
		{ "---\nid: a-b\nid: c-d\n---\n", "" },
		{ "---\nx: [a,\nid: a-b\n]\n---\n", "" },
		{ "---\nx: 'a\nid: a-b'\n---\n", "" },
		{ "---\nx: |\n id: a-b\n---\n", "" },
		{ "---\nid: a-b\n", "" },              /* not closed */
		{ "---\nid: a-b\n c\n---\n", "" },     /* it goes on */
		{ "---\nid: a-b\n\n c\n---\n", "" },
		{ "---\nid: a-b\n\nx:\n c\n---\n", "a-b" },
		{ "id: a-b\n---\n", "" },
		{ "---\r\nid: a-b\r\n---\r\n", "" },
		{ "", "" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str id = STR("");

		if (!page_find_id(&id, str_of(rows[i].text)))
			id = STR("");
		CHECK_STR(id, rows[i].want);
	}
}

static void
test_probes(void)
{
	static const struct {
		const char *value, *want;
	} rows[] = {
		{ "fma(type=fp16)", "n = fma as 'n' base ''" },
		{ "fma(type=fp16, chains=4) as fp16-scalar",
		  "n = fma as 'fp16-scalar' base ''" },
		{ "fma(type=fp16x2) as packed base m",
		  "n = fma as 'packed' base 'm'" },
		{ "fma() base m", "n = fma as 'n' base 'm'" },
		{ "ilp(chains=1)", "n = ilp as 'n' base ''" },
		{ "other", "n = other as 'n' base ''" },
		{ "\"fma(x=1) as two words base m\"",
		  "n = fma as 'two words' base 'm'" },
		{ "fma(x=1) as \"a base b\" base m",
		  "n = fma as 'a base b' base 'm'" },
	};
	static const char *const faulty[] = {
		"", "fma(", "fma(x=1", "1 + 2", "fma(x=1) as", "fma() base",
		"fma() base 2", "fma() base X", "fma() else", "[a, b]",
		"\"a\\x20b\"", "page#name", "fma() base m base n",
		"fma() as \"x", "|\n    fma()",
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena *a = arena_make();
		struct page *p = read(a, arena_printf(a, "---\nprobes:\n"
			"  n: %s\n---\n", rows[i].value).p);
		const struct probe_name *n = p->probes;

		CHECK_ROW(rows[i].value);
		CHECK(page_is_good(p));
		CHECK_NUM(p->nprobes, 1);
		if (p->nprobes)
			CHECK_STR(arena_printf(a, STR_FMT " = " STR_FMT
					       " as '" STR_FMT "' base '"
					       STR_FMT "'", STR_ARG(n->name),
					       STR_ARG(n->target),
					       STR_ARG(n->as),
					       STR_ARG(n->base)),
				  rows[i].want);
		arena_free(a);
	}
	for (size_t i = 0; i < COUNT_OF(faulty); i++) {
		struct arena *a = arena_make();
		struct page *p = read(a, arena_printf(a, "---\nprobes:\n"
			"  n: %s\n  m: fma(x=1)\n---\n", faulty[i]).p);

		CHECK_ROW(faulty[i]);
		CHECK(!page_is_good(p));
		CHECK_NUM(p->nprobes, 1);
		CHECK_NUM(p->diag->count[DIAG_ERROR], 1);
		arena_free(a);
	}
}

/* Commas within parentheses end an entry of a map in braces. */
static void
test_flow(void)
{
	struct arena *a = arena_make();
	struct page *p = read(a, "---\nprobes: {n: fma(x=1, y=2) as b}\n---\n");

	CHECK_NUM(p->nprobes, 0);
	CHECK_NUM(p->diag->n, 2);
	CHECK_STR(p->diag->items[0].text, "commas split a map in braces: "
		  "'n' is no whole probe");
	CHECK_STR(p->diag->items[1].text,
		  "write one probe a line, or quote it");
	p = read(a, "---\nprobes: {n: fma(x=1), m: fma(x=2) as b}\n---\n");
	CHECK(page_is_good(p));
	CHECK_NUM(p->nprobes, 2);
	p = read(a, "---\nprobes: {n: \"fma(x=1, y=2)\"}\n---\n");
	CHECK_NUM(p->nprobes, 1);
	p = read(a, "---\nprobes: [n]\n---\n");
	CHECK_STR(p->diag->items[0].text, "'probes' is no map of names");
	p = read(a, "---\nprobes:\n---\n");
	CHECK(page_is_good(p));
	CHECK_NUM(p->nprobes, 0);
	p = read(a, "---\nprobes:\n  N: fma()\n---\n");
	CHECK_STR(p->diag->items[0].text,
		  "name of a probe is not [a-z][a-z0-9_]*");
	arena_free(a);
}

/* Bodies, and of each fence: line, language, id, what else, lines of code. */
static void
test_fences(void)
{
	static const struct {
		const char *body, *want;
	} rows[] = {
		{ "```cuda\n" KERNEL "```\n", "4 cuda '' 4 |0" },
		{ "```cu\n" KERNEL "```\n", "4 cuda '' 4 |0" },
		{ "```CUDA id=x sm=80\n" KERNEL "```\n", "4 cuda 'x' 4 |0" },
		{ "```ptx\nadd.f32 a, b, c;\n```\n", "4 ptx '' 1 |0" },
		{ "```asm\n// c\n@p ld.global.v4.u64 {a}, [b];\n```\n",
		  "4 ptx '' 2 |0" },
		{ "```asm\nmov eax, 1\n```\n", "|1" },
		{ "```asm\nHFMA2.MMA R1, R2;\n```\n", "|1" },
		{ "```cpp\nint i = threadIdx.x;\n```\n", "4 cuda '' 1 |0" },
		{ "```c++\nf<<<1, 2>>>();\n```\n", "4 cuda '' 1 |0" },
		{ "```cc\nasm volatile(\"x\");\n```\n", "4 cuda '' 1 |0" },
		{ "```cpp title=\"x\"\nint asmx = 1;\n```\n", "|1" },
		{ "```cpp sketch\n__half2 a;\n```\n", "4 cuda '' sketch 1 |0" },
		{ "```python\nthreadIdx\n```\n```\n__global__\n```\n", "|2" },
		{ "```cuda sketch\n```\n", "4 cuda '' sketch 0 |0" },
		{ "<!-- kbc: fence id=y fails -->\n\n```cuda sm=90a\n" KERNEL
		  "```\n", "6 cuda 'y' fails 4 |0" },
		{ "<!-- kbc: fence id=y -->\n```cpp\nint i;\n```\n",
		  "5 cuda 'y' 1 |0" },
		{ "<!-- kbc: given int n -->\n<!-- kbc: fence id=y -->\n"
		  "```cuda\nn++;\n```\n", "6 cuda 'y' given 1 |0" },
		{ "<!-- kbc: code id=z\n" KERNEL "-->\n" TEST,
		  "4 cuda 'z' code 4 tests 1 |0" },
		{ "```cuda\n" KERNEL "```\n<!-- kbc: at \"1\" 1 -->\n" TEST
		  "<!-- kbc: code\n" KERNEL "-->\n" TEST TEST,
		  "4 cuda '' 4 tests 1 16 cuda '' code 4 tests 2 |0" },
		{ "1. a\n\n   ```cuda\n   f();\n\n     g();\n   ```\n",
		  "6 cuda '' 3 |0" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena *a = arena_make();
		struct page *p = read(a, arena_printf(a, FRONT "%s",
						      rows[i].body).p);
		struct buf b = { .p = NULL };

		CHECK_ROW(rows[i].body);
		CHECK_NUM(p->diag->n, 0);
		for (size_t n = 0; n < p->nfences; n++) {
			const struct fence *f = &p->fences[n];

			buf_printf(&b, "%u " STR_FMT " '" STR_FMT "' %s%s%s%s",
				   span_line(f->at),
				   STR_ARG(f->words->language),
				   STR_ARG(f->words->id),
				   f->words->sketch ? "sketch " : "",
				   f->words->fails ? "fails " : "",
				   f->code ? "code " : "",
				   f->given ? "given " : "");
			buf_printf(&b, "%zu ", f->nlines);
			if (f->ntests)
				buf_printf(&b, "tests %zu ", f->ntests);
		}
		buf_printf(&b, "|%zu", p->nskipped);
		CHECK_STR(buf_str(&b), rows[i].want);
		buf_free(&b);
		arena_free(a);
	}
}

/* Lines of code keep the page's line numbers, without the container. */
static void
test_lines(void)
{
	struct arena *a = arena_make();
	struct page *p = read(a, FRONT "1. a\n\n   ```cuda\n     f();\n\n"
			      "   g();\n   ```\n\n> ```ptx\n> ret;\n> ```\n\n"
			      "<!-- kbc: code\n  h();\n-->\n");

	CHECK_NUM(p->nfences, 3);
	CHECK_NUM(p->fences[0].nlines, 3);
	CHECK_STR(p->fences[0].lines[0], "  f();");
	CHECK_NUM(p->fences[0].line_numbers[0], 7);
	CHECK_STR(p->fences[0].lines[1], "");
	CHECK_STR(p->fences[0].lines[2], "g();");
	CHECK_NUM(p->fences[0].line_numbers[2], 9);
	CHECK_STR(p->fences[1].lines[0], "ret;");
	CHECK_NUM(p->fences[1].line_numbers[0], 13);
	CHECK_NUM(p->fences[2].nlines, 1);
	CHECK_STR(p->fences[2].lines[0], "  h();");
	CHECK_NUM(p->fences[2].line_numbers[0], 17);
	arena_free(a);
}

/* Bodies with one fault, its line and its message. */
static void
test_faults(void)
{
	static const struct {
		const char *body;
		uint32_t line;
		const char *want;
	} rows[] = {
		{ "<!-- kbc: given int n -->\n\nwords\n", 4,
		  "'given' stands before no fence" },
		{ "<!-- kbc: given int n -->\n\n---\n```cuda\nf();\n```\n", 4,
		  "'given' stands before no fence" },
		{ "<!-- kbc: fence id=a -->\n", 4,
		  "'fence' stands before no fence" },
		{ "<!-- kbc: given int n -->\n```python\n```\n", 4,
		  "'given' stands before a fence that kbc does not compile" },
		{ "```ptx\nret;\n```\n<!-- kbc: given int n -->\n" TEST, 7,
		  "'given' stands before no fence" },
		{ TEST, 4, "'test' stands behind no fence under its heading" },
		{ "```cuda\n" KERNEL "```\n\n# h\n\n" TEST, 13,
		  "'test' stands behind no fence under its heading" },
		{ "```python\nx\n```\n" TEST, 7,
		  "'test' stands behind no fence under its heading" },
		{ "```cuda\n\n```\n", 4, "fence on line 4 is empty" },
		{ "```cuda id=a\nf();\n```\n\n~~~ptx id=a\nret;\n~~~\n", 8,
		  "fence 'a' is also on line 4" },
		{ "<!-- kbc: fence id=b -->\n```cuda id=a\nf();\n```\n", 4,
		  "'id' is given by the info string, too" },
		{ "<!-- kbc: fence sm=80 -->\n```cuda sm=90\nf();\n```\n", 4,
		  "'sm' is given by the info string, too" },
		{ "<!-- kbc: fence fails -->\n```cuda sketch\nf();\n```\n", 4,
		  "'sketch' is given by the info string, too" },
		{ "```cuda{id=a}\nf();\n```\n", 4, "words of a fence stand "
		  "behind its language with blanks between" },
		{ "```cuda ix=a\nf();\n```\n", 4,
		  "unknown word of a fence 'ix'" },
		{ "words <!-- kbc: table cites x -->\n", 4,
		  "this marker stands on lines of its own" },
		{ "it is 2\n<!-- kbc: 1 + 1 -->\n", 5, "this marker stands "
		  "directly behind the words it speaks of, in their line" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena *a = arena_make();
		struct page *p = read(a, arena_printf(a, FRONT "%s",
						      rows[i].body).p);

		CHECK_ROW(rows[i].body);
		CHECK_NUM(p->diag->count[DIAG_ERROR], 1);
		if (p->diag->n) {
			CHECK_STR(p->diag->items[0].text, rows[i].want);
			CHECK_NUM(span_line(p->diag->items[0].at),
				  rows[i].line);
		}
		arena_free(a);
	}
}

/* Markers go with comments by number; a bad one leaves a NULL and an error. */
static void
test_markers(void)
{
	struct arena *a = arena_make();
	struct page *p = read(a, FRONT "2<!-- kbc: 1 + 1 --> and "
			      "3<!-- kbc: 1 + -->\n");

	CHECK_NUM(p->scan->ncomments, 2);
	CHECK(p->markers[0] && p->markers[0]->kind == MARKER_EQUALS);
	CHECK(!p->markers[1]);
	CHECK(!page_is_good(p));
	arena_free(a);
}

int
main(void)
{
	test_front();
	test_near_delimiter();
	test_names();
	test_find_id();
	test_probes();
	test_flow();
	test_fences();
	test_lines();
	test_faults();
	test_markers();
	CHECK_DONE();
}
