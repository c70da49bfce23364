/*
 * Blocks from lines. A sample is a body and its dump, a fault is a body, the
 * message it gives and its line; `~` in a dump stands for a line's end.
 */
#include "check.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "scan.h"
#include "source.h"

struct sample {
	const char *body, *want;
};

struct fault {
	const char *body;
	uint32_t line;
	const char *want;
};

static const struct sample blocks[] = {
	/* Leaves. */
	{ "", "" },
	{ "\n \n\t\n", "" },
	{ "one\ntwo\n\nthree", "1 text~4 text~" },
	{ "# A #\n## B\n####### C\n#D\n",
	  "1 heading 1 text 'A'~2 heading 2 text 'B'~3 text~" },
	{ "A\nb\n===\nC\n---\n",
	  "1 heading 1 text 'A\\nb'~4 heading 2 text 'C'~" },
	{ "[x]: y\n---\nz\n", "1 text~3 text~" },
	{ "[x]: y z\n---\n", "1 heading 2 text '[x]: y z'~" },
	{ "a\n\n---\n\nb\n***\n", "1 text~5 text~" },
	{ "    code\n\n    more\nend\n", "1 code~4 text~" },
	{ "text\n    not code\n", "1 text~" },
	{ "\tcode\n", "1 code~" },
	{ "a\r\n\r\n# b\r\n", "1 text~3 heading 1 text 'b'~" },

	/* Fences: closed by as many of the same mark, with blanks only. */
	{ "```cuda x\nk();\n```\nz\n",
	  "1 fence info 'cuda x' line 'k();'~4 text~" },
	{ "```\na\n```\t\nz\n", "1 fence info '' line 'a'~4 text~" },
	{ "~~~ a `b`\n```\n~~~~  \n", "1 fence info 'a `b`' line '```'~" },
	{ "````\n```\n````\n", "1 fence info '' line '```'~" },
	{ "``` a`b\nc\n", "1 text~" },
	{ "  ```\n  a\n    b\n c\n   ```\n",
	  "1 fence info '' line 'a' line '  b' line 'c'~" },
	{ "```\n    ```\n```\n", "1 fence info '' line '    ```'~" },
	{ "```cuda\n```\n", "1 fence info 'cuda'~" },
	{ "text\n```\na\n```\ntext\n",
	  "1 text~2 fence info '' line 'a'~5 text~" },

	/* Containers. */
	{ "- a\n\n  ```x\n  b\n  ```\n",
	  "1 text~3 fence info 'x' line 'b'~" },
	{ "1. a\n\n   ~~~\n     b\n\n   c\n   ~~~\n",
	  "1 text~3 fence info '' line '  b' line '' line 'c'~" },
	{ "> ```cuda\n> a\n>  b\n> ```\n",
	  "1 fence info 'cuda' line 'a' line ' b'~" },
	{ "> - ```x\n>   a\n>   ```\n", "1 fence info 'x' line 'a'~" },
	{ "- ```x\n  a\n  ```\n- b\n", "1 fence info 'x' line 'a'~4 text~" },
	{ "-\t```x\n\ta\n\t```\n", "1 fence info 'x' line 'a'~" },
	{ "> a\nb\n\nc\n", "1 text~4 text~" },
	{ "a\n2. b\n", "1 text~" },
	{ "a\n1. b\n", "1 text~2 text~" },
	{ "a\n-\n", "1 heading 2 text 'a'~" },
	{ "-\n\n  a\n", "3 text~" },
	{ "- a\n\n      code\n", "1 text~3 code~" },
	{ "* * *\n- - a\n", "2 text~" },

	/* Tables. */
	{ "| a | b |\n|---|:-:|\n| 1 | 2 |\n",
	  "1 table~  cell 'a' cell 'b'~  cell '1' cell '2'~" },
	{ "a | b\n-|-\n1 | 2\n\nz\n",
	  "1 table~  cell 'a' cell 'b'~  cell '1' cell '2'~5 text~" },
	{ "| a | b |\n|---|---|\n| x \\| y | `p \\| q` |\n",
	  "1 table~  cell 'a' cell 'b'~  cell 'x \\| y' cell '`p \\| q`'~" },
	{ "| a | b |\n|---|---|\n| | `c` |\n",
	  "1 table~  cell 'a' cell 'b'~  cell '' cell '`c`'~" },
	{ "t\n| a |\n|---|\n| 1 |\n```cuda\nk\n```\n",
	  "1 text~2 table~  cell 'a'~  cell '1'~"
	  "5 fence info 'cuda' line 'k'~" },
	{ "| a |\n|---|\n| 1 |\n# h\n",
	  "1 table~  cell 'a'~  cell '1'~4 heading 1 text 'h'~" },
	{ "| a |\n|---|\n| 1 |\n<!-- x -->\n",
	  "1 table~  cell 'a'~  cell '1'~4 comment~" },
	{ "| a |\n|---|\n| 1 |\n> q\n",
	  "1 table~  cell 'a'~  cell '1'~4 text~" },
	{ "| a |\n|---|\n| 1 |\n- i\n",
	  "1 table~  cell 'a'~  cell '1'~4 text~" },
	{ "| a |\n|---|\n| 1 |\n---\nz\n",
	  "1 table~  cell 'a'~  cell '1'~5 text~" },
	{ "| a |\n|---|\n| 1 |\n    c\n",
	  "1 table~  cell 'a'~  cell '1'~4 code~" },
	{ "> | a |\n> |---|\n> | 1 |\n", "1 table~  cell 'a'~  cell '1'~" },
	{ "x | y\n", "1 text~" },
	{ "|x| and |y|\n", "1 text~" },

	/* HTML. */
	{ "<div>\n```\n</div>\n\n```\na\n```\n",
	  "1 html~5 fence info '' line 'a'~" },
	{ "<pre>\n\n```\n</pre>\nz\n", "1 html~5 text~" },
	{ "a\n<b>\n", "1 text~" },
	{ "<b>\nc\n\n", "1 html~" },
	{ "<?x\n\n?>\n<!X\n>\n<![CDATA[\n\n]]>\nz\n",
	  "1 html~4 html~6 html~9 text~" },
	{ "<!--\n```\n-->\nz\n", "1 comment~4 text~" },

	/* Markers. */
	{ "2x<!-- kbc: a / b --> more\n", "1 text~  in marker 'a / b'~" },
	{ "`c`<!--kbc:x-->, **2**<!-- kbc: y\n/ z --> t\n",
	  "1 text~  in marker 'x'~  in marker 'y\\n/ z'~" },
	{ "# h 2<!-- kbc: x -->\n",
	  "1 heading 1 text 'h 2<!-- kbc: x -->'~  in marker 'x'~" },
	{ "text\n<!-- kbc: at \"a\" x -->\n",
	  "1 text~2 comment~  alone marker 'at \"a\" x'~" },
	{ "<!-- kbc: code\nwhile (i--)\n\n  a |= b;\n-->\n",
	  "1 comment~  alone marker 'code\\nwhile (i--)\\n\\n  a |= b;'~" },
	{ "<!-- kbc: a --> <!-- kbc: b -->\n",
	  "1 comment~  alone marker 'a'~  alone marker 'b'~" },
	{ "- <!-- kbc: test\n  x\n  -->\n",
	  "1 comment~  alone marker 'test\\n  x'~" },
	{ "| a |\n|---|\n| 1<!-- kbc: x --> |\n",
	  "1 table~  cell 'a'~  cell '1<!-- kbc: x -->'~  in marker 'x'~" },
	{ "`<!-- kbc: x -->` and ``a ` <!-- kbc: y -->``\n", "1 text~" },
	{ "\\<!-- kbc: x --> and \\`2<!-- kbc: y -->`\n",
	  "1 text~  in marker 'y'~" },
	{ "a ` b<!-- kbc: x -->\n\n`c\n", "1 text~  in marker 'x'~3 text~" },
	{ "<a b=\"<!-- kbc: x -->\"> <http://`> 2<!-- kbc: y -->`\n",
	  "1 text~  in marker 'y'~" },
	{ "```\n<!-- kbc: x -->\n```\n\n    <!-- kbc: y -->\n",
	  "1 fence info '' line '<!-- kbc: x -->'~5 code~" },
	{ "<div>\n2x<!-- kbc: x -->\n</div>\n", "1 html~  in marker 'x'~" },
	{ "<!-- a remark --> words\n", "1 html~" },
	{ "<!-- kbcd: no marker -->\n", "1 comment~" },
};

