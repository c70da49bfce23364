/*
 * Declarations of variables: type, dimensions, initial bytes.
 *
 * An initial value may be an address, or a byte of one; the places of those
 * are kept, since where things are is known later (layout.c).
 */
#include <string.h>

#include "arena.h"
#include "code.h"
#include "ptx.h"
#include "ptx_lex.h"
#include "ptx_parts.h"
#include "ptx_type.h"

enum { VARIABLE_MOST = 1 << 30 };

/* .b8 after .align N, .ptr and other things that say nothing about bytes. */
static unsigned
parse_type(struct parser *p, struct symbol *s)
{
	static const char *const nothing[] = {
		".ptr", ".global", ".shared", ".const", ".local", ".unified",
	};
	enum ptx_type type = PTX_NONE;
	const char *word;
	size_t i;

	while (p->lexer->token.kind == TOKEN_WORD &&
	       *p->lexer->token.text == '.' && !p->failed) {
		word = parse_word(p);
		if (!strcmp(word, ".align"))
			s->align = parse_integer(p);
		else if (!strcmp(word, ".attribute"))
			parse_skip(p);
		else if (ptx_type_find(word + 1, strlen(word + 1)))
			type = ptx_type_find(word + 1, strlen(word + 1));
		else {
			for (i = 0; i < sizeof(nothing) / sizeof(*nothing) &&
				    strcmp(word, nothing[i]);
			     i++)
				;
			if (i == sizeof(nothing) / sizeof(*nothing))
				p->module->unsupported = word;
		}
	}
	if (!ptx_type_bits(type))
		parse_fail(p, "expected a type");
	return ptx_type_bits(type) / 8;
}

/* [12], [2][3], []: how many, 0 where it is not said. */
static uint64_t
parse_dimensions(struct parser *p, bool *array)
{
	uint64_t count = 1;

	*array = false;
	while (lex_take(p->lexer, '[')) {
		*array = true;
		count *= lex_is_mark(p->lexer, ']') ? 0 : parse_integer(p);
		parse_mark(p, ']');
	}
	return count;
}

/* symbol, generic(symbol), symbol+4, 0xFF00(generic(symbol)+4) */
static void
parse_patch(struct parser *p, struct symbol *s, struct patch *t)
{
	const char *word = parse_word(p);
	bool sum;

	if (!strcmp(word, "generic")) {
		parse_mark(p, '(');
		word = parse_word(p);
		parse_mark(p, ')');
	}
	t->symbol = word;
	sum = lex_take(p->lexer, '+');
	if (sum || lex_is_mark(p->lexer, '-'))
		t->add = parse_integer(p);
	s->patches = arena_grow(p->arena, s->patches, s->npatches, sizeof(*t));
	s->patches[s->npatches++] = *t;
}

struct initialiser {
	unsigned char *bytes;
	size_t n, cap;
	unsigned size; /* of an element */
};

static void
add_element(struct parser *p, struct initialiser *in, uint64_t value)
{
	unsigned char *more;

	if (in->n + in->size > in->cap) {
		in->cap = 2 * in->cap + 64;
		more = arena_make(p->arena, in->cap);
		if (in->n)
			memcpy(more, in->bytes, in->n);
		in->bytes = more;
	}
	if (in->size)
		memcpy(in->bytes + in->n, &value,
		       in->size > 8 ? 8 : in->size);
	in->n += in->size;
}

static void
parse_element(struct parser *p, struct symbol *s, struct initialiser *in)
{
	const struct token *t = &p->lexer->token;
	struct patch patch = { .at = in->n, .bytes = in->size };
	uint64_t value;
	double real;
	float narrow;

	if (t->kind == TOKEN_WORD) {
		parse_patch(p, s, &patch);
		add_element(p, in, 0);
		return;
	}
	value = t->value;
	if (t->kind == TOKEN_NUMBER && t->real) {
		if (t->real == 'd' && in->size == 4) {
			memcpy(&real, &value, sizeof(real));
			narrow = (float)real;
			value = 0;
			memcpy(&value, &narrow, sizeof(narrow));
		}
		lex_next(p->lexer);
	} else {
		value = parse_integer(p);
	}
	if (!lex_take(p->lexer, '(')) {
		add_element(p, in, value);
		return;
	}
	for (; value && !(value & 0xff); value >>= 8)
		patch.shift += 8;
	parse_patch(p, s, &patch);
	parse_mark(p, ')');
	add_element(p, in, 0);
}

static void
parse_elements(struct parser *p, struct symbol *s, struct initialiser *in)
{
	unsigned depth = 0;

	do {
		if (lex_take(p->lexer, '{'))
			depth++;
		else if (lex_take(p->lexer, '}'))
			depth--;
		else if (!lex_take(p->lexer, ','))
			parse_element(p, s, in);
	} while (depth && !p->failed);
}

struct symbol *
parse_variable(struct parser *p)
{
	struct symbol *s = arena_make(p->arena, sizeof(*s));
	struct initialiser in = { .size = parse_type(p, s) };
	uint64_t count;
	bool array;

	s->name = parse_word(p);
	count = parse_dimensions(p, &array);
	if (s->align < in.size)
		s->align = s->align ? s->align : in.size;
	if (lex_take(p->lexer, '=')) {
		parse_elements(p, s, &in);
		if (in.size && !count)
			count = in.n / in.size;
	}
	if (count > VARIABLE_MOST)
		parse_fail(p, "a variable is too large");
	s->bytes = p->failed ? 0 : count * in.size;
	s->dynamic = array && !count;
	if (in.n) {
		s->image = arena_make(p->arena, s->bytes + 16);
		memcpy(s->image, in.bytes, in.n < s->bytes ? in.n : s->bytes);
	}
	return s;
}
