/*
 * The body of a function to its list of statements.
 *
 * Braces open scopes: a name means the innermost declaration, and registers
 * of a closed scope are out of reach but keep their numbers. Directives leave
 * declarations behind, labels the number of the next statement. What a
 * statement means is the decoder's; one whose operands (ptx_operand.c) have an
 * unknown form is kept by its opcode, to be unsupported there.
 */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "code.h"
#include "ptx.h"
#include "ptx_lex.h"
#include "ptx_parts.h"
#include "ptx_type.h"

enum { REGISTERS_MOST = 1 << 20, BYTES_MOST = 1 << 26 };

/* .reg .b32 %r<10>, x; */
static void
parse_registers(struct parser *p)
{
	struct function *f = p->function;
	struct reg_range r;
	const char *word = parse_word(p);
	enum ptx_type type = ptx_type_find(word + 1, strlen(word + 1));
	uint32_t i, count;

	if (type == PTX_NONE)
		parse_fail(p, "expected a register's type");
	do {
		r = (struct reg_range){ .name = parse_word(p) };
		r.scope = p->scopes[p->scope];
		r.first = (uint32_t)f->nregs;
		if (lex_take(p->lexer, '<')) {
			r.count = (uint32_t)parse_integer(p);
			parse_mark(p, '>');
		}
		count = r.count ? r.count : 1;
		if (count > REGISTERS_MOST)
			parse_fail(p, "too many registers");
		for (i = 0; i < count && !p->failed; i++) {
			f->regs = arena_grow(p->arena, f->regs, f->nregs,
					     sizeof(*f->regs));
			f->regs[f->nregs++].type = (unsigned char)type;
		}
		p->ranges = arena_grow(p->arena, p->ranges, p->nranges,
				       sizeof(r));
		p->ranges[p->nranges++] = r;
	} while (lex_take(p->lexer, ',') && !p->failed);
	parse_mark(p, ';');
}

static bool
is_open(const struct parser *p, unsigned scope)
{
	unsigned i;

	for (i = 0; i <= p->scope; i++) {
		if (p->scopes[i] == scope)
			return true;
	}
	return false;
}

uint32_t
parse_find_register(struct parser *p, const char *name)
{
	const struct reg_range *r;
	unsigned long number;
	size_t i, len;
	char *end;

	for (i = p->nranges; i > 0; i--) {
		r = &p->ranges[i - 1];
		if (!is_open(p, r->scope))
			continue;
		if (!r->count) {
			if (!strcmp(r->name, name))
				return r->first;
			continue;
		}
		len = strlen(r->name);
		if (strncmp(r->name, name, len) || name[len] < '0' ||
		    name[len] > '9')
			continue;
		number = strtoul(name + len, &end, 10);
		if (!*end && number < r->count)
			return r->first + (uint32_t)number;
	}
	return PTX_NO_REGISTER;
}

struct symbol *
parse_find_symbol(struct parser *p, const char *name)
{
	struct function *f = p->function;
	struct symbol *s;
	size_t i;

	for (i = f ? f->nsymbols : 0; i > 0; i--) {
		s = f->symbols[i - 1];
		if ((!s->scope || is_open(p, s->scope)) &&
		    !strcmp(s->name, name))
			return s;
	}
	return ptx_find_symbol(p->module, name);
}

/* A variable of the body; those of a frame get their offset in it. */
static void
parse_local(struct parser *p, enum space space)
{
	struct function *f = p->function;
	struct symbol *s = parse_variable(p);

	s->space = space;
	s->scope = p->scopes[p->scope];
	f->symbols = arena_grow(p->arena, f->symbols, f->nsymbols, sizeof(s));
	f->symbols[f->nsymbols++] = s;
	parse_mark(p, ';');
	if (space == SPACE_GLOBAL) { /* function-scope static */
		struct module *m = p->module;

		m->symbols = arena_grow(p->arena, m->symbols, m->nsymbols,
					sizeof(s));
		m->symbols[m->nsymbols++] = s;
		return;
	}
	if (space == SPACE_SHARED)
		return;
	if (!s->align)
		s->align = 1;
	if (s->bytes > BYTES_MOST || s->align > BYTES_MOST ||
	    f->local_bytes > BYTES_MOST)
		parse_fail(p, "a variable is too large");
	s->at = (f->local_bytes + s->align - 1) / s->align * s->align;
	f->local_bytes = (uint32_t)(s->at + s->bytes);
	if (space == SPACE_LOCAL) {
		if (!f->depot_bytes)
			f->depot = (uint32_t)s->at;
		f->depot_bytes = f->local_bytes - f->depot;
	}
}

static void
split_mods(struct parser *p, struct statement *s)
{
	char *at = arena_copy(p->arena, s->full, strlen(s->full)), *dot;

	s->op = at;
	while ((dot = strchr(at, '.')) && s->nmods < PTX_MODS) {
		*dot = '\0';
		at = dot + 1;
		s->mods[s->nmods++] = at;
	}
	if (dot)
		s->odd = true;
}

