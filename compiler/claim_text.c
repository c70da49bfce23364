/*
 * Texts that a page gives to a probe: `ptx="mad.lo.s32 x, x, a, x;"`.
 *
 * The idea: such a text becomes a string of a source, and assembly in a scope
 * of its own, so what could end either has no place in it: quotes, backslashes,
 * braces, brackets, comments, labels, directives. What is left are instructions
 * on registers and numbers. A text of the library's own rows is not looked at.
 *
 * Not here: whether it assembles (the assembler says so), and whether the
 * loop holds what the page says (probe_guard).
 */
#include "arena.h"
#include "claim.h"
#include "claim_bind.h"
#include "claim_parts.h"
#include "expr.h"
#include "library.h"
#include "source.h"

/* A step of a loop is a few instructions. */
#define TEXT_MAX 200

static bool
is_allowed(char c)
{
	static const struct str others = STR_INIT(" _.,;|+-*@!");

	return byte_is_letter(c) || byte_is_digit(c) ||
	       str_find_byte(others, c) < others.n;
}

/* The first byte that may not stand there; the length if all may. An
   instruction begins with its name or a guard, and a directive does not. */
static size_t
find_odd(struct str text)
{
	bool begins = true;

	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (!is_allowed(c) || (begins && c == '.'))
			return i;
		begins = c == ';' || (begins && c == ' ');
	}
	return text.n;
}

/* Blanks at the ends or two in a row would not be the same in a record. */
static size_t
find_blank(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == ' ' && (i == 0 || i + 1 == text.n ||
					 text.p[i - 1] == ' '))
			return i;
	return text.n;
}

bool
gather_text(struct gather *g, struct claim *c, const struct expr *arg,
	    struct str *out)
{
	struct span inner = span_slice(arg->at, 1, arg->at.n - 2);
	size_t odd = find_odd(span_str(inner));
	size_t blank = find_blank(span_str(inner));

	*out = arg->text;
	if (arg->kind != EXPR_STRING)
		gather_trouble(g, c, arg->at, "expected a text in quotes, "
			       STR_FMT "=\"…\"", STR_ARG(arg->argument));
	else if (inner.n == 0 || inner.n > TEXT_MAX)
		gather_trouble(g, c, arg->at, "'" STR_FMT "' is a text of 1 "
			       "to %d bytes", STR_ARG(arg->argument),
			       TEXT_MAX);
	else if (odd < inner.n)
		gather_trouble(g, c, span_slice(inner, odd, 1), "a text for a "
			       "probe is instructions on registers and "
			       "numbers: letters, digits, blanks and "
			       "_ . , ; | + - * @ ! alone, and no directives");
	else if (blank < inner.n)
		gather_trouble(g, c, span_slice(inner, blank, 1), "a blank "
			       "stands between words, and only one");
	else
		return true;
	return false;
}

bool
gather_check_texts(struct gather *g, struct claim *c, const struct fact *f,
		   const struct expr *call)
{
	for (const struct expr *arg = call->args; arg; arg = arg->next) {
		const struct parameter *p = probe_parameter(f->probe,
							    arg->argument);
		struct str said;

		if (!p || !p->text ||
		    !probe_row_says(f->probe, f->settings, f->nsettings,
				    p->name, &said))
			continue;
		gather_trouble(g, c, arg->at, "the " STR_FMT " of the other "
			       "parameters is '" STR_FMT "' already",
			       STR_ARG(p->name), STR_ARG(said));
		return false;
	}
	return true;
}
