/*
 * Expressions: text of a marker -> tree, by recursive descent; one function a
 * production of the grammar in expr.h, in its order.
 *
 * The idea: there are no tokens and no keywords. A name is a name wherever an
 * operand may stand, so `in`, `old` and `count` can be variables of a test;
 * words mean something only where an operator may stand. What cannot go on an
 * expression ends it, and the caller says whether that is an error.
 *
 * Every node knows its bytes and its height. Nesting is bounded twice: the
 * descent by NESTING_MAX (parentheses make no node), the tree by
 * EXPR_DEPTH_MAX, so that everyone may walk it by recursion.
 *
 * It knows no fact, function or unit: whether `format.fp61` exists is said by
 * those who look it up.
 */
#include "expr.h"

#include "arena.h"
#include "diag.h"
#include "expr_lex.h"
#include "expr_parser.h"

#define NESTING_MAX (4 * EXPR_DEPTH_MAX)

const struct expr_symbol expr_comparisons[] = {
	{ "==", OP_EQ }, { "!=", OP_NE }, { "<=", OP_LE },
	{ ">=", OP_GE }, { "<", OP_LT },  { ">", OP_GT },
	{ NULL, OP_NONE },
};
const struct expr_symbol expr_sums[] = {
	{ "+", OP_ADD }, { "-", OP_SUB }, { NULL, OP_NONE },
};
const struct expr_symbol expr_products[] = {
	{ "*", OP_MUL }, { "/", OP_DIV }, { "mod", OP_MOD },
	{ "%", OP_MOD }, { NULL, OP_NONE },
};
const struct expr_symbol expr_tests[] = {
	{ "has", OP_HAS }, { "lacks", OP_LACKS }, { "count", OP_COUNT },
	{ NULL, OP_NONE },
};

static struct expr *parse_unary(struct expr_parser *p);

struct expr *
expr_node(struct expr_parser *p, enum expr_kind kind, struct span at)
{
	struct expr *e = arena_alloc(p->arena, sizeof(*e));

	e->kind = kind;
	e->at = at;
	e->fact = -1;
	e->height = 1;
	return e;
}

struct span
expr_span_to(const struct expr_parser *p, struct span from)
{
	from.n = p->rest.at - from.at;
	return lex_trim(from);
}

struct expr *
expr_close(struct expr_parser *p, struct expr *e, const struct expr *child)
{
	e->at = expr_span_to(p, e->at);
	if (child && child->height >= e->height)
		e->height = child->height + 1;
	if (e->height <= EXPR_DEPTH_MAX)
		return e;
	diag_error(p->diag, e->at, "expression is more than %d levels deep",
		   EXPR_DEPTH_MAX);
	return NULL;
}

bool
expr_nest(struct expr_parser *p)
{
	if (++p->nesting <= NESTING_MAX)
		return true;
	diag_error(p->diag, lex_token(p->rest),
		   "expression is nested more than %d levels deep",
		   NESTING_MAX);
	return false;
}

enum expr_op
expr_op_take(struct expr_parser *p, const struct expr_symbol *table)
{
	struct span ahead = p->rest;
	char next;

	if (lex_end(&ahead))
		return OP_NONE;
	next = lex_byte(ahead, 0);
	for (; table->text; table++) {
		bool word = byte_is_name(table->text[0]);

		if (table->text[0] != next)
			continue;
		if (word ? lex_take_name(&p->rest, table->text)
			 : lex_take(&p->rest, table->text))
			return table->op;
	}
	return OP_NONE;
}

enum expr_op
expr_op_peek(const struct expr_parser *p, const struct expr_symbol *table)
{
	struct expr_parser ahead = *p;

	return expr_op_take(&ahead, table);
}

static struct expr *
binary_make(struct expr_parser *p, enum expr_op op, struct expr *left,
	    struct expr *right)
{
	struct expr *e = expr_node(p, EXPR_BINARY, left->at);

	e->op = op;
	e->left = left;
	e->right = right;
	if (!expr_close(p, e, left))
		return NULL;
	return expr_close(p, e, right);
}

