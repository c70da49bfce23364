/* YAML text to tree: spans to the byte, refusals, writing a scalar. */
#include "yaml.h"

#include "arena.h"
#include "buf.h"
#include "check.h"
#include "diag.h"
#include "source.h"

static struct node *
parse(struct arena *a, struct str text, struct diag *d)
{
	const struct source *s = source_make(a, STR("page.md"),
					     arena_copy(a, text));

	return yaml_parse(a, source_span(s, 0, text.n), d);
}

/* Follows keys and indexes: `a.b.0`. */
static const struct node *
walk(const struct node *n, struct str path)
{
	struct str part;
	uint64_t index;

	while (n && str_split(&part, &path, '.')) {
		if (!str_unsigned(part, &index)) {
			n = yaml_find(n, part);
			continue;
		}
		for (n = n->child; n && index > 0; index--)
			n = n->next;
	}
	return n;
}

struct place {
	const char *text;
	const char *path;
	const char *wanted; /* the bytes under the value's span */
	const char *value;  /* text of the scalar; NULL for a list or map */
};

static const struct place places[] = {
	{ "a: b\n", "a", "b", "b" },
	{ "a:   b   # c\n", "a", "b", "b" },
	{ "a: 'b c'  \n", "a", "'b c'", "b c" },
	{ "a: 'it''s'\n", "a", "'it''s'", "it's" },
	{ "a: \"b\\tc\" # d\n", "a", "\"b\\tc\"", "b\tc" },
	{ "a: \"12.10\"\nb: '580.00'\n", "a", "\"12.10\"", "12.10" },
	{ "a: \"1234e567\"\n", "a", "\"1234e567\"", "1234e567" },
	{ "a: x\n  y   # c\nb: z\n", "a", "x\n  y", "x y" },
	{ "a: 'x\n  y' # c\n", "a", "'x\n  y'", "x y" },
	/* characters before the value that are more than a byte */
	{ "t: 'Gr\xc3\xb6\xc3\x9f\x65 \xc3\x97 \xe2\x80\x94'\ns: old\n", "s",
	  "old", "old" },
	{ "\xef\xbb\xbft: \xc2\xb5s\ns: old\n", "s", "old", "old" },
	{ "\xef\xbb\xbft: \xc2\xb5s\ns: old\n", "t", "\xc2\xb5s",
	  "\xc2\xb5s" },
	{ "\xc3\xb6: {\xc3\xa4: [\xf0\x9f\x98\x80, \xc3\xbc]}\n",
	  "\xc3\xb6.\xc3\xa4.1", "\xc3\xbc", "\xc3\xbc" },
	{ "\xc3\xb6: {\xc3\xa4: [\xf0\x9f\x98\x80, \xc3\xbc]}\n", "\xc3\xb6",
	  "{\xc3\xa4: [\xf0\x9f\x98\x80, \xc3\xbc]}", NULL },
	{ "t: \xc3\xb6\r\ns: old\r\n", "s", "old", "old" },
	/* block scalars */
	{ "a: |\n  x\n\n# note\nb: y\n", "a", "|\n  x", "x\n" },
	{ "a: |+\n  x\n\n\nb: y\n", "a", "|+\n  x", "x\n\n\n" },
	{ "a: >-2\n   x\n  y  \nb: z\n", "a", ">-2\n   x\n  y  ",
	  " x\ny  " },
	{ "a: | # why\n  x\n", "a", "| # why\n  x", "x\n" },
	{ "a: |-  # empty\n\n\nb: z\n", "a", "|-", "" },
	{ "a: |\n  x", "a", "|\n  x", "x" },
	{ "a: |\r\n  x\r\n\r\nb: z\r\n", "a", "|\r\n  x", "x\n" },
	{ "a: |\n  first\n  ---\n  second\n  ...\nb: z\n", "a",
	  "|\n  first\n  ---\n  second\n  ...",
	  "first\n---\nsecond\n...\n" },
	/* collections */
	{ "a: [x, 'y' ]  # c\n", "a", "[x, 'y' ]", NULL },
	{ "a: [x, 'y' ]\n", "a.1", "'y'", "y" },
	{ "a: {b: 1,\n    c: {d: 2}}\nz: 1\n", "a", "{b: 1,\n    c: {d: 2}}",
	  NULL },
	{ "a: {b: 1,\n    c: {d: 2}}\n", "a.c.d", "2", "2" },
	{ "a:\n- x\n- y # c\n\n# d\nb: z\n", "a", "- x\n- y", NULL },
	{ "a:\n  - b: 1\n    c: 2\n  - d\n", "a.0", "b: 1\n    c: 2", NULL },
	{ "a:\n  b: 1\n  c:\n    d: 2   \n\nz: 1\n", "a",
	  "b: 1\n  c:\n    d: 2", NULL },
	{ "a: [b: 1 , c]\n", "a.0", "b: 1", NULL },
	{ "a: [b: 1 , c]\n", "a.0.b", "1", "1" },
	{ "- x\n- [y]\n", "1.0", "y", "y" },
	{ "'<<': x\nb: y\n", "<<", "x", "x" },
	{ "'a b': x\n", "a b", "x", "x" },
	{ "? a\n: b\n", "a", "b", "b" },
	{ "---\na: b\n", "a", "b", "b" },
	{ "a:\n- x\n- y: 1\n  z:\n  - p\n  - q\n-  r: s\nb: c\n", "a.1",
	  "y: 1\n  z:\n  - p\n  - q", NULL },
	{ "a:\n- x\n- y: 1\n  z:\n  - p\n  - q\n-  r: s\nb: c\n", "a.2.r",
	  "s", "s" },
	{ "a:\n  b:\n    c: 'd' # e\n\n  f: [g,\"h\" ,  i j ]\n", "a",
	  "b:\n    c: 'd' # e\n\n  f: [g,\"h\" ,  i j ]", NULL },
	{ "a: {b: c d, e: 'f'}   # g\nh: []\n", "a.b", "c d", "c d" },
	{ "a: x:y #z\n", "a", "x:y", "x:y" },
	{ "a: x#y\n", "a", "x#y", "x#y" },
	{ "a: b 'c' [d], {e}\n", "a", "b 'c' [d], {e}", "b 'c' [d], {e}" },
	{ "a: b\n...\n", "a", "b", "b" },
};

