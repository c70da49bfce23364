/*
 * The text of a module to struct module: what stands outside of bodies.
 *
 * Functions and variables, with their parameters, sizes and initial bytes.
 * The first fault ends the parse: the flag sticks, every loop looks at it.
 * Debug sections are skipped, performance directives are read over; one that
 * changes what a program means and that the emulator lacks is kept by name
 * and makes each launch of the module unsupported.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "code.h"
#include "ptx.h"
#include "ptx_lex.h"
#include "ptx_parts.h"
#include "ptx_type.h"

enum { PARAMS_MOST = 1 << 20 };

void
parse_fail(struct parser *p, const char *message)
{
	const struct token *t = &p->lexer->token;

	if (p->failed)
		return;
	p->failed = true;
	snprintf(p->module->error, sizeof(p->module->error),
		 "line %lu: %s, found '%.*s'", p->lexer->line, message,
		 (int)(t->len < 40 ? t->len : 40), t->text);
}

void
parse_mark(struct parser *p, char mark)
{
	char text[] = "expected '?'";

	text[10] = mark;
	if (!lex_take(p->lexer, mark))
		parse_fail(p, text);
}

const char *
parse_word(struct parser *p)
{
	const struct token *t = &p->lexer->token;
	const char *word = "?"; /* callers look behind a dot */

	if (t->kind == TOKEN_WORD) {
		word = arena_copy(p->arena, t->text, t->len);
		lex_next(p->lexer);
	} else {
		parse_fail(p, "expected a name");
	}
	return word;
}

uint64_t
parse_integer(struct parser *p)
{
	bool minus = lex_take(p->lexer, '-');
	uint64_t value = p->lexer->token.value;

	if (p->lexer->token.kind != TOKEN_NUMBER || p->lexer->token.real) {
		parse_fail(p, "expected an integer");
		return 0;
	}
	lex_next(p->lexer);
	return minus ? 0 - value : value;
}

void
parse_skip(struct parser *p)
{
	unsigned depth = 0;

	while (p->lexer->token.kind != TOKEN_END) {
		if (lex_is_mark(p->lexer, '{')) {
			depth++;
		} else if (lex_is_mark(p->lexer, '}')) {
			depth -= depth > 0;
			if (!depth) {
				lex_next(p->lexer);
				return;
			}
		} else if (lex_is_mark(p->lexer, ';') && !depth) {
			lex_next(p->lexer);
			return;
		}
		lex_next(p->lexer);
	}
}

struct symbol *
ptx_find_symbol(struct module *m, const char *name)
{
	size_t i;

	for (i = m->nsymbols; i > 0; i--) {
		if (!strcmp(m->symbols[i - 1]->name, name))
			return m->symbols[i - 1];
	}
	return NULL;
}

static struct symbol *
add_symbol(struct parser *p, struct symbol *s)
{
	struct module *m = p->module;
	struct symbol *old = ptx_find_symbol(m, s->name);

	if (old) {
		if (old->space != SPACE_CODE && !s->dynamic)
			*old = *s;
		return old;
	}
	m->symbols = arena_grow(p->arena, m->symbols, m->nsymbols,
				sizeof(*m->symbols));
	m->symbols[m->nsymbols++] = s;
	return s;
}

static void
add_param(struct parser *p, struct function *f, struct symbol *s)
{
	uint32_t *end = f->entry ? &f->param_bytes : &f->local_bytes;

	s->space = SPACE_PARAM;
	s->kernel = f->entry;
	if (!s->align)
		s->align = 1;
	if (s->bytes > PARAMS_MOST || s->align > PARAMS_MOST ||
	    *end > PARAMS_MOST)
		parse_fail(p, "a parameter is too large");
	*end = (uint32_t)((*end + s->align - 1) / s->align * s->align);
	s->at = *end;
	*end += (uint32_t)s->bytes;
	f->params = arena_grow(p->arena, f->params, f->nparams, sizeof(s));
	f->params[f->nparams++] = s;
	f->symbols = arena_grow(p->arena, f->symbols, f->nsymbols, sizeof(s));
	f->symbols[f->nsymbols++] = s;
}

/* "(.param .b32 x, ...)" */
static void
parse_params(struct parser *p, struct function *f)
{
	if (!lex_take(p->lexer, '('))
		return;
	while (!lex_take(p->lexer, ')') && !p->failed) {
		if (lex_take_word(p->lexer, ".reg"))
			p->module->unsupported = ".reg parameter";
		else if (!lex_take_word(p->lexer, ".param"))
			parse_fail(p, "expected .param");
		add_param(p, f, parse_variable(p));
		if (!lex_is_mark(p->lexer, ')'))
			parse_mark(p, ',');
	}
}

static void
parse_three(struct parser *p, unsigned n[3])
{
	unsigned i;

	n[0] = n[1] = n[2] = 1;
	for (i = 0; i < 3; i++) {
		n[i] = (unsigned)parse_integer(p);
		if (!lex_take(p->lexer, ','))
			break;
	}
}

