/*
 * Expressions as a tree in one line, for tests: operators stand first in
 * parentheses, so that what binds to what is seen.
 *
 *	1 - a.time / b	->  (- 1 (/ a.time b))
 *	sass(k) has	->  (has sass{k})
 */
#include "expr.h"

#include "buf.h"
#include "expr_parser.h"

static void
dump_list(struct buf *out, const struct expr *e)
{
	for (; e; e = e->next) {
		if (e->argument.n)
			buf_printf(out, STR_FMT "=", STR_ARG(e->argument));
		expr_dump(out, e);
		if (e->next)
			buf_add(out, STR(", "));
	}
}

/* `(op left right)`; the sides that are there. */
static void
dump_operator(struct buf *out, const struct expr *e)
{
	buf_printf(out, "(%s ", e->op == OP_NEG ? "neg" : expr_op_text(e->op));
	expr_dump(out, e->left);
	if (e->right) {
		buf_add_byte(out, ' ');
		expr_dump(out, e->right);
	}
	if (e->text_given)
		buf_printf(out, " \"" STR_FMT "\"", STR_ARG(e->text));
	buf_add(out, e->loop ? STR(" at loop)") : STR(")"));
}

static void
dump_raw(struct buf *out, const struct expr *e)
{
	buf_printf(out, STR_FMT "{" STR_FMT "}", STR_ARG(e->text),
		   STR_ARG(e->raw));
	if (!e->args)
		return;
	buf_add_byte(out, '(');
	dump_list(out, e->args);
	buf_add_byte(out, ')');
}

void
expr_dump(struct buf *out, const struct expr *e)
{
	switch (e->kind) {
	case EXPR_NUMBER:
		expr_write_number(out, e->number);
		break;
	case EXPR_STRING:
		buf_printf(out, "\"" STR_FMT "\"", STR_ARG(e->text));
		break;
	case EXPR_ARCH:
		buf_printf(out, "<" STR_FMT ">", STR_ARG(e->text));
		break;
	case EXPR_NAME:
		if (e->page.n)
			buf_printf(out, STR_FMT "#", STR_ARG(e->page));
		buf_add(out, e->text);
		break;
	case EXPR_MEMBER:
		expr_dump(out, e->left);
		buf_printf(out, "." STR_FMT, STR_ARG(e->text));
		break;
	case EXPR_CALL:
		expr_dump(out, e->left);
		buf_add_byte(out, '(');
		dump_list(out, e->args);
		buf_add_byte(out, ')');
		break;
	case EXPR_INDEX:
		expr_dump(out, e->left);
		buf_add_byte(out, '[');
		expr_dump(out, e->right);
		buf_add_byte(out, ']');
		break;
	case EXPR_RAW:
		dump_raw(out, e);
		break;
	case EXPR_UNIT:
		buf_add(out, STR("(in "));
		expr_dump(out, e->left);
		buf_printf(out, " " STR_FMT ")", STR_ARG(e->text));
		break;
	case EXPR_LISTING:
	case EXPR_UNARY:
	case EXPR_BINARY:
		dump_operator(out, e);
		break;
	}
}