static void
test_places(void)
{
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		const struct place *row = &places[i];
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		const struct node *n = parse(a, str_of(row->text), d);

		CHECK_ROW(row->text);
		CHECK(!diag_failed(d));
		n = walk(n, str_of(row->path));
		CHECK(n != NULL);
		if (n) {
			CHECK_STR(span_str(n->at), row->wanted);
			CHECK_NUM(n->kind == NODE_SCALAR, row->value != NULL);
			CHECK_STR(n->text, row->value ? row->value : "");
		}
		arena_free(a);
	}
}

/* Values that are not there: their offset, and that they take no bytes. */
static const struct {
	const char *text, *path;
	unsigned at;
} gaps[] = {
	{ "a:\nb: x\n", "a", 2 },
	{ "a:   # later\nb: x\n", "a", 2 },
	{ "a:\nb:", "b", 5 },
	{ "\xc3\xb6:\nb: x\n", "\xc3\xb6", 3 },
	{ "a: {b: , c: x}\n", "a.b", 6 },
	{ "a: {b}\n", "a.b", 5 },
	{ "a: {b , c}\n", "a.b", 5 },
	{ "a: {? b # d: e\n : }\n", "a.b", 17 },
	{ "? a\n? b\n", "a", 3 },
	{ "? a\n:b: c\n", "a", 3 },
	{ "a:\n-\n- x\n", "a.0", 4 },
	{ "'k' :\n", "k", 5 },
};

static void
test_gaps(void)
{
	for (size_t i = 0; i < COUNT_OF(gaps); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		const struct node *n = parse(a, str_of(gaps[i].text), d);

		CHECK_ROW(gaps[i].text);
		n = walk(n, str_of(gaps[i].path));
		CHECK(n && n->kind == NODE_SCALAR && yaml_is_null(n));
		CHECK_NUM(n ? n->at.at : 999, gaps[i].at);
		CHECK_NUM(n ? n->at.n : 999, 0);
		arena_free(a);
	}
}

