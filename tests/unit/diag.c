/* Messages as they are printed, byte by byte. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "check.h"
#include "diag.h"
#include "source.h"

struct row {
	const char *text; /* of the source */
	size_t at, n;
	const char *want; /* behind `p.md:line:col: error: x\n` */
};

static const struct row rows[] = {
	{ "abc def", 4, 3, "    abc def\n        ^~~\n" },
	{ "abc def", 0, 1, "    abc def\n    ^\n" },
	{ "abc def", 3, 0, "    abc def\n       ^\n" },
	{ "abc", 3, 0, "    abc\n       ^\n" },
	{ "", 0, 0, "    \n    ^\n" },
	{ "ab\ncd\nef", 1, 4, "    ab\n     ^\n" },
	{ "ab\ncd\nef", 3, 2, "    cd\n    ^~\n" },
	{ "ab\r\ncd", 0, 9, "    ab\n    ^~\n" },
	{ "ab\n", 2, 1, "    ab\n      ^\n" },
	{ "ab\n", 3, 0, "    ab\n      ^\n" },
	{ "\tx y", 1, 1, "            x y\n            ^\n" },
	{ "a\tb", 2, 1, "    a       b\n            ^\n" },
	{ "a\tb", 0, 3, "    a       b\n    ^~~~~~~~~\n" },
	{ "a\tb", 1, 1, "    a       b\n     ^~~~~~~\n" },
	/* two columns each, one, and none */
	{ "\xe4\xbd\xa0\xe5\xa5\xbd x", 7, 1,
	  "    \xe4\xbd\xa0\xe5\xa5\xbd x\n         ^\n" },
	{ "\xe4\xbd\xa0\xe5\xa5\xbd x", 0, 6,
	  "    \xe4\xbd\xa0\xe5\xa5\xbd x\n    ^~~~\n" },
	{ "1.5\xc3\x97 3\xce\xbcs", 6, 4,
	  "    1.5\xc3\x97 3\xce\xbcs\n         ^~~\n" },
	{ "e\xcc\x81 x", 4, 1, "    e\xcc\x81 x\n      ^\n" },
	{ "\xf0\x9f\x9a\x80 x", 5, 1, "    \xf0\x9f\x9a\x80 x\n       ^\n" },
	/* what must not reach a terminal */
	{ "\x1b[31m x", 6, 1, "    \\x1b[31m x\n             ^\n" },
	{ "\xff x", 2, 1, "    \\xff x\n         ^\n" },
	{ "\xc0\xaf\xed\xa0\x80 x", 6, 1,
	  "    \\xc0\\xaf\\xed\\xa0\\x80 x\n                         ^\n" },
	{ "\xc2\x9b x", 3, 1, "    \\xc2\\x9b x\n             ^\n" },
	{ "\xe2\x80\xae x", 4, 1,
	  "    \\xe2\\x80\\xae x\n                 ^\n" },
	{ "\xe2\x82", 0, 2, "    \\xe2\\x82\n    ^~~~~~~~\n" },
	{ "a\rb", 2, 1, "    a\\rb\n       ^\n" },
};

static void
test_caret(struct arena *a)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct row *r = &rows[i];
		struct source *s = source_make(a, STR("p.md"),
					       str_of(r->text));
		struct buf out = { 0 };
		uint32_t line, column;

		source_place(s, r->at, &line, &column);
		diag_emit_at(&out, source_span(s, r->at, r->n), STR("error"),
			     STR("x"));
		CHECK_ROW(r->text);
		CHECK_STR(buf_str(&out),
			  arena_printf(a, "p.md:%u:%u: error: x\n%s", line,
				       column, r->want));
		buf_free(&out);
	}
	CHECK_ROW("");
}

static void
test_levels(struct arena *a)
{
	struct source *s = source_make(a, STR("p.md"), STR("one two\n"));
	struct span two = source_span(s, 4, 3), none = { 0 };
	struct diag *d = diag_make(a), *e = diag_make(a);
	struct buf out = { 0 };

	CHECK(!diag_failed(d));
	diag_warning(d, two, "odd-word", "word '%s'", "two");
	diag_note(d, none, "first\nhere \x1b[1m");
	CHECK(!diag_failed(d));
	diag_fail(e, "cannot open '%s'", "x");
	CHECK(diag_failed(e));
	diag_error(e, none, "no place");
	diag_join(d, e);
	CHECK(diag_failed(d));
	CHECK_NUM(d->count[DIAG_WARNING], 1);
	CHECK_NUM(d->count[DIAG_FAIL], 1);
	CHECK_NUM(d->count[DIAG_ERROR], 1);
	diag_emit(&out, d);
	CHECK_STR(buf_str(&out),
		  "p.md:1:5: warning: word 'two' [odd-word]\n"
		  "    one two\n"
		  "        ^~~\n"
		  "kbc: note: first\\nhere \\x1b[1m\n"
		  "kbc: cannot open 'x'\n"
		  "kbc: error: no place\n");
	buf_clear(&out);
	diag_emit_at(&out, two, STR("refuted"), STR("text"));
	CHECK_STR(buf_str(&out), "p.md:1:5: refuted: text\n"
				 "    one two\n"
				 "        ^~~\n");
	buf_free(&out);
}

