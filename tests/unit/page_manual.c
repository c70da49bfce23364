/*
 * kbc-page(5) describes the whole page language: every word that the marker
 * parser knows, every option of every form, every family of facts. Run in the
 * source folder, or with the path of the manual.
 */
#include "arena.h"
#include "check.h"
#include "diag.h"
#include "fact.h"
#include "file.h"
#include "marker.h"

#define MANUAL_MAX (1u << 20)

/* Escapes of mdoc that stand for one byte or for none. */
static const struct {
	const char *escape;
	char byte;
} escapes[] = {
	{ "\\(dq", '"' }, { "\\&", '\0' }, { "\\e", '\\' }, { "\\-", '-' },
};

/* The text of the manual as its reader sees it, macros aside. */
static struct str
plain(struct arena *a, struct str text)
{
	char *out = arena_alloc(a, text.n + 1);
	size_t n = 0;

	while (text.n) {
		size_t taken = 1;
		char c = text.p[0];

		for (size_t i = 0; i < COUNT_OF(escapes); i++) {
			struct str escape = str_of(escapes[i].escape);

			if (!str_starts(text, escape))
				continue;
			taken = escape.n;
			c = escapes[i].byte;
		}
		if (c)
			out[n++] = c;
		text = str_skip(text, taken);
	}
	return (struct str){ out, n };
}

static bool
touches(struct str text, size_t at, struct str word)
{
	bool before = byte_is_name(word.p[0]) && at > 0 &&
		      byte_is_name(text.p[at - 1]);
	bool behind = byte_is_name(word.p[word.n - 1]) &&
		      at + word.n < text.n &&
		      byte_is_name(text.p[at + word.n]);

	return before || behind;
}

/* Whether text has word, not as a part of a longer one. */
static bool
has_word(struct str text, struct str word)
{
	size_t at = 0;

	while (at < text.n) {
		size_t found = str_find(str_skip(text, at), word);

		if (at + found >= text.n)
			return false;
		if (!touches(text, at + found, word))
			return true;
		at += found + 1;
	}
	return false;
}

static void
test_markers(struct str manual)
{
	struct str word, meaning;

	for (size_t i = 0; marker_word(i, &word, &meaning); i++) {
		CHECK_ROW(word);
		CHECK(has_word(manual, word));
	}
}

/* The name of each family and every name in its examples. */
static void
test_facts(struct str manual)
{
	struct str name, examples, needs;

	for (size_t i = 0; fact_row(i, &name, &examples, &needs); i++) {
		size_t n;

		CHECK_ROW(name);
		CHECK(has_word(manual, name));
		for (; examples.n; examples = str_skip(examples, n ? n : 1)) {
			struct str word;

			for (n = 0; n < examples.n &&
				    byte_is_name(examples.p[n]); n++)
				continue;
			word = str_slice(examples, 0, n);
			CHECK_ROW(word);
			CHECK(n < 3 || str_equal(word, STR("sm__")) ||
			      has_word(manual, word));
		}
	}
}

static void
test_matching(void)
{
	CHECK_ROW("matching");
	CHECK(has_word(STR("a let b"), STR("let")));
	CHECK(has_word(STR("outlet let"), STR("let")));
	CHECK(!has_word(STR("outlet lets"), STR("let")));
	CHECK(has_word(STR(".It ="), STR("=")));
	CHECK(!has_word(STR(""), STR("=")));
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	const char *path = argc > 1 ? argv[1] : "compiler/man/kbc-page.5";
	struct str text = STR("");

	test_matching();
	CHECK_ROW(path);
	CHECK(file_read(a, &text, str_of(path), MANUAL_MAX, d));
	text = plain(a, text);
	test_markers(text);
	test_facts(text);
	arena_free(a);
	CHECK_DONE();
}
