/*
 * Slices: each table has the input of one function and what it must give.
 * Numbers are compared bit by bit with what the compiler makes of the same
 * literal.
 */
#include <locale.h>

#include "check.h"

struct pair {
	const char *a, *b;
	int want;
};

static int
sign(int x)
{
	return (x > 0) - (x < 0);
}

static void
test_compare(void)
{
	static const struct pair rows[] = {
		{ "", "", 0 },	   { "", "a", -1 },   { "a", "", 1 },
		{ "a", "ab", -1 }, { "ab", "b", -1 }, { "\xff", "a", 1 },
		{ "a", "a", 0 },   { "A", "a", -1 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str a = str_of(rows[i].a), b = str_of(rows[i].b);

		CHECK_ROW(a);
		CHECK_NUM(sign(str_compare(a, b)), rows[i].want);
		CHECK_NUM(sign(str_compare(b, a)), -rows[i].want);
		CHECK_NUM(str_equal(a, b), rows[i].want == 0);
	}
	CHECK_ROW("");
	CHECK(str_equal((struct str){ NULL, 0 }, STR("")));
	CHECK(!str_equal(STR("a\0b"), STR("a\0c")));
	CHECK(str_equal_case(STR("aZ-\xc3\x84"), STR("Az-\xc3\x84")));
	CHECK(!str_equal_case(STR("[a"), STR("{a")));
	CHECK(!str_equal_case(STR("a"), STR("ab")));
	CHECK_NUM(str_of(NULL).n, 0);
}

static void
test_starts_ends(void)
{
	static const struct {
		const char *s, *part;
		bool starts, ends;
	} rows[] = {
		{ "abc", "", true, true },   { "abc", "ab", true, false },
		{ "abc", "bc", false, true }, { "abc", "abcd", false, false },
		{ "", "", true, true },	     { "", "a", false, false },
		{ "aba", "a", true, true },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str s = str_of(rows[i].s), part = str_of(rows[i].part);

		CHECK_ROW(part);
		CHECK_NUM(str_starts(s, part), rows[i].starts);
		CHECK_NUM(str_ends(s, part), rows[i].ends);
	}
}

static void
test_cut(void)
{
	static const struct {
		size_t at, n;
		const char *slice, *skip;
	} rows[] = {
		{ 0, 3, "abc", "abcdef" }, { 2, 2, "cd", "cdef" },
		{ 5, 9, "f", "f" },	   { 6, 1, "", "" },
		{ 9, 1, "", "" },	   { 1, SIZE_MAX, "bcdef", "bcdef" },
		{ SIZE_MAX, SIZE_MAX, "", "" },
	};
	struct str s = STR("abcdef");

	CHECK_ROW("");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_STR(str_slice(s, rows[i].at, rows[i].n), rows[i].slice);
		CHECK_STR(str_skip(s, rows[i].at), rows[i].skip);
	}
	CHECK_STR(str_trim(STR(" \t\r\n a b \n")), "a b");
	CHECK_STR(str_trim(STR(" \t ")), "");
	CHECK_STR(str_trim((struct str){ NULL, 0 }), "");
	CHECK_STR(str_trim(STR("\va")), "\va");
	CHECK_NUM(str_characters(STR("")), 0);
	CHECK_NUM(str_characters(STR("4 \xce\xbcs \xe2\x86\x92 5")), 8);
	CHECK_NUM(str_characters(STR("\xf0\x9f\x8d\x80")), 1);
}

static void
test_find(void)
{
	static const struct {
		const char *s, *needle;
		size_t want;
	} rows[] = {
		{ "abcabc", "c", 2 },  { "abcabc", "ca", 2 }, { "abc", "", 0 },
		{ "abc", "abcd", 3 },  { "", "a", 0 },	      { "abc", "x", 3 },
		{ "aab", "ab", 1 },    { "abc", "bc", 1 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].needle);
		CHECK_NUM(str_find(str_of(rows[i].s), str_of(rows[i].needle)),
			  rows[i].want);
	}
	CHECK_ROW("");
	CHECK_NUM(str_find_byte(STR("a\0b"), '\0'), 1);
	CHECK_NUM(str_find_byte(STR("ab"), 'c'), 2);
	CHECK_NUM(str_find_byte((struct str){ NULL, 0 }, 'c'), 0);
}

