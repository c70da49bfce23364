/*
 * Edits of pages: each row a page, what is set, and the page's bytes after it.
 * NULL for a refusal: then no byte may change. Whatever is set is set again on
 * the result, which must change nothing.
 */
#include "check.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "edit.h"
#include "page.h"
#include "source.h"
#include "yaml.h"

#define BOM "\xef\xbb\xbf"

struct setting {
	const char *page, *key, *value, *want;
};

static struct page *
read(struct arena *a, struct str text)
{
	return page_parse(a, source_make(a, STR("page.md"),
					 arena_copy(a, text)), STR("page.md"));
}

static struct str
set(struct arena *a, const struct setting *row, struct str text, bool *good)
{
	struct page *p = read(a, text);
	struct edits e = { 0 };
	struct str key = str_of(row->key), value = str_of(row->value);

	if (str_find_byte(value, '\n') < value.n)
		*good = edit_set_block(a, &e, p, key, value);
	else
		*good = edit_set(a, &e, p, key, value);
	return edit_apply(a, p, &e);
}

static void
test_rows(const struct setting *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct arena *a = arena_make();
		struct str was = str_of(rows[i].page), now, again;
		bool good;

		CHECK_ROW(rows[i].page);
		now = set(a, &rows[i], was, &good);
		CHECK(good == (rows[i].want != NULL));
		CHECK_STR(now, rows[i].want ? str_of(rows[i].want) : was);
		again = set(a, &rows[i], now, &good);
		CHECK_STR(again, now);
		arena_free(a);
	}
	CHECK_ROW("");
}

static const struct setting scalars[] = {
	{ "---\nstatus: draft\n---\nb\n", "status", "verified",
	  "---\nstatus: verified\n---\nb\n" },
	{ "---\nstatus: draft\n---\nb\n", "status", "draft",
	  "---\nstatus: draft\n---\nb\n" },
	{ "---\nstatus:   draft   # why\nid: a\n---\n", "status", "verified",
	  "---\nstatus:   verified   # why\nid: a\n---\n" },
	{ "---\nid: a\nstatus: 'draft'\n---\n", "status", "verified",
	  "---\nid: a\nstatus: 'verified'\n---\n" },
	{ "---\nstatus: \"draft\"\n---\n", "status", "verified",
	  "---\nstatus: \"verified\"\n---\n" },
	{ "---\nstatus:\nid: a\n---\n", "status", "verified",
	  "---\nstatus: verified\nid: a\n---\n" },
	{ "---\nstatus: \nid: a\n---\n", "status", "verified",
	  "---\nstatus: verified \nid: a\n---\n" },
	{ "---\nstatus: # none yet\nid: a\n---\n", "status", "verified",
	  "---\nstatus: verified # none yet\nid: a\n---\n" },
	{ "---\nstatus: ''\n---\n", "status", "verified",
	  "---\nstatus: 'verified'\n---\n" },
	{ "---\n\"status\": draft\n---\n", "status", "verified",
	  "---\n\"status\": verified\n---\n" },
	/* what the value's style cannot hold is quoted */
	{ "---\nversion: 12.9\n---\n", "version", "13.0",
	  "---\nversion: '13.0'\n---\n" },
	{ "---\nversion: '12.9'\n---\n", "version", "13.0",
	  "---\nversion: '13.0'\n---\n" },
	{ "---\nname: x\n---\n", "name", "it's: #1",
	  "---\nname: 'it''s: #1'\n---\n" },
	{ "---\nname: 'x'\n---\n", "name", "it's",
	  "---\nname: 'it''s'\n---\n" },
	{ "---\nname: x\n---\n", "name", "true", "---\nname: 'true'\n---\n" },
	{ "---\nname: x\n---\n", "name", "", "---\nname: ''\n---\n" },
	/* nested keys and flow maps */
	{ "---\na:\n  b: 1\n  c: x  # keep\nd: 2\n---\n", "a.c", "z",
	  "---\na:\n  b: 1\n  c: z  # keep\nd: 2\n---\n" },
	{ "---\na: {b: 1, c: x}\nd: 2\n---\n", "a.c", "z",
	  "---\na: {b: 1, c: z}\nd: 2\n---\n" },
	{ "---\na: {b: 1, c: x}\n---\n", "a.c", "y, z",
	  "---\na: {b: 1, c: 'y, z'}\n---\n" },
	{ "---\na: {b: 1, c: }\n---\n", "a.c", "z",
	  "---\na: {b: 1, c: z }\n---\n" },
	/* bytes that are nobody's business */
	{ "---\r\nstatus: draft\r\nid: a\r\n---\r\nb\r\n", "status",
	  "verified",
	  "---\r\nstatus: verified\r\nid: a\r\n---\r\nb\r\n" },
	{ BOM "---\nstatus: draft\n---\nb", "status", "verified",
	  BOM "---\nstatus: verified\n---\nb" },
	{ "---\ntitle: \xc2\xb5s \xe2\x86\x92 \xf0\x9f\x98\x80\nstatus: draft\n"
	  "---\n\xc3\xa9", "status", "verified",
	  "---\ntitle: \xc2\xb5s \xe2\x86\x92 \xf0\x9f\x98\x80\n"
	  "status: verified\n---\n\xc3\xa9" },
	{ "---\nstatus: draft\n---", "status", "verified",
	  "---\nstatus: verified\n---" },
	{ "---\nstatus: draft\n--- \t\nb \t\n\n", "status", "verified",
	  "---\nstatus: verified\n--- \t\nb \t\n\n" },
	/* a new key is a new line at the end */
	{ "---\nid: a\n---\nb\n", "status", "draft",
	  "---\nid: a\nstatus: draft\n---\nb\n" },
	{ "---\r\nid: a\r\n---\r\nb\r\n", "status", "draft",
	  "---\r\nid: a\r\nstatus: draft\r\n---\r\nb\r\n" },
	{ "---\nid: a\n# last\n\n---\nb", "status", "draft",
	  "---\nid: a\n# last\n\nstatus: draft\n---\nb" },
	{ BOM "---\nid: a\n---\n", "status", "12.10",
	  BOM "---\nid: a\nstatus: '12.10'\n---\n" },
	/* refused */
	{ "---\nstatus:\n  a: 1\n---\n", "status", "draft", NULL },
	{ "---\nstatus: |\n  draft\n\nid: a\n---\n", "status", "draft", NULL },
	{ "---\nid: a\n---\n", "a.b", "draft", NULL },
	{ "---\n{id: a}\n---\n", "status", "draft", NULL },
	{ "---\nid: [a\n---\n", "status", "draft", NULL },
	{ "no front matter\n", "status", "draft", NULL },
};

