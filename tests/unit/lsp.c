/* Places, URIs and frames of the language server. */
#include "arena.h"
#include "buf.h"
#include "check.h"
#include "session.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */
#include "../lsp/frames.h"

static json_int_t
number_of(const json_t *o, const char *end, const char *key)
{
	return json_integer_value(json_object_get(json_object_get(o, end),
						  key));
}

/* Places both ways: an offset, and what an editor calls it. */
static void
test_places(struct arena *a)
{
	static const struct {
		const char *text;
		enum units units;
		size_t at;
		int line, character;
	} rows[] = {
		{ "", UNITS_UTF16, 0, 0, 0 },
		{ "ab", UNITS_UTF16, 2, 0, 2 },
		{ "ab\n", UNITS_UTF16, 3, 1, 0 },
		{ "a\nb", UNITS_UTF16, 2, 1, 0 },
		{ "a\r\nb", UNITS_UTF16, 3, 1, 0 },
		{ "a\rb", UNITS_UTF16, 2, 1, 0 },
		{ "a\r\rb", UNITS_UTF16, 2, 1, 0 },
		{ "\xc2\xb5s", UNITS_UTF16, 2, 0, 1 },
		{ "\xc2\xb5s", UNITS_UTF8, 2, 0, 2 },
		{ "\xe2\x89\xa5" "5", UNITS_UTF16, 3, 0, 1 },
		{ "\xf0\x9d\x94\xbdx", UNITS_UTF16, 4, 0, 2 },
		{ "\xf0\x9d\x94\xbdx", UNITS_UTF32, 4, 0, 1 },
		{ "\xf0\x9d\x94\xbdx", UNITS_UTF8, 4, 0, 4 },
		{ "\xff" "5", UNITS_UTF16, 1, 0, 1 }, /* no UTF-8 */
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct lines l;
		json_t *range;
		size_t at = 99;

		CHECK_ROW(rows[i].text);
		lines_make(a, &l, str_of(rows[i].text), rows[i].units);
		range = lines_json(&l, rows[i].at, 0);
		CHECK_NUM(number_of(range, "start", "line"), rows[i].line);
		CHECK_NUM(number_of(range, "start", "character"),
			  rows[i].character);
		CHECK(lines_offset(&l, json_object_get(range, "end"), &at));
		CHECK_NUM(at, rows[i].at);
		json_decref(range);
	}
}

/* A long line: every place leads back, and the last is as far as it should. */
static void
test_long(struct arena *a)
{
	struct buf text = { 0 };
	struct lines l;

	CHECK_ROW("");
	for (int i = 0; i < 1000; i++)
		buf_add(&text, STR("\xf0\x9d\x94\xbd\xc2\xb5x"));
	lines_make(a, &l, buf_str(&text), UNITS_UTF16);
	for (size_t at = 0; at <= text.n; at += 7) {
		json_t *range = lines_json(&l, at, text.n);
		size_t from = 0, to = 0;

		CHECK_NUM(number_of(range, "start", "character"), at / 7 * 4);
		CHECK_NUM(number_of(range, "end", "character"), 4000);
		CHECK(lines_range(&l, range, &from, &to));
		CHECK_NUM(from, at);
		CHECK_NUM(to, text.n);
		json_decref(range);
	}
	buf_free(&text);
}

/* Positions that an editor should not send. */
static void
test_clipped(struct arena *a)
{
	static const struct {
		const char *position;
		bool good;
		size_t at;
	} rows[] = {
		{ "{\"line\":0,\"character\":9}", true, 5 },
		{ "{\"line\":9,\"character\":0}", true, 9 },
		{ "{\"line\":2,\"character\":9}", true, 9 },
		/* in the middle of a pair */
		{ "{\"line\":0,\"character\":1}", true, 0 },
		{ "{\"line\":4294967296,\"character\":0}", true, 9 },
		{ "{\"line\":0,\"character\":9223372036854775807}", true, 5 },
		{ "{\"line\":-1,\"character\":0}", false, 0 },
		{ "{\"line\":0.5,\"character\":0}", false, 0 },
		{ "{\"line\":\"0\",\"character\":0}", false, 0 },
		{ "{\"line\":0}", false, 0 },
		{ "[]", false, 0 },
	};
	struct lines l;

	lines_make(a, &l, STR("\xf0\x9d\x94\xbdx\r\na\n"), UNITS_UTF16);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		json_t *j = json_loads(rows[i].position, 0, NULL);
		size_t at = 0;

		CHECK_ROW(rows[i].position);
		CHECK(lines_offset(&l, j, &at) == rows[i].good);
		CHECK_NUM(at, rows[i].at);
		json_decref(j);
	}
	CHECK_ROW("");
	CHECK(!lines_offset(&l, NULL, &(size_t){ 0 }));
}