static void
test_split(void)
{
	static const struct {
		const char *s;
		size_t n;
		const char *last;
	} rows[] = {
		{ "a,b,c", 3, "c" }, { "a", 1, "a" },  { "a,", 2, "" },
		{ ",", 2, "" },	     { "", 1, "" },    { ",,a", 3, "a" },
	};
	struct str part, rest;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		size_t n = 0;

		CHECK_ROW(rows[i].s);
		part = STR("none");
		rest = str_of(rows[i].s);
		while (str_split(&part, &rest, ','))
			n++;
		CHECK_NUM(n, rows[i].n);
		CHECK_STR(part, rows[i].last);
		CHECK(!rest.p);
	}
	CHECK_ROW("");
	rest = (struct str){ NULL, 0 };
	CHECK(!str_split(&part, &rest, ','));
}

static void
test_match(void)
{
	static const struct pair rows[] = {
		{ "", "", 1 },		 { "", "a", 0 },
		{ "*", "", 1 },		 { "*", "abc", 1 },
		{ "?", "", 0 },		 { "?", "a", 1 },
		{ "a*c", "abbc", 1 },	 { "a*c", "abcb", 0 },
		{ "*.md", "a.md", 1 },	 { "*.md", "a.mdx", 0 },
		{ "a**", "a", 1 },	 { "*a*a*", "aa", 1 },
		{ "*a*a*", "a", 0 },	 { "[a]", "a", 0 },
		{ "a?c*", "abc/d", 1 },	 { "*aab", "aaaab", 1 },
		{ "*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].a);
		CHECK_NUM(str_match(str_of(rows[i].a), str_of(rows[i].b)),
			  rows[i].want);
		CHECK_NUM(str_match_case(str_of(rows[i].a), str_of(rows[i].b)),
			  rows[i].want);
	}
	CHECK_ROW("");
	CHECK(str_match_case(STR("h200*"), STR("H200-SXM")));
	CHECK(str_match_case(STR("*NVidia ?200"), STR("the nVIDIA h200")));
	CHECK(!str_match_case(STR("[*"), STR("{a")));
	CHECK(!str_match(STR("h200*"), STR("H200-SXM")));
}

static void
test_names(void)
{
	static const struct {
		const char *text;
		bool is_name;
	} rows[] = {
		{ "a", true }, { "a1_b", true }, { "fp16x2", true },
		{ "", false }, { "A", false }, { "aB", false },
		{ "1a", false }, { "_a", false }, { "a-b", false },
		{ "a ", false }, { "\xc3\xa4", false },
	};
	struct str digits = STR("12ab");
	uint64_t number;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].text);
		CHECK(str_is_name(str_of(rows[i].text)) == rows[i].is_name);
	}
	CHECK_ROW("");
	CHECK_NUM(str_count_byte(STR("a\nb\n"), '\n'), 2);
	CHECK_NUM(str_count_byte(STR(""), '\n'), 0);
	CHECK(byte_lower('Z') == 'z' && byte_lower('[') == '[' &&
	      byte_lower('\xc4') == '\xc4');
	CHECK(byte_is_letter('a') && byte_is_letter('Z') &&
	      !byte_is_letter('@') && !byte_is_letter('{') &&
	      !byte_is_letter('_') && !byte_is_letter('\xe1'));
	CHECK(byte_digit('7') == 7 && byte_digit('a') == 10 &&
	      byte_digit('F') == 15 && byte_digit('g') == 16 &&
	      byte_digit('\0') == 16);
	CHECK(str_take_unsigned(&digits, &number) && number == 12 &&
	      str_equal(digits, STR("ab")));
	CHECK(!str_take_unsigned(&digits, &number) && digits.n == 2);
	CHECK(byte_is_hex('f') && !byte_is_hex('F') && !byte_is_hex('g'));
}