/* What is refused, and the place of the first message. */
static const struct {
	const char *text;
	const char *said;
} faults[] = {
	{ "a: x\nb: y\na: z\n",
	  "3:1: error: key 'a' stands here again, first on line 1" },
	{ "a: x\n\"a\": z\n",
	  "2:1: error: key 'a' stands here again, first on line 1" },
	{ "a: {b: 1, c: 2, 'b': 3}\n",
	  "1:17: error: key 'b' stands here again, first on line 1" },
	{ "- x: 1\n  x: 2\n",
	  "2:3: error: key 'x' stands here again, first on line 1" },
	{ "a: x\ntags:\n  * b\n  * c\n",
	  "3:3: error: expected the name of an anchor or alias" },
	{ "a: &k [x]\nb: *k\n",
	  "1:4: error: anchor '&k': anchors and aliases are not allowed, "
	  "write the value" },
	{ "b: *k\n",
	  "1:4: error: alias '*k': anchors and aliases are not allowed, "
	  "write the value" },
	{ "a: &a [*a]\n",
	  "1:4: error: anchor '&a': anchors and aliases are not allowed, "
	  "write the value" },
	{ "a: 1\n<<: {b: 2}\n",
	  "2:1: error: '<<' is the keys of another map to some readers: write "
	  "the keys" },
	{ "a: {<<: {b: 2}}\n",
	  "1:5: error: '<<' is the keys of another map to some readers: write "
	  "the keys" },
	{ "a: !!str 1\n",
	  "1:4: error: tags are not allowed, write the value without" },
	{ "!x {a: 1}\n",
	  "1:1: error: tags are not allowed, write the value without" },
	{ "{a: 1}: x\n", "1:1: error: a key must be a text" },
	{ "? [a]\n: x\n", "1:3: error: a key must be a text" },
	{ "{? : b}\n", "1:4: error: expected a key before ':'" },
	{ "a: b\n---\nc: d\n", "2:1: error: a second document starts here" },
	{ "a: b\n...\nc: d\n",
	  "3:1: error: expected the end of the text" },
	{ "a: 'x\nb: y\n", "1:4: error: this quote is never closed" },
	{ "a: x\nword\nb: y\n",
	  "2:1: error: expected ':' behind this key" },
	{ "a: b: c\n", "1:5: error: a ': ' where no key can stand" },
	{ "\xc3\xb6: b: c\n", "1:6: error: a ': ' where no key can stand" },
	{ "a:\n\t- b\n",
	  "2:1: error: no value can start with this character" },
	{ "a: @x\n", "1:4: error: no value can start with this character" },
	{ "a:\n  - b\n c\n", "3:2: error: expected a key" },
	{ "a: \"\\q\"\n", "1:5: error: unknown escape" },
	{ "a: [x, y\n", "1:10: error: did not find expected ',' or ']'" },
	/* bytes that hide a key or cannot be seen */
	{ "a: x\n# seen, fine\xe2\x80\xa8s: y\n",
	  "2:13: error: U+2028: a line break for YAML alone" },
	{ "a: x\xe2\x80\xa9\n",
	  "1:5: error: U+2029: a line break for YAML alone" },
	{ "# seen\xc2\x85s: y\n",
	  "1:7: error: U+0085: a line break for YAML alone" },
	{ "# seen\rs: y\n",
	  "1:7: error: lone CR: a line break for YAML alone" },
	{ "a: x\r", "1:5: error: lone CR: a line break for YAML alone" },
	{ "a: \x01\n", "1:4: error: U+0001: a control character" },
	{ "a: \x7f\n", "1:4: error: U+007F: a control character" },
	{ "a: \xc2\x9f\n", "1:4: error: U+009F: a control character" },
	{ "a: 1\n\xef\xbb\xbf" "b: 2\n",
	  "2:1: error: U+FEFF: a byte-order mark inside the text" },
	{ "a: \xe2\x80\xae" "b\n",
	  "1:4: error: U+202E: an invisible mark that turns text around" },
	{ "a: \xff\n", "1:4: error: byte 0xff is not UTF-8" },
	{ "a: \xc0\xaf\n", "1:4: error: byte 0xc0 is not UTF-8" },
	{ "a: \xed\xa0\x80\n", "1:4: error: byte 0xed is not UTF-8" },
	{ "a: \xf4\x90\x80\x80\n", "1:4: error: byte 0xf4 is not UTF-8" },
	{ "a: \xe2\x80", "1:4: error: byte 0xe2 is not UTF-8" },
};