static void
parse_operands(struct parser *p, struct statement *s)
{
	struct operand o[PTX_OPERANDS];

	memset(o, 0, sizeof(o));
	while (!lex_is_mark(p->lexer, ';') && !p->failed && !p->odd) {
		if (s->n == PTX_OPERANDS) {
			p->odd = true;
			break;
		}
		parse_operand(p, &o[s->n++]);
		if (!lex_is_mark(p->lexer, ';') && !lex_take(p->lexer, ','))
			p->odd = true;
	}
	s->o = arena_make(p->arena, (s->n + 1) * sizeof(*o));
	memcpy(s->o, o, s->n * sizeof(*o));
}

static void
parse_guard(struct parser *p, struct statement *s)
{
	s->guard = PTX_NO_REGISTER;
	if (!lex_take(p->lexer, '@'))
		return;
	s->guard_negated = lex_take(p->lexer, '!');
	s->guard = parse_find_register(p, parse_word(p));
	if (s->guard == PTX_NO_REGISTER)
		parse_fail(p, "no such predicate");
}

static void
add_statement(struct parser *p, struct statement *s)
{
	struct function *f = p->function;

	s->place = p->here;
	f->statements = arena_grow(p->arena, f->statements, f->nstatements,
				   sizeof(*s));
	f->statements[f->nstatements++] = *s;
}

/* The statement that begins with opcode FULL, whose guard is parsed. */
static void
parse_statement(struct parser *p, struct statement *s, const char *full)
{
	s->full = full;
	p->odd = false;
	split_mods(p, s);
	parse_operands(p, s);
	s->odd |= p->odd;
	if (!s->odd) {
		parse_mark(p, ';');
	} else {
		while (p->lexer->token.kind != TOKEN_END &&
		       !lex_is_mark(p->lexer, ';'))
			lex_next(p->lexer);
		lex_take(p->lexer, ';');
	}
	add_statement(p, s);
}

static void
parse_targets(struct parser *p, struct label *l)
{
	do {
		l->targets = arena_grow(p->arena, l->targets, l->ntargets,
					sizeof(*l->targets));
		l->targets[l->ntargets++] = parse_word(p);
	} while (lex_take(p->lexer, ',') && !p->failed);
	parse_mark(p, ';');
}

static void
parse_label(struct parser *p, const char *name)
{
	struct function *f = p->function;
	struct label l = { .name = name, .statement = f->nstatements };

	if (lex_take_word(p->lexer, ".branchtargets"))
		parse_targets(p, &l);
	else if (lex_is(p->lexer, ".callprototype") ||
		 lex_is(p->lexer, ".calltargets"))
		parse_skip(p);
	f->labels = arena_grow(p->arena, f->labels, f->nlabels, sizeof(l));
	f->labels[f->nlabels++] = l;
}

static void
open_scope(struct parser *p)
{
	if (p->scope + 1 == sizeof(p->scopes) / sizeof(p->scopes[0])) {
		parse_fail(p, "braces nest too deep");
		return;
	}
	p->scopes[++p->scope] = ++p->nscopes;
}

static bool
parse_body_directive(struct parser *p)
{
	struct lexer *l = p->lexer;

	if (lex_take_word(l, ".reg"))
		parse_registers(p);
	else if (lex_take_word(l, ".loc"))
		parse_loc(p);
	else if (lex_take_word(l, ".local"))
		parse_local(p, SPACE_LOCAL);
	else if (lex_take_word(l, ".param"))
		parse_local(p, SPACE_PARAM);
	else if (lex_take_word(l, ".shared"))
		parse_local(p, SPACE_SHARED);
	else if (lex_take_word(l, ".global") || lex_take_word(l, ".const"))
		parse_local(p, SPACE_GLOBAL);
	else if (lex_take_word(l, ".pragma"))
		parse_skip(p);
	else
		return false;
	return true;
}

static void
parse_line(struct parser *p)
{
	struct statement s = { 0 };
	const char *word;

	parse_guard(p, &s);
	if (p->lexer->token.kind == TOKEN_WORD && *p->lexer->token.text == '.')
		parse_fail(p, "unknown directive");
	word = parse_word(p);
	if (s.guard == PTX_NO_REGISTER && lex_take(p->lexer, ':'))
		parse_label(p, word);
	else if (!p->failed)
		parse_statement(p, &s, word);
}

static int
compare_labels(const void *a, const void *b)
{
	const struct label *x = a, *y = b;

	return strcmp(x->name, y->name);
}

void
parse_body(struct parser *p)
{
	struct lexer *l = p->lexer;

	p->scope = 0;
	p->scopes[0] = ++p->nscopes;
	p->nranges = 0;
	p->ranges = NULL;
	parse_mark(p, '{');
	while (!p->failed) {
		if (lex_take(l, '{')) {
			open_scope(p);
		} else if (lex_take(l, '}')) {
			if (!p->scope)
				break;
			p->scope--;
		} else if (l->token.kind == TOKEN_END) {
			parse_fail(p, "expected '}'");
		} else if (!lex_take(l, ';') && !parse_body_directive(p)) {
			parse_line(p);
		}
	}
	if (p->function->nlabels)
		qsort(p->function->labels, p->function->nlabels,
		      sizeof(struct label), compare_labels);
}
