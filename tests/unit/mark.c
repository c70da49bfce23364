/* What md4c sees of a body, and whether that agrees with the scan. */
#include "check.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "mark.h"
#include "scan.h"
#include "source.h"

struct sample {
	const char *body, *want;
};

/* Bodies and the dump of their marks; `~` for a line's end. */
static const struct sample dumps[] = {
	{ "", "fences 0 tables 0 markers 0~" },
	{ "a `b c` ``d`e`` ` f `\n",
	  "code 3+3 'b c'~code 10+3 'd`e'~code 18+1 'f'~"
	  "fences 0 tables 0 markers 0~" },
	{ "> a `b\n> c` d\n",
	  "code 5+5 'b\n> c'~fences 0 tables 0 markers 0~" },
	{ "[a *b*](x.md#y) ![i [j](k)](z&amp;.png) <http://e.x/>\n",
	  "link 1+4 'a *b' -> 'x.md#y'~"
	  "image 18+4 'i [j' -> 'z&.png'~"
	  "link 21+1 'j' -> 'k'~"
	  "link 41+11 'http://e.x/' -> 'http://e.x/'~"
	  "fences 0 tables 0 markers 0~" },
	{ "# A `b` &amp; c! #\n\nd *e*\n===\n",
	  "heading 2+14 'A `b` &amp; c!' 1 'A b & c!' #a-b--c~"
	  "heading 20+4 'd *e' 1 'd e' #d-e~"
	  "code 5+1 'b'~fences 0 tables 0 markers 0~" },
	{ "```cuda\nk\n```\n\n|a|b|\n|---|---|\n|`c`|2<!-- kbc: x -->|\n",
	  "code 33+1 'c'~fences 1 tables 1 markers 1~" },
	{ "<!-- kbc: a\n\n<b> -->\n\n2<!-- kbc: b\nc -->\n<!-- no -->\n",
	  "fences 0 tables 0 markers 2~" },
};

/* Headings (one a line) and their anchors. */
static const struct sample anchors[] = {
	{ "# Hello World\n", "hello-world" },
	{ "# P1: the `x_y` - case (2)\n", "p1-the-x_y---case-2" },
	{ "# A\n# A\n# a!\n", "a a-1 a-2" },
	{ "# 1.97\xc3\x97 \xe2\x80\x94 fp16\n", "197--fp16" },
	{ "# \xc3\x84pfel \xce\x91\xce\xa9 \xd0\x96\n",
	  "\xc3\xa4pfel-\xce\xb1\xcf\x89-\xd0\xb6" },
	{ "# \xe6\x97\xa5\xe6\x9c\xac\xe3\x80\x82 \xf0\x9f\x9a\x80\n",
	  "\xe6\x97\xa5\xe6\x9c\xac-" },
	{ "# a &lt; b &#xe9;&#0;\n", "a--b-\xc3\xa9" "0" },
	{ "# a <!-- kbc: x -->\n", "a-" },
	{ "# [a](b) ![c](d)\n", "a-" },
	{ "# \xff\xc3\n", "\xff\xc3" },
};

/* Bodies on which GitHub and the scan agree, though md4c alone would not. */
static const char *const alike[] = {
	"```cuda\na\n```\t\n\nwords\n\n```cuda\nb\n``` \t \n",
	"|a|\n|---|\n|1|\n```cuda\nk\n```\n",
	"|a|\n|---|\n|1|\n# h\n",
	"|a|\n|---|\n|1|\n<!-- kbc: x -->\n",
	"|a|\n|---|\n|1|\n<div>\n</div>\n",
	"|a|b|\n|---|---|\n|1|2|\n> quote\n",
	"> |a|\n> |---|\n> |1|\n> ```\n> k\n> ```\n",
	"words\n|a|\n|---|\n|1|\n",
	"|a|b|\n|-|:-|\n|1|2|\n",
	"```\n\ta\n  \tb\n```\n",
	"- ```x\n  a\n\n   b\n  ```\n",
	"```a\n```\n\n~~~\n\n~~~\n",
	"a\r\n\r\n```x\r\nb\r\n```\r\n\r\n|a|\r\n|---|\r\n|1|\r\n",
	"2<!-- kbc: a --> **3**<!-- kbc: b\n/ c -->\n\n<!-- kbc: d\n\n-->\n",
	"`<!-- kbc: a -->` \\<!-- kbc: b -->\n",
	"    <!-- a -->\n\n<div>\n1<!-- kbc: b -->\n</div>\n",
};

/* Bodies that renderers show in two ways, and the message. */
static const struct sample different[] = {
	{ "> a\n<b>\n```\nc\n```\n",
	  "renderers differ on this page: some show code here" },
	{ "> a\n<b>\n|a|\n|---|\n\nz\n", NULL },
	{ "a `b\n\n- c` <http://x`y> 2<!-- kbc: x -->`\n", NULL },
};