static struct str
first_message(struct arena *a, const struct diag *d)
{
	uint32_t line, column;

	if (d->n == 0 || d->items[0].level != DIAG_ERROR)
		return STR("no error");
	source_place(d->items[0].at.source, d->items[0].at.at, &line, &column);
	return arena_printf(a, "%u:%u: error: " STR_FMT, (unsigned)line,
			    (unsigned)column, STR_ARG(d->items[0].text));
}

static void
test_faults(void)
{
	for (size_t i = 0; i < COUNT_OF(faults); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		const struct node *n = parse(a, str_of(faults[i].text), d);

		CHECK_ROW(faults[i].text);
		CHECK(n == NULL);
		CHECK_NUM(d->count[DIAG_ERROR], 1);
		CHECK_STR(first_message(a, d), faults[i].said);
		arena_free(a);
	}
}

/* A front matter in the middle of a file: places are the file's. */
static void
test_part_of_file(void)
{
	struct arena *a = arena_make();
	struct str text = STR("\xef\xbb\xbf---\nid: \xc2\xb5\ns: x\n---\n"
			      "* y\n");
	const struct source *s = source_make(a, STR("page.md"), text);
	struct diag *d = diag_make(a);
	struct node *n = yaml_parse(a, source_span(s, 7, 12), d);

	CHECK_ROW("part of a file");
	CHECK(n && !diag_failed(d));
	if (n) {
		CHECK_NUM(n->at.at, 7);
		CHECK_NUM(yaml_find(n, STR("s"))->at.at, 17);
		CHECK_NUM(span_line(yaml_find(n, STR("s"))->at), 3);
		CHECK_STR(yaml_text(n, STR("s")), "x");
	}
	arena_free(a);
}

static void
test_empty(void)
{
	static const char *const texts[] = { "", "\n", "# only\n", "---\n",
					     "\xef\xbb\xbf", "  \n\n# x" };

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		struct node *n = parse(a, str_of(texts[i]), d);

		CHECK_ROW(texts[i]);
		CHECK(n && n->kind == NODE_MAP && n->count == 0);
		CHECK(!diag_failed(d));
		CHECK(yaml_find(n, STR("a")) == NULL);
		CHECK_STR(yaml_text(n, STR("a")), "");
		arena_free(a);
	}
}

/* `a: `, then `n` times `part`, then as often `tail`. */
static struct str
repeat(struct arena *a, const char *part, size_t n, const char *tail)
{
	struct buf b = { 0 };
	struct str s;

	buf_add(&b, STR("a: "));
	for (size_t i = 0; i < 2 * n; i++)
		buf_add(&b, str_of(i < n ? part : tail));
	s = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return s;
}