#define BLOCK "verification: # by kbc\n  claims: {confirmed: 1}\n"
#define OLD "verification:\n  claims: {refuted: 7}\n  refuted:\n" \
	    "  - {line: 1}\n"

static const struct setting blocks[] = {
	{ "---\nid: a\n---\nb\n", "verification", BLOCK,
	  "---\nid: a\n" BLOCK "---\nb\n" },
	{ "---\nid: a\n" OLD "---\nb\n", "verification", BLOCK,
	  "---\nid: a\n" BLOCK "---\nb\n" },
	{ "---\n" OLD "id: a\n---\nb\n", "verification", BLOCK,
	  "---\n" BLOCK "id: a\n---\nb\n" },
	{ "---\nid: a\n" OLD "# about c\nc: 1\n---\n", "verification", BLOCK,
	  "---\nid: a\n" BLOCK "# about c\nc: 1\n---\n" },
	{ "---\nid: a\n" OLD "\n# about c\nc: 1\n---\n", "verification", BLOCK,
	  "---\nid: a\n" BLOCK "\n# about c\nc: 1\n---\n" },
	{ "---\nid: a\n# mine\n" OLD "---\n", "verification", BLOCK,
	  "---\nid: a\n# mine\n" BLOCK "---\n" },
	{ "---\nid: a\nverification: {claims: 1}\n---\n", "verification",
	  BLOCK, "---\nid: a\n" BLOCK "---\n" },
	{ "---\nid: a\nverification:\n---\n", "verification", BLOCK,
	  "---\nid: a\n" BLOCK "---\n" },
	{ "---\nid: a\nverification: none yet\nc: 1\n---\n", "verification",
	  BLOCK, "---\nid: a\n" BLOCK "c: 1\n---\n" },
	{ "---\nid: a\nverification: |\n  text\n\nc: 1\n---\n",
	  "verification", BLOCK, "---\nid: a\n" BLOCK "\nc: 1\n---\n" },
	{ "---\r\nid: a\r\nverification:\r\n  x: 1\r\n---\r\n",
	  "verification", BLOCK,
	  "---\r\nid: a\r\nverification: # by kbc\r\n"
	  "  claims: {confirmed: 1}\r\n---\r\n" },
	{ "---\nid: a\n---\r\nb\r\n", "verification", BLOCK,
	  "---\nid: a\n" BLOCK "---\r\nb\r\n" },
	{ "---\n{id: a, verification: {x: 1}}\n---\n", "verification", BLOCK,
	  NULL },
	{ "---\n{id: a}\n---\n", "verification", BLOCK, NULL },
	{ "---\n---\nb\n", "verification", BLOCK,
	  "---\n" BLOCK "---\nb\n" },
	{ "no front matter\n", "verification", BLOCK, NULL },
};

/* Edits come in any order and leave all else. */
static void
test_apply(void)
{
	struct arena *a = arena_make();
	struct page *p = read(a, STR("---\nid: a\n---\nabcdef"));
	struct edits e = { 0 };
	const struct source *s = p->source;

	CHECK_STR(edit_apply(a, p, &e), s->text);
	edit_add(a, &e, source_span(s, 18, 1), STR("E"));
	edit_add(a, &e, source_span(s, 14, 1), STR("A"));
	edit_add(a, &e, source_span(s, 16, 0), STR("+"));
	edit_add(a, &e, source_span(s, 20, 0), STR("!"));
	edit_add(a, &e, source_span(s, 15, 1), STR(""));
	CHECK_STR(edit_apply(a, p, &e), "---\nid: a\n---\nA+cdEf!");
	for (size_t i = 1; i < e.n; i++)
		CHECK(e.items[i - 1].at.at <= e.items[i].at.at);
	arena_free(a);
}