static struct mark
read(struct arena *a, const char *body, struct scan *s, struct diag *d)
{
	struct str text = arena_copy(a, str_of(body));
	struct source *source = source_make(a, STR("page.md"), text);
	struct span all = source_span(source, 0, text.n);
	struct mark m;

	CHECK(scan_body(a, s, all, d));
	CHECK(mark_body(a, &m, s, all, d));
	return m;
}

static void
test_dumps(void)
{
	for (size_t i = 0; i < COUNT_OF(dumps); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		struct buf got = { .p = NULL }, want = { .p = NULL };
		struct scan s;
		struct mark m;

		CHECK_ROW(dumps[i].body);
		m = read(a, dumps[i].body, &s, d);
		mark_dump(&got, &m);
		for (const char *p = dumps[i].want; *p; p++)
			buf_add_byte(&want, *p == '~' ? '\n' : *p);
		CHECK_STR(buf_str(&got), buf_str(&want));
		buf_free(&got);
		buf_free(&want);
		arena_free(a);
	}
}

static void
test_anchors(void)
{
	for (size_t i = 0; i < COUNT_OF(anchors); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		struct buf got = { .p = NULL };
		struct scan s;
		struct mark m;

		CHECK_ROW(anchors[i].body);
		m = read(a, anchors[i].body, &s, d);
		for (size_t h = 0; h < m.nheadings; h++) {
			if (h)
				buf_add_byte(&got, ' ');
			buf_add(&got, m.headings[h].anchor);
		}
		CHECK_STR(buf_str(&got), anchors[i].want);
		buf_free(&got);
		arena_free(a);
	}
}

static void
test_agreement(void)
{
	for (size_t i = 0; i < COUNT_OF(alike); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		struct scan s;
		struct mark m;

		CHECK_ROW(alike[i]);
		m = read(a, alike[i], &s, d);
		CHECK(mark_agrees(&m, &s, d));
		CHECK_NUM(d->n, 0);
		arena_free(a);
	}
}

static void
test_difference(void)
{
	for (size_t i = 0; i < COUNT_OF(different); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		const char *want = different[i].want;
		struct scan s;
		struct mark m;

		CHECK_ROW(different[i].body);
		m = read(a, different[i].body, &s, d);
		CHECK(mark_agrees(&m, &s, d) == !want);
		if (want && d->n)
			CHECK_STR(d->items[0].text, want);
		arena_free(a);
	}
}

/* The code span at an offset: its backticks count, what is behind does not. */
static void
test_code_at(void)
{
	static const struct {
		uint32_t at;
		const char *want;
	} rows[] = {
		{ 0, "" },    { 1, "" },     { 2, "b" },   { 3, "b" },
		{ 4, "b" },   { 5, "b" },    { 6, "" },    { 7, "c`d" },
		{ 13, "c`d" }, { 15, "c`d" }, { 16, "c`d" },
		{ 17, "" },   { 90, "" },
	};
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct scan s;
	struct mark m = read(a, "a `b`  `` c`d ``  e\n", &s, d);

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct span *code = mark_code_at(&m, rows[i].at);

		CHECK_ROW(arena_printf(a, "%u", rows[i].at));
		CHECK_STR(code ? span_str(*code) : STR(""), rows[i].want);
	}
	arena_free(a);
}

/* Each of the views made wrong is said. */
static void
test_reports(void)
{
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct scan s;
	struct mark m, wrong;

	m = read(a, "```\na\n```\n\n|a|\n|---|\n|1|\n\n2<!-- kbc: x -->\n", &s,
		 d);
	CHECK(mark_agrees(&m, &s, d));
	wrong = m;
	wrong.nfences = 0;
	CHECK(!mark_agrees(&wrong, &s, d));
	wrong = m;
	wrong.ntables = 0;
	CHECK(!mark_agrees(&wrong, &s, d));
	wrong = m;
	wrong.ncomments = 0;
	CHECK(!mark_agrees(&wrong, &s, d));
	wrong = m;
	wrong.fences = &(struct seen){ .at = 4, .code = m.tables[0].code };
	CHECK(!mark_agrees(&wrong, &s, d));
	CHECK_NUM(d->n, 4);
	CHECK_STR(d->items[0].text,
		  "renderers differ on this fence: some show no code");
	CHECK_STR(d->items[1].text,
		  "renderers differ on this table: some show it as text");
	CHECK_STR(d->items[2].text, "renderers differ on this marker: "
		  "some show it to the reader");
	CHECK_STR(d->items[3].text,
		  "renderers differ on this fence: some show other code");
	s.ncomments = 0;
	CHECK(!mark_agrees(&m, &s, d));
	CHECK_STR(d->items[4].text,
		  "renderers differ on this page: some show no marker here");
	arena_free(a);
}

int
main(void)
{
	test_dumps();
	test_anchors();
	test_agreement();
	test_difference();
	test_code_at();
	test_reports();
	CHECK_DONE();
}