static size_t
count(struct str text, const char *what)
{
	size_t n = 0, at;

	while ((at = str_find(text, str_of(what))) < text.n) {
		text = str_skip(text, at + 1);
		n++;
	}
	return n;
}

/* Two pages in turn, one beyond the limit. */
static void
test_too_many(struct arena *a)
{
	struct source *s = source_make(a, STR("s.md"), STR("s\n"));
	struct source *t = source_make(a, STR("t.md"), STR("t\n"));
	struct diag *d = diag_make(a);
	struct buf out = { 0 };
	struct str text;

	for (int i = 0; i < DIAG_PAGE_MAX + 5; i++) {
		diag_error(d, source_span(s, 0, 1), "e%d", i);
		diag_note(d, source_span(s, 0, 1), "n%d", i);
		if (i < DIAG_PAGE_MAX)
			diag_error(d, source_span(t, 0, 1), "f%d", i);
	}
	diag_warning(d, source_span(s, 0, 1), "w", "late");
	diag_emit(&out, d);
	text = buf_str(&out);
	CHECK_NUM(count(text, "s.md:1:1: error:"), DIAG_PAGE_MAX);
	CHECK_NUM(count(text, "s.md:1:1: note:"), DIAG_PAGE_MAX);
	CHECK_NUM(count(text, "t.md:1:1: error:"), DIAG_PAGE_MAX);
	CHECK_NUM(count(text, "too many"), 1);
	CHECK_NUM(count(text, "s.md: error: too many errors, 5 more not "
			      "shown\n"), 1);
	CHECK_NUM(count(text, "warning: late [w]"), 1);
	CHECK_NUM(d->count[DIAG_ERROR], 2 * DIAG_PAGE_MAX + 5);
	buf_free(&out);
}

/* A line of a megabyte shows its surroundings only. */
static void
test_long_line(struct arena *a)
{
	size_t n = 1 << 20;
	char *text = arena_alloc(a, n + 1);
	struct source *s;
	struct buf out = { 0 };

	for (size_t i = 0; i < n; i++)
		text[i] = "\xe4\xbd\xa0"[i % 3];
	s = source_make(a, STR("l.md"), (struct str){ text, n });
	for (size_t at = 3 * 1000; at < 3 * 1003; at++)
		diag_emit_at(&out, source_span(s, at, n), STR("e"), STR("x"));
	CHECK(out.n < 9 * 1000);
	diag_emit_at(&out, source_span(s, n, 0), STR("e"), STR("x"));
	buf_clear(&out);
	diag_emit_at(&out, source_span(s, 3 * 1000, 3), STR("e"), STR("x"));
	CHECK_NUM(count(buf_str(&out), "\\x"), 0);
	CHECK(str_ends(buf_str(&out), STR(" ^~\n")));
	buf_free(&out);
}

/* Every text of three odd bytes is printed without a control byte. */
static void
test_any_bytes(struct arena *a)
{
	static const char odd[] = "\x00\x1b\x7f\x80\xc2\xe2\xf0\x9f\xff\t\n\ra";
	size_t n = sizeof(odd) - 1;
	struct buf out = { 0 };

	for (size_t i = 0; i < n * n * n; i++) {
		char text[4] = { odd[i % n], odd[i / n % n], odd[i / n / n] };
		struct str t = { text, 3 };
		struct source *s = source_make(a, t, t);

		buf_clear(&out);
		diag_emit_at(&out, source_span(s, i % 4, 2), t, t);
		for (size_t k = 0; k < out.n; k++) {
			if ((out.p[k] >= 0 && out.p[k] < ' ' &&
			     out.p[k] != '\n') || out.p[k] == 0x7f)
				CHECK(!"a control byte");
		}
		if (count(buf_str(&out), "\n") != 3)
			CHECK(!"other than three lines");
	}
	buf_free(&out);
}

static int
status_of(void (*end)(void))
{
	int status = -1;
	pid_t pid = fork();

	if (pid == 0) {
		if (!freopen("/dev/null", "w", stderr))
			_exit(9);
		end();
		_exit(8);
	}
	waitpid(pid, &status, 0);
	return status;
}

static void
end_dying(void)
{
	die("no %s", "memory");
}

static void
end_buggy(void)
{
	bug("this cannot be");
}

int
main(void)
{
	struct arena *a = arena_make();
	int status;

	test_caret(a);
	test_levels(a);
	test_too_many(a);
	test_long_line(a);
	test_any_bytes(a);
	status = status_of(end_dying);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 2);
	status = status_of(end_buggy);
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	arena_free(a);
	CHECK_DONE();
}