/* A directive that is not known: its numbers go with it. */
static void
parse_unknown(struct parser *p, const char *word)
{
	p->module->unsupported = word + 1;
	while (p->lexer->token.kind == TOKEN_NUMBER) {
		lex_next(p->lexer);
		lex_take(p->lexer, ',');
	}
}

/* What stands between parameters and body. A block is a cluster of its own, so
   clusters of several are what is lacking. */
static void
parse_tuning(struct parser *p, struct function *f)
{
	unsigned n[3];
	const char *word;

	while (p->lexer->token.kind == TOKEN_WORD && !p->failed) {
		word = parse_word(p);
		if (!strcmp(word, ".maxntid")) {
			parse_three(p, n);
			f->threads_most = n[0] * n[1] * n[2];
		} else if (!strcmp(word, ".reqntid")) {
			parse_three(p, f->threads_exact);
		} else if (!strcmp(word, ".minnctapersm") ||
			   !strcmp(word, ".maxnreg") ||
			   !strcmp(word, ".maxclusterrank")) {
			parse_integer(p);
		} else if (!strcmp(word, ".reqnctapercluster")) {
			parse_three(p, n);
			if (n[0] != 1 || n[1] != 1 || n[2] != 1)
				f->unsupported = "clusters";
		} else if (!strcmp(word, ".blocksareclusters")) {
			f->unsupported = "clusters";
		} else if (!strcmp(word, ".pragma")) {
			parse_skip(p);
		} else if (strcmp(word, ".explicitcluster") != 0 &&
			   strcmp(word, ".noreturn") != 0) {
			parse_unknown(p, word);
		}
	}
}

static void
define_function(struct parser *p, struct function *f)
{
	struct symbol *s = arena_make(p->arena, sizeof(*s));
	struct module *m = p->module;

	s->name = f->name;
	s->space = SPACE_CODE;
	s->function = f;
	s = add_symbol(p, s);
	if (s->function != f) {
		if (s->space != SPACE_CODE || !f->defined)
			return;
		*s->function = *f;
		f = s->function;
	} else {
		m->functions = arena_grow(p->arena, m->functions,
					  m->nfunctions, sizeof(f));
		m->functions[m->nfunctions++] = f;
	}
	if (!f->defined)
		return;
	p->function = f;
	parse_body(p);
	p->function = NULL;
}

static void
parse_function(struct parser *p, bool entry)
{
	struct function *f = arena_make(p->arena, sizeof(*f));

	f->entry = entry;
	f->module = p->module;
	f->granule = 2;
	parse_params(p, f);
	f->nresults = f->nparams;
	f->name = parse_word(p);
	parse_params(p, f);
	parse_tuning(p, f);
	f->defined = lex_is_mark(p->lexer, '{');
	if (!f->defined)
		parse_mark(p, ';');
	if (!p->failed)
		define_function(p, f);
}

static void
parse_global(struct parser *p, enum space space)
{
	struct symbol *s = parse_variable(p);

	s->space = space;
	add_symbol(p, s);
	parse_mark(p, ';');
}

static void
parse_directive(struct parser *p)
{
	struct lexer *l = p->lexer;

	if (lex_take_word(l, ".version") || lex_take_word(l, ".address_size")) {
		lex_next(l);
	} else if (lex_take_word(l, ".target")) {
		do
			parse_word(p);
		while (lex_take(l, ',') && !p->failed);
	} else if (lex_take_word(l, ".file")) {
		while (l->token.kind == TOKEN_NUMBER ||
		       l->token.kind == TOKEN_STRING || lex_is_mark(l, ','))
			lex_next(l);
	} else if (lex_take_word(l, ".section")) {
		parse_skip(p);
	} else if (lex_take_word(l, ".visible") ||
		   lex_take_word(l, ".extern") || lex_take_word(l, ".weak") ||
		   lex_take_word(l, ".common")) {
		return;
	} else if (lex_take_word(l, ".entry")) {
		parse_function(p, true);
	} else if (lex_take_word(l, ".func")) {
		parse_function(p, false);
	} else if (lex_take_word(l, ".global") || lex_take_word(l, ".const")) {
		parse_global(p, SPACE_GLOBAL);
	} else if (lex_take_word(l, ".shared")) {
		parse_global(p, SPACE_SHARED);
	} else if (lex_take_word(l, ".pragma")) {
		parse_skip(p);
	} else if (l->token.kind == TOKEN_WORD && *l->token.text == '.') {
		p->module->unsupported = parse_word(p) + 1;
		parse_skip(p);
	} else {
		parse_fail(p, "expected a directive");
	}
}

bool
ptx_parse(struct module *m, const char *text)
{
	struct lexer l = { 0 };
	struct parser p = { .arena = m->arena, .lexer = &l, .module = m };

	lex_start(&l, text);
	parse_files(&p, text);
	if (!lex_is(&l, ".version"))
		parse_fail(&p, "expected .version");
	while (l.token.kind != TOKEN_END && !p.failed)
		parse_directive(&p);
	return !p.failed;
}
