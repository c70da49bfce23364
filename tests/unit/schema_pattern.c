/* The regular expressions of schemas: what fits, and what is none. */
#include "schema_pattern.h"

#include "arena.h"
#include "check.h"

static const struct {
	const char *pattern;
	const char *text;
	bool matches;
} rows[] = {
	{ "", "", true },
	{ "", "x", true },
	{ "b", "abc", true },
	{ "^b", "abc", false },
	{ "c$", "abc", true },
	{ "^$", "", true },
	{ "^$", "x", false },
	{ "^abc$", "abc", true },
	{ "^abc$", "abcd", false },
	{ "^a.c$", "a\xc3\xa4" "c", true },
	{ "^a.c$", "a\nc", false },
	{ "^(fp16|bf16|fp32)$", "bf16", true },
	{ "^(fp16|bf16|fp32)$", "fp1632", false },
	{ "^fp16|bf16$", "fp16x", true },
	{ "^a|b|c$", "xc", true },
	{ "^(|a)b$", "b", true },
	{ "^(?:ab)+$", "ababab", true },
	{ "^(?:ab)+$", "aba", false },
	{ "^L[1-9][0-9]*(-L[1-9][0-9]*)?$", "L12", true },
	{ "^L[1-9][0-9]*(-L[1-9][0-9]*)?$", "L12-L40", true },
	{ "^L[1-9][0-9]*(-L[1-9][0-9]*)?$", "L0", false },
	{ "^L[1-9][0-9]*(-L[1-9][0-9]*)?$", "L12-", false },
	{ "^[a-z0-9-]+$", "a-9", true },
	{ "^[a-z0-9-]+$", "A", false },
	{ "^[^a-z]$", "A", true },
	{ "^[^a-z]$", "a", false },
	{ "^[\xc3\xa0-\xc3\xbf]$", "\xc3\xa4", true },
	{ "^[\\]\\\\-]+$", "]\\-", true },
	{ "^\\d+\\.\\d+$", "12.10", true },
	{ "^\\d+\\.\\d+$", "12x10", false },
	{ "^\\w\\W\\s\\S\\D$", "a- bc", true },
	{ "^[\\d_]+$", "1_2", true },
	{ "^a{3}$", "aaa", true },
	{ "^a{3}$", "aa", false },
	{ "^a{2,}$", "aaaaa", true },
	{ "^a{2,}$", "a", false },
	{ "^a{0,}$", "", true },
	{ "^a{1,2}$", "aa", true },
	{ "^a{1,2}$", "aaa", false },
	{ "^a{0}$", "", true },
	{ "^a{0}$", "a", false },
	{ "^(ab|c){2}d?$", "abcd", true },
	{ "^(a*)*$", "aaab", false },
	{ "^(a*)*b$", "aaab", true },
	{ "^(a?){20}a{20}$", "aaaaaaaaaaaaaaaaaaaa", true },
	{ "^.$", "\xff", true },
};

static const struct {
	const char *pattern;
	const char *why;
} faults[] = {
	{ "*a", "a repeat has nothing to repeat" },
	{ "a**", "a repeat has nothing to repeat" },
	{ "a|+", "a repeat has nothing to repeat" },
	{ "(a", "a '(' is never closed" },
	{ "a)", "a ')' closes nothing" },
	{ "[a", "a '[' is never closed" },
	{ "[b-a]", "a range goes backwards" },
	{ "a\\", "it ends in a backslash" },
	{ "[\\", "it ends in a backslash" },
	{ "\\q", "no such escape" },
	{ "\\1", "no such escape" },
	{ "a{", "expected a number behind '{'" },
	{ "a{2", "a '{' is never closed" },
	{ "a{3,2}", "a repeat goes backwards" },
	{ "a{9999}", "a repeat is too large" },
	{ "(abc){200}", "it is too large" },
	{ "((((((((((((((((((((((a))))))))))))))))))))))",
	  "groups are nested too deeply" },
};

int
main(void)
{
	struct arena *a = arena_make();
	const char *why = NULL;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct pattern *p = pattern_parse(a, str_of(rows[i].pattern),
						  &why);

		CHECK_ROW(rows[i].pattern);
		CHECK(p != NULL);
		if (p)
			CHECK_NUM(pattern_matches(p, str_of(rows[i].text)),
				  rows[i].matches);
	}
	for (size_t i = 0; i < COUNT_OF(faults); i++) {
		CHECK_ROW(faults[i].pattern);
		CHECK(!pattern_parse(a, str_of(faults[i].pattern), &why));
		CHECK_STR(why, faults[i].why);
	}
	arena_free(a);
	CHECK_DONE();
}
