/*
 * The cursor of the marker language: text span -> words, marks and strings,
 * each taken from its front.
 *
 * There is no list of tokens: the language holds text of other languages
 * (CUDA, PTX, units, reasons), and only the reader of a directive knows where
 * such a text ends. So a cursor is a span, looking is free, and taking moves
 * its start. Errors name what stands there instead, at the very byte.
 *
 * It knows no directive and no operator.
 */
#include "expr_lex.h"

#include <string.h>

#include "arena.h"
#include "diag.h"

/* Bytes of a word that a message shows. */
#define SHOWN_MAX 40

struct span
lex_trim(struct span text)
{
	lex_end(&text);
	text.n = (uint32_t)str_trim(span_str(text)).n;
	return text;
}

bool
lex_take_mark(struct span *text, const char *mark)
{
	struct str s = str_of(mark);

	if (!str_starts(span_str(*text), s))
		return false;
	lex_advance(text, s.n);
	return true;
}

struct span
lex_name(struct span text)
{
	struct str s;
	size_t n = 0;

	if (lex_end(&text) || byte_is_digit(lex_byte(text, 0)))
		return span_slice(text, 0, 0);
	s = span_str(text);
	while (n < s.n && byte_is_name(s.p[n]))
		n++;
	return span_slice(text, 0, n);
}

bool
lex_at_name(struct span text, const char *name)
{
	if (lex_end(&text) || lex_byte(text, 0) != name[0])
		return false;
	return str_equal(span_str(lex_name(text)), str_of(name));
}

bool
lex_take_name(struct span *text, const char *name)
{
	if (!lex_at_name(*text, name))
		return false;
	lex_end(text);
	lex_advance(text, strlen(name));
	return true;
}

struct span
lex_word(struct span text)
{
	size_t n = 0;

	lex_end(&text);
	while (n < text.n && !byte_is_blank(lex_byte(text, n)))
		n++;
	return span_slice(text, 0, n);
}

/* Length of the string at the start of text, quotes included; 0 if open. */
static size_t
string_length(struct span text)
{
	for (size_t i = 1; i < text.n; i++) {
		char c = lex_byte(text, i);

		if (c == '"')
			return i + 1;
		if (c == '\n')
			return 0;
		if (c == '\\' && (lex_byte(text, i + 1) == '"' ||
				  lex_byte(text, i + 1) == '\\'))
			i++;
	}
	return 0;
}

static struct str
unescape(struct arena *a, struct str s)
{
	char *out;
	size_t n = 0;

	if (str_find_byte(s, '\\') == s.n)
		return s;
	out = arena_alloc(a, s.n);
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\\' && i + 1 < s.n &&
		    (s.p[i + 1] == '"' || s.p[i + 1] == '\\'))
			i++;
		out[n++] = s.p[i];
	}
	return (struct str){ out, n };
}

bool
lex_string(struct arena *a, struct span *text, struct str *out, struct diag *d)
{
	size_t n;

	if (lex_end(text) || lex_byte(*text, 0) != '"') {
		lex_expected(d, *text, "a text in quotes");
		return false;
	}
	n = string_length(*text);
	if (n == 0) {
		diag_error(d, span_slice(*text, 0, 1),
			   "text in quotes is not closed on its line");
		return false;
	}
	*out = unescape(a, span_str(span_slice(*text, 1, n - 2)));
	lex_advance(text, n);
	return true;
}

struct str
lex_quote(struct arena *a, struct str s)
{
	char *out = arena_alloc(a, 2 * s.n + 2);
	size_t n = 0;

	out[n++] = '"';
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '"' || s.p[i] == '\\')
			out[n++] = '\\';
		out[n++] = s.p[i];
	}
	out[n++] = '"';
	return (struct str){ out, n };
}

/* Bytes of the character at the start of text, at least 1. */
static size_t
character_length(struct span text)
{
	size_t n = 1;

	while (n < 4 && ((unsigned char)lex_byte(text, n) & 0xc0) == 0x80)
		n++;
	return (unsigned char)lex_byte(text, 0) < 0xc0 ? 1 : n;
}

struct span
lex_token(struct span text)
{
	size_t n = 0;

	if (lex_end(&text))
		return text;
	while (byte_is_name(lex_byte(text, n)))
		n++;
	return span_slice(text, 0, n ? n : character_length(text));
}

void
lex_expected(struct diag *d, struct span text, const char *what)
{
	struct span token = lex_token(text);
	struct str found = str_slice(span_str(token), 0, SHOWN_MAX);

	if (token.n == 0)
		diag_error(d, token, "expected %s, found the end", what);
	else
		diag_error(d, token, "expected %s, found '" STR_FMT "'", what,
			   STR_ARG(found));
}

bool
lex_unquoted(struct span rest)
{
	static const struct str words[] = {
		STR_INIT("at"), STR_INIT("within"), STR_INIT("between"),
		STR_INIT("on"), STR_INIT("in"), STR_INIT("because"),
		STR_INIT("id"), STR_INIT("to"), STR_INIT("and"),
		STR_INIT("mod"),
	};
	struct str word;
	size_t n = 0;

	while (byte_is_name(lex_byte(rest, n)))
		n++;
	word = span_str(span_slice(rest, 0, n));
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_equal(word, words[i]))
			return false;
	return n > 0 && !byte_is_digit(word.p[0]);
}
