/*
 * Tokens of PTX.
 *
 * Words swallow dots, so that an opcode with its modifiers is one token, and
 * double colons, which only stand inside of modifiers. One that begins with a
 * dot ends before the next: `.reg.b32` is two. A number that begins
 * with 0f or 0d has the bits of a float; a decimal fraction is read as a
 * double. Comments are white space. Nothing is checked here: an unknown
 * character is a mark that no rule wants.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ptx_lex.h"

static bool
is_start(char c)
{
	return isalpha((unsigned char)c) || c == '_' || c == '$' || c == '%' ||
	       c == '.';
}

static bool
is_part(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.' ||
	       c == '%';
}

static const char *
skip_comment(struct lexer *l, const char *at)
{
	bool block = at[1] == '*';

	for (at += 2; *at; at++) {
		if (!block && *at == '\n')
			return at;
		if (block && at[0] == '*' && at[1] == '/')
			return at + 2;
		l->line += *at == '\n';
	}
	return at;
}

static const char *
skip_space(struct lexer *l)
{
	const char *at = l->at;

	for (;;) {
		if (*at == '/' && (at[1] == '/' || at[1] == '*')) {
			at = skip_comment(l, at);
		} else if (*at && isspace((unsigned char)*at)) {
			l->line += *at == '\n';
			at++;
		} else {
			return at;
		}
	}
}

static const char *
lex_word(struct lexer *l, const char *at)
{
	bool directive = *at == '.';

	l->token.kind = TOKEN_WORD;
	at++;
	while ((is_part(*at) && !(directive && *at == '.')) ||
	       (at[0] == ':' && at[1] == ':'))
		at += *at == ':' ? 2 : 1;
	return at;
}

/* 0f3F800000 and 0d3FF0000000000000; NULL if AT is no such number. */
static const char *
lex_bits(struct lexer *l, const char *at)
{
	char kind = (char)tolower((unsigned char)at[1]);
	size_t digits = kind == 'f' ? 8 : 16, i;
	char text[17];

	if (at[0] != '0' || (kind != 'f' && kind != 'd'))
		return NULL;
	for (i = 0; i < digits; i++) {
		if (!isxdigit((unsigned char)at[2 + i]))
			return NULL;
		text[i] = at[2 + i];
	}
	text[digits] = '\0';
	l->token.value = strtoull(text, NULL, 16);
	l->token.real = kind;
	return at + 2 + digits;
}

static const char *
lex_fraction(struct lexer *l, const char *at)
{
	char *end;
	double value = strtod(at, &end);

	memcpy(&l->token.value, &value, sizeof(value));
	l->token.real = 'd';
	return end;
}

/* Binary literals, and what C has. */
static const char *
lex_integer(struct lexer *l, const char *at)
{
	bool binary = at[0] == '0' && (at[1] == 'b' || at[1] == 'B');
	char *end;

	l->token.value = strtoull(binary ? at + 2 : at, &end, binary ? 2 : 0);
	while (*end == 'U' || *end == 'u')
		end++;
	return end;
}

static const char *
lex_number(struct lexer *l, const char *at)
{
	const char *end = lex_bits(l, at);
	size_t digits = strspn(at, "0123456789");

	l->token.kind = TOKEN_NUMBER;
	if (end)
		return end;
	if ((at[digits] == '.' && isdigit((unsigned char)at[digits + 1])) ||
	    at[digits] == 'e' || at[digits] == 'E')
		return lex_fraction(l, at);
	return lex_integer(l, at);
}

static const char *
lex_string(struct lexer *l, const char *at)
{
	l->token.kind = TOKEN_STRING;
	l->token.text = at + 1;
	for (at++; *at && *at != '"' && *at != '\n'; at++)
		;
	l->token.len = (size_t)(at - l->token.text);
	return *at == '"' ? at + 1 : at;
}

void
lex_next(struct lexer *l)
{
	const char *at = skip_space(l);

	memset(&l->token, 0, sizeof(l->token));
	l->token.text = at;
	if (!*at) {
		l->at = at;
		return;
	}
	if (*at == '"') {
		l->at = lex_string(l, at);
		return;
	}
	if (is_start(*at)) {
		l->at = lex_word(l, at);
	} else if (isdigit((unsigned char)*at)) {
		l->at = lex_number(l, at);
	} else {
		l->token.kind = TOKEN_MARK;
		l->at = at + 1;
	}
	l->token.len = (size_t)(l->at - at);
}

void
lex_start(struct lexer *l, const char *text)
{
	l->at = text;
	l->line = 1;
	lex_next(l);
}

bool
lex_is(const struct lexer *l, const char *word)
{
	const struct token *t = &l->token;

	return t->kind == TOKEN_WORD && t->len == strlen(word) &&
	       !memcmp(t->text, word, t->len);
}

bool
lex_is_mark(const struct lexer *l, char mark)
{
	return l->token.kind == TOKEN_MARK && *l->token.text == mark;
}

bool
lex_take(struct lexer *l, char mark)
{
	bool is = lex_is_mark(l, mark);

	if (is)
		lex_next(l);
	return is;
}

bool
lex_take_word(struct lexer *l, const char *word)
{
	bool is = lex_is(l, word);

	if (is)
		lex_next(l);
	return is;
}
