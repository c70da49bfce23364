/*
 * Lines and words of a MANIFEST.
 *
 * Everything that can be said about one word without knowing the line's
 * meaning is checked here: it is a number, in range, hexadecimal, a name. The
 * first error ends the parse: packs are written by a program, so a second
 * error is as a rule a consequence of the first.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "manifest.h"

enum { LINE_BYTES = 4096 }; /* longest line; a pack's are below 200 */

bool
line_fail(const struct line *l, const char *format, ...)
{
	va_list ap;

	fprintf(stderr, "MANIFEST:%lu: error: ", l->number);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	return false;
}

static bool
check_bytes(const struct line *l, const char *text, size_t len)
{
	size_t i;

	if (len > LINE_BYTES)
		return line_fail(l, "line is longer than %d bytes", LINE_BYTES);
	for (i = 0; i < len; i++) {
		if (text[i] < 0x20 || text[i] > 0x7e)
			return line_fail(l, "byte %zu is no printable ASCII",
					 i + 1);
	}
	return true;
}

/* Lines that may have any number of words: texts and formulas. */
static bool
is_long(const char *word)
{
	static const char *const words[] = {
		"param", "text", "let", "check", "array", "fill", "grid",
		"block", "shared", "pass", "at", "right", "rel", "abs", "ulp",
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(words[i], word))
			return true;
	}
	return false;
}

bool
line_parse(struct arena *a, const char *text, size_t len, struct line *l)
{
	char *at, *space;

	l->nwords = 0;
	l->text = "";
	if (len == 0 || text[0] == '#')
		return true;
	if (!check_bytes(l, text, len))
		return false;
	l->text = arena_copy(a, text, len);
	for (at = arena_copy(a, text, len); at; at = space) {
		space = strchr(at, ' ');
		if (space)
			*space++ = '\0';
		if (!*at)
			return line_fail(l,
					 "expected single spaces "
					 "between words, and none at the ends");
		if (l->nwords < LINE_WORDS)
			l->words[l->nwords] = at;
		l->nwords++;
	}
	if (l->nwords > LINE_WORDS && !is_long(l->words[0]))
		return line_fail(l, "more than %d words", LINE_WORDS);
	return true;
}

bool
line_expect(const struct line *l, size_t n, const char *form)
{
	if (l->nwords == n)
		return true;
	return line_fail(l, "expected '%s', found %zu word%s", form, l->nwords,
			 l->nwords == 1 ? "" : "s");
}

bool
line_whole(const struct line *l, size_t i, const uint64_t range[2],
	   uint64_t *value)
{
	const char *word = l->words[i];
	char *end;

	if (!isdigit((unsigned char)word[0]))
		return line_fail(l, "expected a whole number, found '%s'",
				 word);
	errno = 0;
	*value = strtoull(word, &end, 10);
	if (*end)
		return line_fail(l, "expected a whole number, found '%s'",
				 word);
	if (errno || *value < range[0] || *value > range[1])
		return line_fail(l, "'%s' is not in %llu..%llu", word,
				 (unsigned long long)range[0],
				 (unsigned long long)range[1]);
	return true;
}

bool
line_number(const struct line *l, size_t i, double *value)
{
	const char *word = l->words[i];
	char *end;

	if (word[strspn(word, "0123456789+-.eE")])
		return line_fail(l, "expected a number, found '%s'", word);
	*value = strtod(word, &end);
	if (*end || end == word)
		return line_fail(l, "expected a number, found '%s'", word);
	if (!(*value >= -1.7e308 && *value <= 1.7e308))
		return line_fail(l, "'%s' is too large", word);
	return true;
}

bool
line_hex(const struct line *l, size_t i)
{
	const char *word = l->words[i];

	if (word[strspn(word, "0123456789abcdefABCDEF")])
		return line_fail(l, "expected hexadecimal digits, found '%s'",
				 word);
	return true;
}

bool
line_name(const struct line *l, size_t i)
{
	const char *c = l->words[i];

	if (isdigit((unsigned char)*c))
		return line_fail(l, "expected a name, found '%s'", c);
	for (; *c; c++) {
		if (!isalnum((unsigned char)*c) && *c != '_')
			return line_fail(l, "expected a name, found '%s'",
					 l->words[i]);
	}
	return true;
}

const char *
line_rest(const struct line *l, size_t i)
{
	const char *at = l->text;

	for (; i && at; i--)
		at = strchr(at, ' ') + 1;
	return at;
}