static void
test_uris(struct arena *a)
{
	static const struct {
		const char *uri, *path; /* NULL: no file */
		const char *again;      /* NULL: the same */
	} rows[] = {
		{ "file:///a/b.md", "/a/b.md", NULL },
		{ "file://localhost/a.md", "/a.md", "file:///a.md" },
		{ "FILE:/a.md", "/a.md", "file:///a.md" },
		{ "file:///a%20b%23%25.md", "/a b#%.md", NULL },
		{ "file:///gr%c3%b6%C3%9Fe.md", "/gr\xc3\xb6\xc3\x9f" "e.md",
		  "file:///gr%C3%B6%C3%9Fe.md" },
		{ "file:///a+b.md?x#y", "/a+b.md", "file:///a%2Bb.md" },
		{ "file:///a%2.md", NULL, NULL },
		{ "file:///a%", NULL, NULL },
		{ "file:///a%4", NULL, NULL },
		{ "file:///a%zz", NULL, NULL },
		{ "file:///a%00b", NULL, NULL },
		{ "file://there/a.md", NULL, NULL },
		{ "file:a.md", NULL, NULL },
		{ "untitled:Untitled-1", NULL, NULL },
		{ "http://x/a.md", NULL, NULL },
		{ "", NULL, NULL },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str path;
		bool good = uri_path(a, &path, str_of(rows[i].uri));

		CHECK_ROW(rows[i].uri);
		CHECK(good == (rows[i].path != NULL));
		CHECK_STR(path, rows[i].path ? rows[i].path : "");
		if (good)
			CHECK_STR(uri_make(a, path), rows[i].again ?
				  rows[i].again : rows[i].uri);
	}
}

/* Streams, `.` for a fault, wherever they are cut into reads. */
static void
test_frames(void)
{
	static const struct {
		const char *stream, *want;
		bool whole; /* how often it is at fault hangs on the reads */
	} rows[] = {
		{ "Content-Length: 2\r\n\r\n{}Content-Length: 0\r\n\r\n",
		  "{}  ", false },
		{ "content-length:2\r\nX: y\r\n\r\n[]", "[] ", false },
		{ "X: y\r\nContent-Length: 1 \r\n\r\n1", "1 ", false },
		{ "Content-Length: 1\r\n\r\n{}Content-Length: 1\r\n\r\n2",
		  "{ . 2 ", false },
		{ "Content-Length: x\r\n\r\nContent-Length: 1\r\n\r\n2",
		  ". 2 ", false },
		{ "Content-Length: 1\r\nContent-Length: 1\r\n\r\n2",
		  ". 2 ", false },
		{ "no header\r\n\r\nContent-Length: 1\r\n\r\n2", ". 2 ",
		  true },
		{ "Content-Length: 99999999999999999999\r\n\r\n"
		  "Content-Length: 1\r\n\r\n2", ". 2 ", false },
		{ "Content-Length: -1\r\n\r\n", ". ", true },
		{ "Content-Length: 2\r\n\r\n{", "", false },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str stream = str_of(rows[i].stream);

		CHECK_ROW(rows[i].stream);
		for (size_t step = stream.n; step > 0; step--) {
			struct buf out = { 0 };

			if (step < stream.n && rows[i].whole)
				break;
			frames_take(&out, stream, step, STR("."));
			CHECK_STR(buf_str(&out), rows[i].want);
			buf_free(&out);
		}
	}
}

int
main(void)
{
	struct arena *a = arena_make();

	test_places(a);
	test_long(a);
	test_clipped(a);
	test_uris(a);
	test_frames();
	arena_free(a);
	CHECK_DONE();
}