static const struct fault faults[] = {
	{ "a\n\n```cuda\nk\n", 3, "fence opened on line 3 is never closed" },
	{ "````\na\n```\n", 1, "fence opened on line 1 is never closed" },
	{ "~~~\na\n```\n", 1, "fence opened on line 1 is never closed" },
	{ "- ```\n  a\nb\n", 1, "fence opened on line 1 is never closed" },
	{ "> ```\n> a\n\n> ```\n> ```\n", 1,
	  "fence opened on line 1 is never closed" },
	{ "```cuda\na\n\n```cuda\nb\n```\n", 1,
	  "fence opened on line 1 contains another opening fence on line 4" },
	{ "2x<!-- kbc: a\n\n-->\n", 1,
	  "marker is never closed in its paragraph, cell or heading" },
	{ "# 2<!-- kbc: a\n", 1,
	  "marker is never closed in its paragraph, cell or heading" },
	{ "a\n\n<!-- kbc: code\n```\n", 3,
	  "marker opened on line 3 is never closed" },
	{ "<!-- remark\n\n# h\n", 1,
	  "comment opened on line 1 is never closed" },
	{ "<pre>\n\na\n", 1, "HTML block opened on line 1 is never closed" },
	{ "words\n<!-- kbc: a --> more\n", 2,
	  "marker is first on its line in a paragraph: "
	  "it opens an HTML block" },
	{ "<!-- kbc: code\nx\n--> more\n", 1,
	  "marker is first on its line in a paragraph: "
	  "it opens an HTML block" },
	{ "words\n     <!-- kbc: a --> more\n", 2,
	  "marker is first on its line in a paragraph: "
	  "it opens an HTML block" },
	{ "2<!-- kbc: 3--1 -->\n", 1, "marker within a line holds '--': "
	  "to some renderers it is no comment" },
	{ "2<!-- kbc: 3 --->\n", 1, "marker within a line holds '--': "
	  "to some renderers it is no comment" },
	{ "|a|b|\n|---|---|\n|1<!-- kbc: x \\| y -->|2|\n", 3,
	  "marker in a table holds '|', which splits the cell" },
	{ "|a|b|\n|---|---|\n|1<!-- kbc: x | y -->|\n", 3,
	  "marker in a table holds '|', which splits the cell" },
	{ "<!-- kbc: code\n<!-- kbc: a -->\n", 1,
	  "comment opened on line 1 contains another on line 2" },
	{ "a <!-- old 2<!-- kbc: a --> -->\n", 1,
	  "comment opened on line 1 contains another on line 1" },
	{ "2<!-- KBC: a -->\n", 1,
	  "expected 'kbc:' at the start of a marker" },
	{ "2<!-- kbc : a -->\n", 1,
	  "expected 'kbc:' at the start of a marker" },
	{ "<!-- kbc holds a -->\n", 1,
	  "expected 'kbc:' at the start of a marker" },
	{ "2<!--\xc2\xa0kbc: a -->\n", 1,
	  "expected 'kbc:' at the start of a marker" },
	{ "2<!-- kcb: a -->\n", 1,
	  "expected 'kbc:' at the start of a marker" },
	{ "| a | b |\n|---|\n| 1 | 2 |\n", 2, "looks like a table and is none: "
	  "the row above has another number of cells" },
	{ "| a | b |\n|---|---|---|\n", 2, "looks like a table and is none: "
	  "the row above has another number of cells" },
	{ "|---|---|\n| 1 | 2 |\n", 1, "looks like a table and is none: "
	  "no header row stands above" },
	{ "| a | b |\n| 1 | 2 |\n", 1, "looks like a table and is none: "
	  "no delimiter row belongs to it" },
	{ "| a | b |\n|---|---|\n| `x|y` | 1 |\n", 3,
	  "row has 3 cells, the header of its table has 2" },
	{ "| a | b |\n|---|---|\n| 1<!-- kbc: x --> |\n", 3,
	  "row has 1 cells, the header of its table has 2" },
	{ "<!-- kbc: table\nrows\n-->\n| a | b |\n|---|---|\n| 1 |\n", 6,
	  "row has 1 cells, the header of its table has 2" },
	{ "a\rb\n", 1, "lone carriage return: "
	  "to renderers the line ends here" },
};