static void
test_limits(void)
{
	static const struct {
		const char *part, *tail;
		size_t n;
		const char *said;
	} rows[] = {
		{ "[", "]", YAML_DEPTH_MAX - 1, "no error" },
		{ "[", "]", YAML_DEPTH_MAX, "1:67: error: nested deeper than "
					    "64" },
		{ "[", "", 40000, "1:67: error: nested deeper than 64" },
		{ "{b: ", "}", 40000, "1:256: error: nested deeper than 64" },
		{ "\n- x", "", YAML_NODES_MAX - 2, "no error" },
		{ "\n- x", "", YAML_NODES_MAX - 1,
		  "20000:3: error: more than 20000 values" },
		{ "\n- |\n  x", "", YAML_NODES_MAX,
		  "39998:3: error: more than 20000 values" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena *a = arena_make();
		struct diag *d = diag_make(a);
		struct str text = repeat(a, rows[i].part, rows[i].n,
					 rows[i].tail);

		CHECK_ROW(arena_printf(a, "%zu of %s", rows[i].n,
				       rows[i].part));
		CHECK((parse(a, text, d) != NULL) == !diag_failed(d));
		CHECK_STR(first_message(a, d), rows[i].said);
		arena_free(a);
	}
}

/* Rows of data may be many more. */
static void
test_many_rows(void)
{
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	size_t most = YAML_DATA_NODES_MAX;

	for (size_t i = 0; i < 2; i++) {
		struct str text = repeat(a, "\n- x", most - 2 + i, "");
		struct source *s = source_make(a, STR("t.yaml"), text);

		CHECK(!yaml_parse_data(a, source_span(s, 0, text.n), d) ==
		      (i == 1));
	}
	CHECK_STR(first_message(a, d),
		  "400000:3: error: more than 400000 values");
	arena_free(a);
}

/* Many keys, and the last one again. */
static void
test_many_keys(void)
{
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct buf b = { 0 };

	CHECK_ROW("many keys");
	for (int i = 0; i < 9000; i++)
		buf_printf(&b, "key%d: x\n", i);
	CHECK(parse(a, buf_str(&b), d) != NULL);
	buf_add(&b, STR("key8999: y\n"));
	CHECK(parse(a, buf_str(&b), d) == NULL);
	CHECK_STR(first_message(a, d), "9001:1: error: key 'key8999' stands "
				       "here again, first on line 9000");
	buf_free(&b);
	arena_free(a);
}

static const struct {
	const char *text;
	double number;
} numbers[] = {
	{ "12", 12 }, { "-3", -3 }, { "+3", 3 }, { "6.1e-05", 6.1e-05 },
	{ "3.39e+38", 3.39e+38 }, { "0x1F", 31 }, { "0o17", 15 }, { "017", 17 },
	{ "1.", 1 }, { ".5", 0.5 },
};

static void
test_types(void)
{
	static const char *const others[] = { "'12'", "\"12\"", "1_000", "1:30",
		"570.124.06", "2026-11-30", ".inf", ".nan", "0x", "0b1", "1e",
		"yes", "true", "~", "1e999", "0x1G", "[1]" };
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct node *n;
	double value;
	bool yes = false;

	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		CHECK_ROW(numbers[i].text);
		n = parse(a, str_of(numbers[i].text), d);
		value = -1;
		CHECK(n && yaml_number(n, &value));
		CHECK_NUM(value, numbers[i].number);
		CHECK(!yaml_is_null(n) && !yaml_bool(n, &yes));
	}
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		CHECK_ROW(others[i]);
		CHECK(!yaml_number(parse(a, str_of(others[i]), d), &value));
	}
	CHECK_ROW("words");
	n = parse(a, STR("{a: true, b: False, c: yes, d: 'true', e: null, "
			 "f: ~, g: 'null', h: }"), d);
	CHECK(yaml_bool(yaml_find(n, STR("a")), &yes) && yes);
	CHECK(yaml_bool(yaml_find(n, STR("b")), &yes) && !yes);
	CHECK(!yaml_bool(yaml_find(n, STR("c")), &yes));
	CHECK(!yaml_bool(yaml_find(n, STR("d")), &yes));
	CHECK(yaml_is_null(yaml_find(n, STR("e"))));
	CHECK(yaml_is_null(yaml_find(n, STR("f"))));
	CHECK(!yaml_is_null(yaml_find(n, STR("g"))));
	CHECK(yaml_is_null(yaml_find(n, STR("h"))));
	CHECK(!yaml_is_null(n) && !yaml_is_null(NULL));
	arena_free(a);
}

