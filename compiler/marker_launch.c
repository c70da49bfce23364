/*
 * Launches: `kernel<<<grid, block, shared>>>(args)` as CUDA writes them, or
 * `y[i] = f(x[i])`, a device function of the page on each element.
 *
 * A kernel that is a template is named with its arguments, `sum<float, 4>`;
 * they stay text, for the compiler of the page's code to read.
 */
#include "marker.h"

#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "expr_lex.h"
#include "marker_parts.h"

/* Bytes of `name` or `name<…>` at the start of text; 0 for none. */
static size_t
kernel_length(struct span text)
{
	struct span name = lex_name(text);
	size_t n = name.n, depth = 0;

	if (n == 0 || name.at != text.at || lex_byte(text, n) != '<' ||
	    lex_byte(text, n + 1) == '<')
		return n;
	for (; n < text.n; n++) {
		char c = lex_byte(text, n);

		depth += c == '<';
		if (c == '>' && --depth == 0)
			return n + 1;
		if (!byte_is_name(c) && !byte_is_blank(c) && c != ',' &&
		    c != ':' && c != '<' && c != '>')
			return 0;
	}
	return 0;
}

bool
marker_at_launch(struct span text)
{
	size_t n;

	lex_end(&text);
	n = kernel_length(text);
	lex_advance(&text, n);
	return n && lex_take(&text, "<<<");
}

static bool
mark_take(struct reader *r, const char *mark, const char *what)
{
	if (lex_take(&r->rest, mark))
		return true;
	lex_expected(r->diag, r->rest, what);
	return false;
}

static bool
parse_value(struct reader *r, struct expr **out)
{
	*out = expr_parse_value(r->arena, &r->rest, r->diag);
	return *out != NULL;
}

static bool
parse_configuration(struct reader *r, struct launch *l)
{
	if (!parse_value(r, &l->grid) ||
	    !mark_take(r, ",", "',' and the threads of a block") ||
	    !parse_value(r, &l->block))
		return false;
	if (lex_take(&r->rest, ",") && !parse_value(r, &l->shared))
		return false;
	return mark_take(r, ">>>", "'>>>' or an operator");
}

static bool
parse_args(struct reader *r, struct launch *l)
{
	struct expr **end = &l->args;

	if (!mark_take(r, "(", "'(' and the kernel's arguments"))
		return false;
	if (lex_take(&r->rest, ")"))
		return true;
	do {
		if (!parse_value(r, end))
			return false;
		end = &(*end)->next;
	} while (lex_take(&r->rest, ","));
	return mark_take(r, ")", "',', ')' or an operator");
}

static bool
parse_kernel(struct reader *r, struct launch *l)
{
	size_t n;

	lex_end(&r->rest);
	n = kernel_length(r->rest);
	l->kernel = span_str(span_slice(r->rest, 0, n));
	lex_advance(&r->rest, n);
	return mark_take(r, "<<<", "'<<<'") && parse_configuration(r, l) &&
	       parse_args(r, l);
}

/* `y[i] = f(args)`: kbc makes the kernel around it. */
static bool
parse_elements(struct reader *r, struct launch *l)
{
	struct expr *call;

	if (!parse_value(r, &l->target) || !mark_take(r, "=", "'='") ||
	    !parse_value(r, &call))
		return false;
	if (l->target->kind != EXPR_INDEX ||
	    l->target->left->kind != EXPR_NAME) {
		diag_error(r->diag, l->target->at,
			   "expected an element of an array");
		return false;
	}
	if (call->kind != EXPR_CALL || call->left->kind != EXPR_NAME) {
		diag_error(r->diag, call->at,
			   "expected a call of a device function");
		return false;
	}
	l->kernel = call->left->text;
	l->args = call->args;
	return true;
}

bool
marker_parse_launch(struct reader *r, struct launch **out)
{
	struct launch *l = arena_alloc(r->arena, sizeof(*l));
	bool kernel = marker_at_launch(r->rest);

	lex_end(&r->rest);
	l->at = r->rest;
	*out = l;
	if (kernel ? !parse_kernel(r, l) : !parse_elements(r, l))
		return false;
	l->at.n = r->rest.at - l->at.at;
	l->at = lex_trim(l->at);
	return true;
}