/* A warning is no fault. */
static const struct fault warnings[] = {
	{ "| a | b |\n|---|---|\n| 1 |\n", 3, "row has only 1 of 2 cells" },
	{ "| a | b |\n|---|---|\ntext\n", 3, "row has only 1 of 2 cells" },
};

static bool
scan(struct arena *a, struct scan *out, const char *body, struct diag *d)
{
	struct str text = arena_copy(a, str_of(body));
	struct source *s = source_make(a, STR("page.md"), text);

	return scan_body(a, out, source_span(s, 0, text.n), d);
}

static struct str
dump(struct arena *a, const struct scan *s)
{
	struct buf b = { .p = NULL };
	struct str out;
	char *p;

	scan_dump(&b, s);
	out = arena_copy(a, buf_str(&b));
	buf_free(&b);
	p = (char *)(uintptr_t)out.p;
	for (size_t i = 0; i < out.n; i++) {
		if (p[i] == '\n')
			p[i] = '~';
	}
	return out;
}

static void
test_blocks(void)
{
	for (size_t i = 0; i < COUNT_OF(blocks); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		struct scan s;

		CHECK_ROW(blocks[i].body);
		CHECK(scan(a, &s, blocks[i].body, d));
		CHECK_NUM(d->count[DIAG_ERROR], 0);
		CHECK_STR(dump(a, &s), blocks[i].want);
		arena_free(a);
	}
}

