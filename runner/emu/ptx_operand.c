/*
 * One operand of a statement: a register, a number, a symbol, `[address]`, a
 * vector of operands.
 *
 * A form that is not known is no error here: the parser is told that the
 * statement is odd. Names are looked up in the scopes that are open.
 */
#include <string.h>

#include "arena.h"
#include "code.h"
#include "ptx.h"
#include "ptx_lex.h"
#include "ptx_parts.h"

/* Behind the base of "[base+4]" or "symbol+4". */
static uint64_t
parse_offset(struct parser *p)
{
	if (lex_take(p->lexer, '+') || lex_is_mark(p->lexer, '-')) {
		if (lex_is_mark(p->lexer, '-') ||
		    p->lexer->token.kind == TOKEN_NUMBER)
			return parse_integer(p);
		p->odd = true;
	}
	return 0;
}

static void
parse_address(struct parser *p, struct operand *o)
{
	const char *word;

	o->kind = OPERAND_ADDRESS;
	o->reg = PTX_NO_REGISTER;
	if (p->lexer->token.kind == TOKEN_NUMBER) {
		o->number = parse_integer(p);
	} else if (p->lexer->token.kind == TOKEN_WORD) {
		word = parse_word(p);
		o->reg = parse_find_register(p, word);
		if (o->reg == PTX_NO_REGISTER)
			o->symbol = parse_find_symbol(p, word);
		if (o->reg == PTX_NO_REGISTER && !o->symbol)
			p->odd = true;
		o->number = parse_offset(p);
	}
	if (!lex_take(p->lexer, ']'))
		p->odd = true;
}

static void
parse_vector(struct parser *p, struct operand *o, char end)
{
	unsigned n = 0;

	o->kind = OPERAND_VECTOR;
	while (!lex_take(p->lexer, end) && !p->failed && !p->odd) {
		o->parts = arena_grow(p->arena, o->parts, n, sizeof(*o));
		parse_operand(p, &o->parts[n++]);
		if (!lex_is_mark(p->lexer, end) && !lex_take(p->lexer, ','))
			p->odd = true;
	}
	o->nparts = n;
}

static void
parse_named(struct parser *p, struct operand *o)
{
	const char *word = parse_word(p);

	o->name = word;
	o->reg = parse_find_register(p, word);
	if (!strcmp(word, "_")) {
		o->kind = OPERAND_SINK;
	} else if (o->reg != PTX_NO_REGISTER) {
		o->kind = OPERAND_REGISTER;
	} else if ((o->symbol = parse_find_symbol(p, word))) {
		o->kind = OPERAND_SYMBOL;
		o->number = parse_offset(p);
	} else {
		o->kind = OPERAND_NAME;
	}
	if (lex_take(p->lexer, '|'))
		o->second = parse_find_register(p, parse_word(p));
}

void
parse_operand(struct parser *p, struct operand *o)
{
	struct lexer *l = p->lexer;

	o->second = PTX_NO_REGISTER;
	if (lex_take(l, '!'))
		o->negated = true;
	if (lex_take(l, '{')) {
		parse_vector(p, o, '}');
	} else if (lex_take(l, '(')) {
		parse_vector(p, o, ')');
	} else if (lex_take(l, '[')) {
		parse_address(p, o);
	} else if (l->token.kind == TOKEN_WORD) {
		parse_named(p, o);
	} else if (l->token.kind == TOKEN_NUMBER && l->token.real) {
		o->kind = OPERAND_NUMBER;
		o->real = l->token.real;
		o->number = l->token.value;
		lex_next(l);
	} else if (l->token.kind == TOKEN_NUMBER || lex_is_mark(l, '-')) {
		o->kind = OPERAND_NUMBER;
		o->number = parse_integer(p);
	} else {
		p->odd = true;
	}
}
