/*
 * Expressions as text: the canonical form that identifies a claim.
 *
 * The canonical text has one blank around operators, parentheses only where
 * precedence asks for them, and numbers in the fewest digits that read back
 * the same: parsing it gives the tree again, and its text is itself.
 *
 * It does not reorder: `a + b` and `b + a` are two texts, because a claim is
 * known by what its author wrote, not by what it comes to.
 */
#include "expr.h"

#include "arena.h"
#include "buf.h"
#include "expr_lex.h"
#include "expr_parser.h"

/* How tightly a node binds; a looser one needs parentheses. */
enum level {
	LEVEL_ALL = 1,
	LEVEL_COMPARE,
	LEVEL_SUM,
	LEVEL_PRODUCT,
	LEVEL_SIGN,
	LEVEL_POWER,
	LEVEL_OPERAND,
	LEVEL_PATH /* what stands before a `.`, `(` or `[` */
};

struct operator {
	const char *text;
	enum level level, left, right; /* of itself, asked of its sides */
};

static const struct operator operators[] = {
	[OP_NONE] = { "..", LEVEL_OPERAND, LEVEL_SUM, LEVEL_SUM },
	[OP_ADD] = { "+", LEVEL_SUM, LEVEL_SUM, LEVEL_PRODUCT },
	[OP_SUB] = { "-", LEVEL_SUM, LEVEL_SUM, LEVEL_PRODUCT },
	[OP_MUL] = { "*", LEVEL_PRODUCT, LEVEL_PRODUCT, LEVEL_SIGN },
	[OP_DIV] = { "/", LEVEL_PRODUCT, LEVEL_PRODUCT, LEVEL_SIGN },
	[OP_MOD] = { "mod", LEVEL_PRODUCT, LEVEL_PRODUCT, LEVEL_SIGN },
	[OP_POW] = { "^", LEVEL_POWER, LEVEL_OPERAND, LEVEL_SIGN },
	[OP_NEG] = { "-", LEVEL_SIGN, LEVEL_POWER, LEVEL_POWER },
	[OP_EQ] = { "==", LEVEL_COMPARE, LEVEL_SUM, LEVEL_SUM },
	[OP_NE] = { "!=", LEVEL_COMPARE, LEVEL_SUM, LEVEL_SUM },
	[OP_LT] = { "<", LEVEL_COMPARE, LEVEL_SUM, LEVEL_SUM },
	[OP_LE] = { "<=", LEVEL_COMPARE, LEVEL_SUM, LEVEL_SUM },
	[OP_GT] = { ">", LEVEL_COMPARE, LEVEL_SUM, LEVEL_SUM },
	[OP_GE] = { ">=", LEVEL_COMPARE, LEVEL_SUM, LEVEL_SUM },
	[OP_AND] = { "&", LEVEL_ALL, LEVEL_ALL, LEVEL_COMPARE },
	[OP_OLD] = { "old", LEVEL_OPERAND, LEVEL_OPERAND, LEVEL_OPERAND },
	[OP_HAS] = { "has", LEVEL_OPERAND, LEVEL_OPERAND, LEVEL_OPERAND },
	[OP_LACKS] = { "lacks", LEVEL_OPERAND, LEVEL_OPERAND, LEVEL_OPERAND },
	[OP_COUNT] = { "count", LEVEL_OPERAND, LEVEL_OPERAND, LEVEL_OPERAND },
};

struct writer {
	struct arena *arena;
	struct buf *out;
};

static void write_expr(struct writer *w, const struct expr *e,
		       enum level least);

const char *
expr_op_text(enum expr_op op)
{
	return operators[op].text;
}

bool
expr_is_condition(const struct expr *e)
{
	if (e->kind == EXPR_LISTING)
		return e->op != OP_COUNT;
	return e->kind == EXPR_BINARY && e->op >= OP_EQ && e->op <= OP_AND;
}

static void
write_whole(struct buf *out, uint32_t number)
{
	char digits[10];
	size_t at = sizeof digits;

	for (; number > 0; number /= 10)
		digits[--at] = (char)('0' + number % 10);
	buf_add(out, (struct str){ digits + at, sizeof digits - at });
}

void
expr_write_number(struct buf *out, double number)
{
	size_t before = out->n;
	double back;

	if (number >= 1 && number < 1e9 &&
	    !((double)(uint32_t)number < number)) {
		write_whole(out, (uint32_t)number);
		return;
	}
	for (int digits = 15; digits <= 17; digits++) {
		out->n = before;
		buf_printf(out, "%.*g", digits, number);
		if (str_number(str_skip(buf_str(out), before), &back) &&
		    !(back < number) && !(back > number))
			break;
	}
}