/* What an edited page must still say. */
static void
test_verify(void)
{
#define PAGE "---\nid: a\nstatus: draft\nl: [1, {x: 2}]\n---\n# h\n\n" \
	     "It is 4<!-- kbc: 2 + 2 -->.\n"
	static const struct {
		const char *now;
		bool good;
	} rows[] = {
		{ PAGE, true },
		{ "---\nid: a\nstatus: verified\nl: [1, {x: 2}]\n---\n# h\n\n"
		  "It is 4<!-- kbc: 2 + 2 -->.\n", true },
		{ "---\nid: a\nl: [1, {x: 2}]\nverification:\n  x: 1\n---\n"
		  "# h\n\nIt is 4<!-- kbc: 2 + 2 -->.\n", true },
		{ "---\nid: b\nstatus: draft\nl: [1, {x: 2}]\n---\n# h\n\n"
		  "It is 4<!-- kbc: 2 + 2 -->.\n", false },
		{ "---\nid: a\nstatus: draft\nl: [1, {x: 3}]\n---\n# h\n\n"
		  "It is 4<!-- kbc: 2 + 2 -->.\n", false },
		{ "---\nid: a\nstatus: draft\n---\n# h\n\n"
		  "It is 4<!-- kbc: 2 + 2 -->.\n", false },
		{ "---\nid: a\nstatus: draft\nl: [1, {x: 2}]\nm: 1\n---\n"
		  "# h\n\nIt is 4<!-- kbc: 2 + 2 -->.\n", false },
		{ "---\nid: a\nstatus: draft\nl: [1, {x: 2}]\n---\n# h\n\n"
		  "It is 4<!-- kbc: 2 + 3 -->.\n", false },
		{ "---\nid: a\nstatus: draft\nl: [1, {x: 2}]\n---\n# h\n\n"
		  "It is 4.\n", false },
		{ "---\nid: a\nstatus: draft\nl: [1, {x: 2}]\n---\n"
		  "It is 4<!-- kbc: 2 + 2 -->.\n", false },
		{ "---\nid: a\nstatus: [draft\n---\n# h\n\n"
		  "It is 4<!-- kbc: 2 + 2 -->.\n", false },
		{ "", false },
	};
	static const struct str keys[] = { STR_INIT("verification"),
					   STR_INIT("status") };
	static const struct edit_owned owned = { keys, COUNT_OF(keys), NULL };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena *a = arena_make();
		struct page *p = read(a, str_of(PAGE));
		struct diag *d = diag_make(a);
		struct str now = arena_copy(a, str_of(rows[i].now));

		CHECK_ROW(rows[i].now);
		CHECK(edit_verify(a, p, now, &owned, d) == rows[i].good);
		CHECK(diag_failed(d) == !rows[i].good);
		if (!rows[i].good)
			CHECK_STR(d->items[0].text, "not written: the edited "
				  "page would not hold the same claims");
		arena_free(a);
	}
	CHECK_ROW("");
}

static void
test_diff(void)
{
	static const struct {
		const char *was, *now, *want;
	} rows[] = {
		{ "a\nb\n", "a\nb\n", "" },
		{ "a\n", "b\n", "--- p\n+++ p\n@@ -1,1 +1,1 @@\n-a\n+b\n" },
		{ "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
		  "1\n2\n3\n4\nx\n6\n7\n8\n9\n",
		  "--- p\n+++ p\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n"
		  " 7\n 8\n" },
		{ "a\nb", "a\nc",
		  "--- p\n+++ p\n@@ -1,2 +1,2 @@\n a\n-b\n"
		  "\\ No newline at end of file\n+c\n"
		  "\\ No newline at end of file\n" },
		{ "", "a\n", "--- p\n+++ p\n@@ -0,0 +1,1 @@\n+a\n" },
		{ "a\n", "", "--- p\n+++ p\n@@ -1,1 +0,0 @@\n-a\n" },
		{ "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n",
		  "x\n2\n3\n4\n5\n6\n7\n8\n9\n10\ny\n",
		  "--- p\n+++ p\n@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n"
		  "@@ -8,4 +8,4 @@\n 8\n 9\n 10\n-11\n+y\n" },
		{ "a\r\nb\r\n", "a\r\nc\r\n",
		  "--- p\n+++ p\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct buf out = { 0 };

		CHECK_ROW(rows[i].was);
		edit_diff(&out, STR("p"), str_of(rows[i].was),
			  str_of(rows[i].now));
		CHECK_STR(buf_str(&out), rows[i].want);
		buf_free(&out);
	}
	CHECK_ROW("");
}

int
main(void)
{
	test_rows(scalars, COUNT_OF(scalars));
	test_rows(blocks, COUNT_OF(blocks));
	test_apply();
	test_verify();
	test_diff();
	CHECK_DONE();
}