static const struct {
	const char *text;
	enum node_style style;
	const char *wanted;
} scalars[] = {
	{ "verified", NODE_PLAIN, "verified" },
	{ "verified", NODE_BLOCK, "verified" },
	{ "verified", NODE_SINGLE, "'verified'" },
	{ "verified", NODE_DOUBLE, "\"verified\"" },
	{ "12.10", NODE_PLAIN, "'12.10'" },
	{ "12.10", NODE_DOUBLE, "\"12.10\"" },
	{ "570.124.06", NODE_PLAIN, "570.124.06" },
	{ "2026-11-30", NODE_PLAIN, "2026-11-30" },
	{ "nvcc 13.0.88 + ptxas 13.0", NODE_PLAIN,
	  "nvcc 13.0.88 + ptxas 13.0" },
	{ "https://a.b/c", NODE_PLAIN, "https://a.b/c" },
	{ "sm_90a", NODE_PLAIN, "sm_90a" },
	{ "", NODE_PLAIN, "''" },
	{ "yes", NODE_PLAIN, "'yes'" },
	{ "No", NODE_PLAIN, "'No'" },
	{ "null", NODE_PLAIN, "'null'" },
	{ "1:30", NODE_PLAIN, "'1:30'" },
	{ "1_000", NODE_PLAIN, "'1_000'" },
	{ "x_b", NODE_PLAIN, "x_b" },
	{ ">=7.0", NODE_PLAIN, "'>=7.0'" },
	{ "a, b", NODE_PLAIN, "'a, b'" },
	{ "a: b", NODE_PLAIN, "'a: b'" },
	{ "a:", NODE_PLAIN, "'a:'" },
	{ "a:?b", NODE_PLAIN, "'a:?b'" },
	{ "a #b", NODE_PLAIN, "'a #b'" },
	{ "a#b", NODE_PLAIN, "a#b" },
	{ " a", NODE_PLAIN, "' a'" },
	{ "a ", NODE_PLAIN, "'a '" },
	{ "- a", NODE_PLAIN, "'- a'" },
	{ "---", NODE_PLAIN, "'---'" },
	{ "... a", NODE_PLAIN, "'... a'" },
	{ "*a", NODE_PLAIN, "'*a'" },
	{ "it's", NODE_SINGLE, "'it''s'" },
	{ "say \"\\\"", NODE_DOUBLE, "\"say \\\"\\\\\\\"\"" },
	{ "a\nb", NODE_SINGLE, "\"a\\nb\"" },
	{ "a\tb", NODE_PLAIN, "\"a\\tb\"" },
	{ "a\x01\xc2\x85\xe2\x80\xa8", NODE_PLAIN,
	  "\"a\\x01\\x85\\u2028\"" },
	{ "\xc2\xb5s \xc3\x97 2", NODE_PLAIN, "\xc2\xb5s \xc3\x97 2" },
	{ "\xff", NODE_PLAIN, "\"\\uFFFD\"" },
};

static void
test_scalars(void)
{
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);

	for (size_t i = 0; i < COUNT_OF(scalars); i++) {
		struct str text = str_of(scalars[i].text);
		struct str out = yaml_scalar(a, text, scalars[i].style);
		struct node *n = parse(a, arena_printf(a, "k: [{v: " STR_FMT
			"}]\n", STR_ARG(out)), d);
		const struct node *v = walk(n, STR("k.0.v"));

		CHECK_ROW(text);
		CHECK_STR(out, scalars[i].wanted);
		CHECK(v != NULL);
		if (v && text.p[0] != '\xff')
			CHECK_STR(v->text, text);
	}
	CHECK(!diag_failed(d));
	arena_free(a);
}

static void
test_dump(void)
{
	struct arena *a = arena_make();
	struct buf out = { 0 };
	struct node *n = parse(a, STR("a: 'x'\nb: [y, {c: }]\n"), diag_make(a));

	CHECK_ROW("dump");
	yaml_dump(&out, n);
	CHECK_STR(buf_str(&out), "block map @0+20\n"
		  "  \"a\"@0+1 single scalar @3+3 \"x\"\n"
		  "  \"b\"@7+1 flow list @10+10\n"
		  "    plain scalar @11+1 \"y\"\n"
		  "    flow map @14+5\n"
		  "      \"c\"@15+1 plain scalar @17+0 \"\"\n");
	buf_free(&out);
	arena_free(a);
}

int
main(void)
{
	test_places();
	test_gaps();
	test_faults();
	test_part_of_file();
	test_empty();
	test_limits();
	test_many_rows();
	test_many_keys();
	test_types();
	test_scalars();
	test_dump();
	CHECK_DONE();
}