/*
 * Raw text with runs of blanks as one, none inside parentheses or before a
 * comma, one behind it. Strings are kept, and all of a text with apostrophes,
 * where a blank less could make a character constant of other bytes.
 */
static void
write_raw(struct buf *out, struct str raw)
{
	bool kept = str_find_byte(raw, '\'') < raw.n, blank = false;
	char last = '(';
	size_t n;

	for (; raw.n; raw = str_skip(raw, n)) {
		char c = raw.p[0];

		n = kept ? raw.n : expr_quoted(raw);
		if (!kept && byte_is_blank(c)) {
			blank = true;
			continue;
		}
		if (last == ',' || (blank && last != '(' && c != ')' &&
				    c != ','))
			buf_add_byte(out, ' ');
		buf_add(out, str_slice(raw, 0, n));
		blank = false;
		last = c;
	}
}

static void
write_args(struct writer *w, const struct expr *args)
{
	for (const struct expr *e = args; e; e = e->next) {
		if (e != args)
			buf_add(w->out, STR(", "));
		if (e->argument.n)
			buf_add(w->out, e->argument);
		if (e->argument.n)
			buf_add_byte(w->out, '=');
		write_expr(w, e, LEVEL_COMPARE);
	}
	buf_add_byte(w->out, ')');
}

static void
write_name(struct writer *w, const struct expr *e, enum level least)
{
	bool operator = least < LEVEL_PATH && e->page.n == 0 &&
			str_equal(e->text, STR("old"));

	buf_add(w->out, e->page);
	if (e->page.n)
		buf_add_byte(w->out, '#');
	if (operator)
		buf_add_byte(w->out, '(');
	buf_add(w->out, e->text);
	if (operator)
		buf_add_byte(w->out, ')');
}

static void
write_listing(struct writer *w, const struct expr *e)
{
	write_expr(w, e->left, LEVEL_OPERAND);
	buf_printf(w->out, " %s", expr_op_text(e->op));
	if (e->text_given) {
		buf_add_byte(w->out, ' ');
		buf_add(w->out, lex_quote(w->arena, e->text));
	}
	if (e->loop)
		buf_add(w->out, STR(" at loop"));
}

static void
write_binary(struct writer *w, const struct expr *e, enum level least)
{
	const struct operator *op = &operators[e->op];
	bool inside = op->level < least;

	if (inside)
		buf_add_byte(w->out, '(');
	if (e->kind == EXPR_BINARY) {
		write_expr(w, e->left, op->left);
		buf_add_byte(w->out, ' ');
	}
	buf_add(w->out, str_of(op->text));
	if (e->kind == EXPR_BINARY || e->op == OP_OLD)
		buf_add_byte(w->out, ' ');
	write_expr(w, e->kind == EXPR_BINARY ? e->right : e->left, op->right);
	if (inside)
		buf_add_byte(w->out, ')');
}

static void
write_expr(struct writer *w, const struct expr *e, enum level least)
{
	switch (e->kind) {
	case EXPR_NUMBER:
		expr_write_number(w->out, e->number);
		break;
	case EXPR_STRING:
		buf_add(w->out, lex_quote(w->arena, e->text));
		break;
	case EXPR_ARCH:
		buf_add(w->out, e->text);
		break;
	case EXPR_NAME:
		write_name(w, e, least);
		break;
	case EXPR_MEMBER:
		write_expr(w, e->left, LEVEL_PATH);
		buf_add_byte(w->out, '.');
		buf_add(w->out, e->text);
		break;
	case EXPR_CALL:
		write_expr(w, e->left, LEVEL_PATH);
		buf_add_byte(w->out, '(');
		write_args(w, e->args);
		break;
	case EXPR_INDEX:
		write_expr(w, e->left, LEVEL_PATH);
		buf_add_byte(w->out, '[');
		write_expr(w, e->right, LEVEL_SUM);
		buf_add_byte(w->out, ']');
		break;
	case EXPR_RAW:
		buf_printf(w->out, STR_FMT "(", STR_ARG(e->text));
		write_raw(w->out, e->raw);
		buf_add(w->out, e->args ? STR(", ") : STR(""));
		write_args(w, e->args);
		break;
	case EXPR_LISTING:
		write_listing(w, e);
		break;
	case EXPR_UNIT:
		buf_add_byte(w->out, '(');
		write_expr(w, e->left, LEVEL_OPERAND);
		buf_printf(w->out, " in " STR_FMT ")", STR_ARG(e->text));
		break;
	case EXPR_UNARY:
	case EXPR_BINARY:
		write_binary(w, e, least);
		break;
	}
}

struct str
expr_text(struct arena *a, const struct expr *e)
{
	struct buf out = { NULL, 0, 0 };
	struct writer w = { a, &out };
	struct str text;

	write_expr(&w, e, LEVEL_ALL);
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}
