/* Lines, columns and spans of texts with every kind of line ending. */
#include "arena.h"
#include "check.h"
#include "source.h"

static void
test_lines(struct arena *a)
{
	static const struct {
		const char *text;
		size_t n;
		const char *first, *last;
	} rows[] = {
		{ "", 1, "", "" },	    { "a", 1, "a", "a" },
		{ "a\n", 1, "a", "a" },	    { "\n", 1, "", "" },
		{ "a\nb", 2, "a", "b" },    { "a\n\nb\n", 3, "a", "b" },
		{ "a\r\nb\r\n", 2, "a", "b" }, { "a\n\n", 2, "a", "" },
		{ "\r\n", 1, "", "" },	    { "a\rb", 1, "a\rb", "a\rb" },
		{ "\n\n\n", 3, "", "" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct source *s = source_make(a, STR("x"),
					       str_of(rows[i].text));

		CHECK_ROW(rows[i].text);
		CHECK_NUM(s->nlines, rows[i].n);
		CHECK_STR(span_str(source_line(s, 1)), rows[i].first);
		CHECK_STR(span_str(source_line(s, s->nlines)), rows[i].last);
		CHECK_STR(span_str(source_line(s, 0)), "");
		CHECK_STR(span_str(source_line(s, s->nlines + 1)), "");
	}
}

static void
test_places(struct arena *a)
{
	static const struct {
		size_t at;
		uint32_t line, column;
	} rows[] = {
		{ 0, 1, 1 }, { 2, 1, 3 }, { 3, 2, 1 },	{ 4, 3, 1 },
		{ 6, 3, 3 }, { 8, 3, 5 }, { 9, 4, 1 },	{ 10, 4, 2 },
		{ 11, 4, 3 }, { 99, 4, 3 },
	};
	/* Offsets: "ab\n" 0-2, "\n" 3, "\u00b5xy\n" 4-8, "z\n" 9-10. */
	struct source *s = source_make(a, STR("x"),
				       STR("ab\n\n\xc2\xb5xy\nz\n"));

	CHECK_ROW("");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		uint32_t line, column;

		source_place(s, rows[i].at, &line, &column);
		CHECK_NUM(line, rows[i].line);
		CHECK_NUM(column, rows[i].column);
		CHECK_NUM(span_line(source_span(s, rows[i].at, 0)), line);
	}
	CHECK_NUM(span_line((struct span){ 0 }), 0);
}

static void
test_spans(struct arena *a)
{
	struct source *s = source_make(a, STR("x"), STR("hello world"));
	struct span word = source_span(s, 6, 5);
	struct str part = str_slice(s->text, 2, 3);

	CHECK_STR(span_str(word), "world");
	CHECK_STR(span_str(source_span(s, 6, 99)), "world");
	CHECK_STR(span_str(source_span(s, 99, 1)), "");
	CHECK_STR(span_str(span_slice(word, 1, 2)), "or");
	CHECK_STR(span_str(span_slice(word, 3, 99)), "ld");
	CHECK_NUM(span_slice(word, 99, 1).at, 11);
	CHECK_STR(span_str((struct span){ NULL, 3, 4 }), "");
	CHECK_NUM(source_span_of(s, part).at, 2);
	CHECK_STR(span_str(source_span_of(s, part)), "llo");
	CHECK_NUM(source_span_of(s, str_skip(s->text, 11)).at, 11);
}

/* A long text against counting from the start. */
static void
test_search(struct arena *a)
{
	char *text = arena_alloc(a, 10001);
	struct source *s;
	uint32_t line = 1, column = 1, l, c;

	for (size_t i = 0; i < 10000; i++)
		text[i] = i * i % 7 == 4 || i % 11 == 0 ? '\n' : 'x';
	text[9999] = 'x';
	s = source_make(a, STR("x"), (struct str){ text, 10000 });
	for (size_t i = 0; i < 10000; i++) {
		source_place(s, i, &l, &c);
		if (l != line || c != column)
			CHECK(!"another place than by counting");
		line += text[i] == '\n';
		column = text[i] == '\n' ? 1 : column + 1;
	}
	CHECK_NUM(s->nlines, line);
}

int
main(void)
{
	struct arena *a = arena_make();

	test_lines(a);
	test_places(a);
	test_spans(a);
	test_search(a);
	arena_free(a);
	CHECK_DONE();
}
