/*
 * Tokens of a source, and whether its text is such that it cannot reach into
 * the text behind it.
 *
 * The one idea: what stands between two braces of ours must be whole. Each
 * kind of bracket closes what it has opened and no more, literals and comments
 * end, and nothing speaks to the preprocessor or the assembler's file: then
 * neighbours are as apart as their namespaces. Where a spelling is rare and
 * its effect far (digraphs, raw strings, spliced lines, bytes beyond ASCII in
 * code), the source is built alone, and nothing has to be known of it.
 */
#include "share.h"

#include "arena.h"

/* What is left of a source, and what was there before it in its line. */
struct lexer {
	struct arena *a;
	struct tokens *out;
	struct str rest;
	char before;      /* the byte before; '\n' at the start of a line */
	bool begun;       /* the line has shown something but blanks */
};

static void
move(struct lexer *l, size_t n)
{
	for (size_t i = 0; i < n && i < l->rest.n; i++) {
		l->before = l->rest.p[i];
		if (l->before == '\n')
			l->begun = false;
		else if (!byte_is_blank(l->before))
			l->begun = true;
	}
	l->rest = str_skip(l->rest, n);
}

static void
add_token(struct lexer *l, enum token_kind kind, size_t n)
{
	struct tokens *t = l->out;

	t->items = arena_grow(l->a, t->items, t->n, &t->cap,
			      sizeof *t->items);
	t->items[t->n++] = (struct token){
		.kind = kind, .text = str_slice(l->rest, 0, n),
		.braces = t->braces, .others = t->round + t->square };
	move(l, n);
}

/* Words of inline assembly that declare nothing beyond its function. */
static bool
is_local_directive(struct str word)
{
	static const char *const directives[] = {
		"reg", "pred", "b8", "b16", "b32", "b64", "b128", "u8", "u16",
		"u32", "u64", "s8", "s16", "s32", "s64", "f16", "f16x2", "f32",
		"f64",
	};

	for (size_t i = 0; i < COUNT_OF(directives); i++)
		if (str_equal(word, str_of(directives[i])))
			return true;
	return false;
}

/* Whether a text in quotes, which may be assembly, stays in its function. */
static bool
check_quoted(struct tokens *t, struct str s)
{
	char before = '\0';

	for (size_t i = 0; i < s.n; before = s.p[i++]) {
		struct str word = str_skip(s, i + 1);

		word.n = str_name_length(word);
		if (s.p[i] == '{')
			t->quoted++;
		else if (s.p[i] == '}' && t->quoted-- == 0)
			return false;
		else if (s.p[i] == '.' && !byte_is_name(before) &&
			 word.n > 0 && byte_is_letter(word.p[0]) &&
			 !is_local_directive(word))
			return false;
	}
	return true;
}

/* A string or a character; with a prefix or a digit before it, none that is
   known here. */
static bool
take_literal(struct lexer *l)
{
	struct str s = l->rest;
	size_t n = 1;

	if (byte_is_name(l->before))
		return false;
	while (n < s.n && s.p[n] != s.p[0] && s.p[n] != '\n')
		n += s.p[n] == '\\' ? 2 : 1;
	if (n >= s.n || s.p[n] != s.p[0])
		return false;
	if (s.p[0] == '"' && !check_quoted(l->out, str_slice(s, 1, n - 1)))
		return false;
	add_token(l, TOKEN_LITERAL, n + 1);
	return true;
}

static bool
take_comment(struct lexer *l)
{
	size_t n;

	if (str_starts(l->rest, STR("//"))) {
		move(l, str_find_byte(l->rest, '\n'));
		return true;
	}
	n = 2 + str_find(str_skip(l->rest, 2), STR("*/"));
	if (n >= l->rest.n)
		return false;
	move(l, n + 2);
	return true;
}

/* `#pragma unroll` in a function, and `#line`, which share_parse knows. */
static bool
take_directive(struct lexer *l)
{
	struct str line = str_slice(l->rest, 0, str_find_byte(l->rest, '\n'));
	struct str word = str_trim(str_skip(line, 1));

	if (l->begun || str_find(line, STR("/*")) < line.n)
		return false;
	if (!str_starts(line, STR("#line "))) {
		if (!str_starts(word, STR("pragma")) || l->out->braces == 0)
			return false;
		word = str_trim(str_skip(word, 6));
		if (!str_equal(str_slice(word, 0, str_name_length(word)),
			       STR("unroll")))
			return false;
	}
	move(l, line.n);
	return true;
}

static bool
close_bracket(uint32_t *open)
{
	return (*open)-- > 0;
}

static bool
take_sign(struct lexer *l)
{
	static const struct str digraphs[] = {
		STR_INIT("<%"), STR_INIT("%>"), STR_INIT("<:"), STR_INIT(":>"),
		STR_INIT("%:"), STR_INIT("\\"),
	};
	struct tokens *t = l->out;
	unsigned char c = (unsigned char)l->rest.p[0];

	for (size_t i = 0; i < COUNT_OF(digraphs); i++)
		if (str_starts(l->rest, digraphs[i]))
			return false;
	if (c < ' ' || c >= 0x7f ||
	    (c == '}' && !close_bracket(&t->braces)) ||
	    (c == ')' && !close_bracket(&t->round)) ||
	    (c == ']' && !close_bracket(&t->square)))
		return false;
	add_token(l, TOKEN_SIGN, 1);
	t->braces += c == '{';
	t->round += c == '(';
	t->square += c == '[';
	return true;
}

static bool
take_token(struct lexer *l)
{
	char c = l->rest.p[0];

	if (byte_is_blank(c)) {
		move(l, 1);
		return true;
	}
	if (byte_is_name(c)) {
		add_token(l, TOKEN_WORD, str_name_length(l->rest));
		return true;
	}
	if (str_starts(l->rest, STR("//")) || str_starts(l->rest, STR("/*")))
		return take_comment(l);
	if (c == '#')
		return take_directive(l);
	return c == '"' || c == '\'' ? take_literal(l) : take_sign(l);
}

/* Whether a line goes on in the next, or would with trigraphs. */
static bool
has_splice(struct str text)
{
	struct str line;

	if (str_find(text, STR("??")) < text.n)
		return true;
	while (str_split(&line, &text, '\n'))
		if (str_ends(str_trim(line), STR("\\")))
			return true;
	return false;
}

bool
share_tokens(struct arena *a, struct tokens *out, struct str text)
{
	struct lexer l = { .a = a, .out = out, .rest = text, .before = '\n' };

	*out = (struct tokens){ 0 };
	if (has_splice(text) || str_find(text, STR(SHARE_NAME)) < text.n ||
	    str_find_byte(text, '\0') < text.n)
		return false;
	while (l.rest.n > 0)
		if (!take_token(&l))
			return false;
	return out->braces == 0 && out->round == 0 && out->square == 0 &&
	       out->quoted == 0;
}