#define DIGITS_60                                                             \
	"123456789012345678901234567890123456789012345678901234567890"

static void
test_number(void)
{
	static const struct {
		const char *s;
		double want;
	} rows[] = {
		{ "0", 0 },
		{ "-1.5", -1.5 },
		{ "+2", 2 },
		{ "1.", 1 },
		{ ".5", .5 },
		{ "1e3", 1e3 },
		{ "1E+3", 1e3 },
		{ "2.5e-3", 2.5e-3 },
		{ "0.1", 0.1 },
		{ "1.7976931348623157e308", 1.7976931348623157e308 },
		{ "2.2250738585072011e-308", 2.2250738585072011e-308 },
		{ "4.9e-324", 4.9e-324 },
		{ "1e-400", 0 },
		{ "9007199254740993", 9007199254740992.0 },
		{ "9007199254740993.00000000000000000001", 9007199254740994.0 },
		{ DIGITS_60 DIGITS_60, 1.2345678901234568e119 },
	};
	static const char *const bad[] = {
		"",	"+",   "-",   ".",    "e5",   "1e",   "1e+",   "1.5.2",
		"0x10", "inf", "nan", " 1",   "1 ",   "1,5",  "--1",   "1e5.0",
		"1f",	"INF", "1_0", "1e999", "\n1", "1\t", "0x1p3", "1e 5",
	};
	double got;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(rows[i].s);
		got = -7;
		CHECK(str_number(str_of(rows[i].s), &got));
		CHECK_NUM(got, rows[i].want);
	}
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		CHECK_ROW(bad[i]);
		got = -7;
		CHECK(!str_number(str_of(bad[i]), &got));
		CHECK_NUM(got, -7);
	}
	CHECK_ROW("");
	CHECK(!str_number(STR("1\0"), &got));
	CHECK(str_number(str_slice(STR("1.259"), 0, 4), &got));
	CHECK_NUM(got, 1.25);
}

/* The user's locale must not change what a point is. */
static void
test_number_locale(void)
{
	static const char *const names[] = { "de_DE.UTF-8", "de_DE",
					     "fr_FR.UTF-8" };
	double got;

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (!setlocale(LC_ALL, names[i]))
			continue;
		CHECK_ROW(names[i]);
		CHECK(str_number(STR("1.5"), &got));
		CHECK_NUM(got, 1.5);
		CHECK(!str_number(STR("1,5"), &got));
	}
	setlocale(LC_ALL, "C");
}

static void
test_unsigned(void)
{
	static const struct {
		const char *s;
		bool good;
		uint64_t want;
	} rows[] = {
		{ "0", true, 0 },
		{ "007", true, 7 },
		{ "18446744073709551615", true, UINT64_MAX },
		{ "18446744073709551616", false, 0 },
		{ "99999999999999999999", false, 0 },
		{ "", false, 0 },
		{ "-1", false, 0 },
		{ "+1", false, 0 },
		{ "1 ", false, 0 },
		{ "1.0", false, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		uint64_t got = 42;

		CHECK_ROW(rows[i].s);
		CHECK_NUM(str_unsigned(str_of(rows[i].s), &got), rows[i].good);
		CHECK(got == (rows[i].good ? rows[i].want : 42));
	}
}

static void
test_bytes(void)
{
	CHECK_ROW("");
	for (int c = -128; c < 128; c++) {
		bool digit = c >= 48 && c <= 57;
		bool letter = (c >= 65 && c <= 90) || (c >= 97 && c <= 122);

		CHECK_NUM(byte_is_digit((char)c), digit);
		CHECK_NUM(byte_is_name((char)c), digit || letter || c == 95);
		CHECK_NUM(byte_is_blank((char)c),
			  c == 32 || c == 9 || c == 10 || c == 13);
	}
}

int
main(void)
{
	test_compare();
	test_starts_ends();
	test_cut();
	test_find();
	test_split();
	test_match();
	test_names();
	test_number();
	test_number_locale();
	test_unsigned();
	test_bytes();
	CHECK_DONE();
}