/* `CONDITION ? a : b` is a way to write `if(CONDITION, a, b)`. */
static struct expr *
parse_choice(struct expr_parser *p, struct expr *condition)
{
	struct expr *e, *yes, *no;

	if (!condition || !lex_take(&p->rest, "?"))
		return condition;
	if (!expr_nest(p))
		return NULL;
	yes = expr_any(p);
	if (yes && !lex_take(&p->rest, ":")) {
		lex_expected(p->diag, p->rest, "':' or an operator");
		yes = NULL;
	}
	no = yes ? expr_any(p) : NULL;
	p->nesting--;
	if (!no)
		return NULL;
	e = expr_node(p, EXPR_CALL, condition->at);
	e->left = expr_node(p, EXPR_NAME, condition->at);
	e->left->text = STR("if");
	e->args = condition;
	condition->next = yes;
	yes->next = no;
	return expr_close(p, e, condition) && expr_close(p, e, yes) ?
		       expr_close(p, e, no) : NULL;
}

struct expr *
expr_any(struct expr_parser *p)
{
	return parse_choice(p, expr_all(p));
}

struct expr *
expr_argument(struct expr_parser *p)
{
	return parse_choice(p, expr_compare(p));
}

struct expr *
expr_all(struct expr_parser *p)
{
	struct expr *e = expr_compare(p);

	while (e && lex_take(&p->rest, "&")) {
		struct expr *right = expr_compare(p);

		e = right ? binary_make(p, OP_AND, e, right) : NULL;
	}
	return e;
}

struct expr *
expr_compare(struct expr_parser *p)
{
	struct expr *e = expr_value(p), *right;
	enum expr_op op = e ? expr_op_take(p, expr_comparisons) : OP_NONE;

	if (op == OP_NONE)
		return e;
	right = expr_value(p);
	e = right ? binary_make(p, op, e, right) : NULL;
	if (e && expr_op_peek(p, expr_comparisons) != OP_NONE) {
		diag_error(p->diag, lex_token(p->rest),
			   "comparisons do not chain: join two with '&'");
		return NULL;
	}
	return e;
}

static struct expr *
parse_product(struct expr_parser *p)
{
	struct expr *e = parse_unary(p);
	enum expr_op op;

	while (e && (op = expr_op_take(p, expr_products)) != OP_NONE) {
		struct expr *right = parse_unary(p);

		e = right ? binary_make(p, op, e, right) : NULL;
	}
	return e;
}

struct expr *
expr_value(struct expr_parser *p)
{
	struct expr *e = parse_product(p);
	enum expr_op op;

	while (e && (op = expr_op_take(p, expr_sums)) != OP_NONE) {
		struct expr *right = parse_product(p);

		e = right ? binary_make(p, op, e, right) : NULL;
	}
	return e;
}

struct expr *
expr_unary(struct expr_parser *p, enum expr_op op, struct span from,
	   struct expr *left)
{
	struct expr *e;

	if (!left)
		return NULL;
	e = expr_node(p, EXPR_UNARY, from);
	e->op = op;
	e->left = left;
	return expr_close(p, e, left);
}

static struct expr *
parse_power(struct expr_parser *p)
{
	struct expr *e = expr_operand(p), *right;

	if (!e || !lex_take(&p->rest, "^"))
		return e;
	right = parse_unary(p);
	return right ? binary_make(p, OP_POW, e, right) : NULL;
}

static struct expr *
parse_unary(struct expr_parser *p)
{
	struct span from;
	struct expr *e;

	if (!expr_nest(p))
		return NULL;
	lex_end(&p->rest);
	from = p->rest;
	if (lex_take(&p->rest, "-"))
		e = expr_unary(p, OP_NEG, from, parse_unary(p));
	else
		e = parse_power(p);
	p->nesting--;
	return e;
}

static struct expr *
parse_with(struct arena *a, struct span *text, struct diag *d, bool all)
{
	struct expr_parser p = { a, d, *text, 0 };
	struct expr *e = all ? expr_any(&p) : expr_value(&p);

	if (e)
		*text = p.rest;
	return e;
}

struct expr *
expr_parse(struct arena *a, struct span *text, struct diag *d)
{
	return parse_with(a, text, d, true);
}

struct expr *
expr_parse_value(struct arena *a, struct span *text, struct diag *d)
{
	return parse_with(a, text, d, false);
}