static void
test_faults(const struct fault *rows, size_t n, enum diag_level level)
{
	for (size_t i = 0; i < n; i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		struct scan s;

		CHECK_ROW(rows[i].body);
		CHECK(scan(a, &s, rows[i].body, d) == (level < DIAG_ERROR));
		CHECK_NUM(d->count[level], 1);
		if (d->n) {
			CHECK_STR(d->items[0].text, rows[i].want);
			CHECK_NUM(d->items[0].level, level);
			CHECK_NUM(span_line(d->items[0].at), rows[i].line);
		}
		arena_free(a);
	}
}

/* The marker that is wrong is pointed at to the byte. */
static void
test_columns(void)
{
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct scan s;

	scan(a, &s, "ab 2<!-- kbc: x--y --> c\n", d);
	CHECK_NUM(d->items[0].at.at, 15);
	CHECK_NUM(d->items[0].at.n, 2);
	scan(a, &s, "|a|b|\n|---|---|\n|1<!-- kbc: x | y -->|\n", d);
	CHECK_STR(span_str(d->items[1].at), "|");
	CHECK_NUM(d->items[1].at.at, 30);
	arena_free(a);
}

static void
test_sections(void)
{
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct scan s;

	CHECK(scan(a, &s, "a\n\n# b\nc\n\nd\n---\ne\n", d));
	CHECK_NUM(s.nblocks, 5);
	CHECK(s.blocks[0].section == SIZE_MAX);
	CHECK_NUM(s.blocks[1].section, 1);
	CHECK_NUM(s.blocks[2].section, 1);
	CHECK_NUM(s.blocks[3].section, 3);
	CHECK_NUM(s.blocks[4].section, 3);
	arena_free(a);
}

/* Plain text is stepped over eight bytes at once: what hides a marker, and the
   marker, may begin at any of them. */
static void
test_marks_anywhere(void)
{
	static const char *const hiding[] = {
		"`<!-- kbc: 1 -->`", "\\<!-- kbc: 1 -->",
		"<b x='<!-- kbc: 1 -->'>",
	};

	for (size_t i = 0; i < COUNT_OF(hiding); i++)
		for (int pad = 0; pad < 20; pad++) {
			struct arena *a = arena_make();
			struct diag *d = diag_make(a);
			struct scan s;
			struct str body = arena_printf(a, "%.*s%s and "
				"some%.*s<!-- kbc: 2 -->\n", pad,
				"a word (or two); 'x'", hiding[i], pad,
				"thing that is known.");

			CHECK_ROW(body.p);
			CHECK(scan(a, &s, body.p, d));
			CHECK_NUM(s.ncomments, 1);
			if (s.ncomments == 1)
				CHECK_STR(span_str(s.comments[0].at),
					  "<!-- kbc: 2 -->");
			arena_free(a);
		}
	CHECK_ROW("");
}

/* Inputs that make a careless scanner slow: each is read in no time. */
static void
test_speed(void)
{
	static const char *const pieces[] = {
		"`a ", "``a` ", "<!-- ", "<a b=\"", "| ", "[", "> ", "+ ",
		"<a ", "\\`", "<!-- kbc: a --> ", "* a\n", "| a\n|---|\n",
		"<?", "<![CDATA[", "2<!-- kbc: a -->",
	};
	enum { BYTES = 300000 };

	for (size_t i = 0; i < COUNT_OF(pieces); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		struct buf b = { .p = NULL };
		struct source *source;
		struct scan s;

		while (b.n < BYTES)
			buf_add(&b, str_of(pieces[i]));
		source = source_make(a, STR("page.md"),
				     arena_copy(a, buf_str(&b)));
		CHECK_ROW(pieces[i]);
		scan_body(a, &s, source_span(source, 0, b.n), d);
		CHECK(s.nblocks > 0);
		buf_free(&b);
		arena_free(a);
	}
}

int
main(void)
{
	test_blocks();
	test_faults(faults, COUNT_OF(faults), DIAG_ERROR);
	test_faults(warnings, COUNT_OF(warnings), DIAG_WARNING);
	test_columns();
	test_sections();
	test_marks_anywhere();
	test_speed();
	CHECK_DONE();
}
