/*
 * The operands of expressions: numbers, texts, names with their members, calls
 * and indices, the raw functions and the tests behind them, units.
 *
 * The idea: what a name means is decided by what follows it. `regs(` begins
 * text of another language, `regs` alone is a variable; `ilp-basics#lat` is a
 * name of another page because of the `#`; `x in us` has its unit inside the
 * expression only if an operator shows that the expression goes on.
 */
#include "expr.h"

#include <string.h>

#include "diag.h"
#include "expr_lex.h"
#include "expr_parser.h"
#include "quantity.h"

static struct expr *
parse_string(struct expr_parser *p)
{
	struct expr *e = expr_node(p, EXPR_STRING, p->rest);

	if (!lex_string(p->arena, &p->rest, &e->text, p->diag))
		return NULL;
	return expr_close(p, e, NULL);
}

/* Takes the mark that closes `open`, or says what stands there. */
static bool
close_take(struct expr_parser *p, struct span open, const char *mark,
	   const char *what)
{
	if (lex_take(&p->rest, mark))
		return true;
	lex_expected(p->diag, p->rest, what);
	diag_note(p->diag, open, "opened here");
	return false;
}

static struct expr *
parse_parenthesis(struct expr_parser *p)
{
	struct span from = p->rest, open = span_slice(from, 0, 1);
	struct expr *e;

	lex_advance(&p->rest, 1);
	if (!expr_nest(p))
		return NULL;
	e = expr_any(p);
	p->nesting--;
	if (!e || !close_take(p, open, ")", "')' or an operator"))
		return NULL;
	e->at = expr_span_to(p, from);
	return e;
}

/* `name =` of a named argument; takes it. */
static struct span
argument_take(struct expr_parser *p)
{
	struct span name = lex_name(p->rest);
	struct span rest = p->rest;

	if (name.n == 0)
		return name;
	lex_end(&rest);
	lex_advance(&rest, name.n);
	if (!lex_take(&rest, "=") || lex_byte(rest, 0) == '=')
		return span_slice(name, 0, 0);
	p->rest = rest;
	return name;
}

/* Whether e, the last of a list of arguments, has a name of its own. */
static bool
argument_is_new(struct expr_parser *p, const struct expr *list,
		const struct expr *e)
{
	for (; e->argument.n > 0 && list != e; list = list->next) {
		if (!str_equal(list->argument, e->argument))
			continue;
		diag_error(p->diag, e->argument_at, "'" STR_FMT "=' is given "
			   "twice", STR_ARG(e->argument));
		return false;
	}
	return true;
}

bool
expr_arguments(struct expr_parser *p, struct expr *call, struct expr **end,
	       struct span open)
{
	struct expr **first = end;

	if (!expr_nest(p))
		return false;
	do {
		struct span name = argument_take(p);
		struct expr *e = expr_argument(p);

		if (!e)
			return false;
		e->argument = span_str(name);
		e->argument_at = name;
		*end = e;
		if (!argument_is_new(p, *first, e))
			return false;
		end = &e->next;
		if (e->height >= call->height)
			call->height = e->height + 1;
	} while (lex_take(&p->rest, ","));
	p->nesting--;
	return close_take(p, open, ")", "',', ')' or an operator");
}

static struct expr *
parse_call(struct expr_parser *p, struct expr *left)
{
	struct expr *e = expr_node(p, EXPR_CALL, left->at);
	struct span open = span_slice(p->rest, 0, 1);

	lex_advance(&p->rest, 1);
	e->left = left;
	if (!lex_take(&p->rest, ")") &&
	    !expr_arguments(p, e, &e->args, open))
		return NULL;
	return expr_close(p, e, left);
}

static struct expr *
parse_index(struct expr_parser *p, struct expr *left)
{
	struct expr *e = expr_node(p, EXPR_INDEX, left->at);
	struct span open = span_slice(p->rest, 0, 1);

	lex_advance(&p->rest, 1);
	if (!expr_nest(p))
		return NULL;
	e->left = left;
	e->right = expr_value(p);
	p->nesting--;
	if (!e->right || !close_take(p, open, "]", "']' or an operator") ||
	    !expr_close(p, e, left))
		return NULL;
	return expr_close(p, e, e->right);
}

static struct expr *
parse_member(struct expr_parser *p, struct expr *left)
{
	struct expr *e = expr_node(p, EXPR_MEMBER, left->at);
	struct span name;

	lex_advance(&p->rest, 1);
	name = lex_name(p->rest);
	if (name.n == 0 || name.at != p->rest.at) {
		lex_expected(p->diag, p->rest, "a name directly behind '.'");
		return NULL;
	}
	lex_advance(&p->rest, name.n);
	e->left = left;
	e->text = span_str(name);
	return expr_close(p, e, left);
}

/* Members, calls and indices behind a name. */
static struct expr *
parse_path(struct expr_parser *p, struct expr *e)
{
	while (e) {
		struct span rest = p->rest;

		if (lex_byte(rest, 0) == '.' && lex_byte(rest, 1) != '.') {
			e = parse_member(p, e);
			continue;
		}
		lex_end(&rest);
		if (lex_byte(rest, 0) != '(' && lex_byte(rest, 0) != '[')
			break;
		p->rest = rest;
		e = lex_byte(rest, 0) == '(' ? parse_call(p, e)
					     : parse_index(p, e);
	}
	return e;
}

/* Whether e may be followed by has, lacks and count. */
static bool
is_listing(const struct expr *e)
{
	const struct expr *head = e->kind == EXPR_CALL ? e->left : e;

	if (head->kind == EXPR_RAW)
		return str_equal(head->text, STR("ptx")) ||
		       str_equal(head->text, STR("sass"));
	return head->kind == EXPR_NAME && head->page.n == 0 &&
	       str_equal(head->text, STR("metric_text"));
}

static bool
loop_take(struct expr_parser *p)
{
	struct span rest = p->rest;

	if (!lex_take_name(&rest, "at") || !lex_take_name(&rest, "loop"))
		return false;
	p->rest = rest;
	return true;
}

static struct expr *
parse_test(struct expr_parser *p, struct expr *left)
{
	enum expr_op op = expr_op_take(p, expr_tests);
	struct expr *e;

	if (op == OP_NONE)
		return left;
	if (!is_listing(left)) {
		diag_error(p->diag, left->at, "'%s' stands behind ptx(), "
			   "sass() and metric_text() only", expr_op_text(op));
		return NULL;
	}
	e = expr_node(p, EXPR_LISTING, left->at);
	e->op = op;
	e->left = left;
	lex_end(&p->rest);
	e->text_given = lex_byte(p->rest, 0) == '"';
	if (!e->text_given && lex_unquoted(p->rest)) {
		lex_expected(p->diag, p->rest, "a text in quotes");
		return NULL;
	}
	if (e->text_given &&
	    !lex_string(p->arena, &p->rest, &e->text, p->diag))
		return NULL;
	e->loop = loop_take(p);
	return expr_close(p, e, left);
}

/* Length of `page` in `page#name` at the start of text; 0 if it is none. */
static size_t
page_length(struct span text)
{
	size_t n = 0;
	char c = lex_byte(text, 0);

	if (c == '_' || byte_is_digit(c))
		return 0;
	while (byte_is_name(c) || c == '-' || c == '/')
		c = lex_byte(text, ++n);
	return c == '#' ? n : 0;
}

static struct expr *
parse_name(struct expr_parser *p)
{
	struct expr *e = expr_node(p, EXPR_NAME, p->rest);
	size_t n = page_length(p->rest);
	struct span name;

	if (n) {
		e->page = span_str(span_slice(p->rest, 0, n));
		lex_advance(&p->rest, n + 1);
	}
	name = lex_name(p->rest);
	if (name.n == 0 || name.at != p->rest.at) {
		lex_expected(p->diag, p->rest, "a name directly behind '#'");
		return NULL;
	}
	lex_advance(&p->rest, name.n);
	if (n == 0 && expr_is_raw(name, p->rest)) {
		e = expr_raw(p, name);
	} else {
		e->text = span_str(name);
		e = parse_path(p, expr_close(p, e, NULL));
	}
	return e ? parse_test(p, e) : NULL;
}

/* `sm_90a`: a name that starts so and goes on with a digit. */
static bool
is_arch(struct span name)
{
	return str_starts(span_str(name), STR("sm_")) &&
	       byte_is_digit(lex_byte(name, 3));
}

static struct expr *
parse_arch(struct expr_parser *p, struct span name)
{
	struct expr *e = expr_node(p, EXPR_ARCH, name);
	int number;
	char suffix;

	if (!arch_parse(&e->text, &number, &suffix, span_str(name))) {
		diag_error(p->diag, name, STR_FMT,
			   STR_ARG(arch_complaint(p->arena, span_str(name))));
		return NULL;
	}
	lex_advance(&p->rest, name.n);
	return expr_close(p, e, NULL);
}

/* `old` before another name is an operator, else a name itself. */
static bool
is_old(struct span rest)
{
	return lex_take_name(&rest, "old") && lex_name(rest).n &&
	       !lex_take_name(&rest, "old");
}

static struct expr *
parse_old(struct expr_parser *p)
{
	struct span from = p->rest;
	struct expr *e;

	lex_take_name(&p->rest, "old");
	lex_end(&p->rest);
	e = expr_node(p, EXPR_NAME, p->rest);
	e->text = span_str(lex_name(p->rest));
	lex_advance(&p->rest, e->text.n);
	return expr_unary(p, OP_OLD, from,
			  parse_path(p, expr_close(p, e, NULL)));
}

static struct expr *
parse_postfix(struct expr_parser *p)
{
	struct span name;
	char c;

	lex_end(&p->rest);
	c = lex_byte(p->rest, 0);
	if (byte_is_digit(c) ||
	    (c == '.' && byte_is_digit(lex_byte(p->rest, 1))))
		return expr_number(p);
	if (c == '"')
		return parse_string(p);
	if (c == '(')
		return parse_parenthesis(p);
	name = lex_name(p->rest);
	if (name.n == 0) {
		lex_expected(p->diag, p->rest, "an expression");
		return NULL;
	}
	if (is_arch(name))
		return parse_arch(p, name);
	return is_old(p->rest) ? parse_old(p) : parse_name(p);
}

/* The unit at the start of text: up to a blank, `)`, `]`, `,`, `&`. */
static struct span
unit_span(struct span text)
{
	struct span word = lex_word(text);
	size_t n = 0;

	while (n < word.n && !strchr(")],&", lex_byte(word, n)))
		n++;
	return span_slice(word, 0, n);
}

/* Whether what follows a unit shows that it belongs to the expression. */
static bool
unit_goes_on(const struct expr_parser *p)
{
	struct expr_parser ahead = *p;

	lex_end(&ahead.rest);
	return ahead.rest.n &&
	       (strchr(")],&^", lex_byte(ahead.rest, 0)) ||
		expr_op_peek(p, expr_sums) || expr_op_peek(p, expr_products) ||
		expr_op_peek(p, expr_comparisons));
}

struct expr *
expr_operand(struct expr_parser *p)
{
	struct expr *left = parse_postfix(p), *e;
	struct expr_parser ahead = *p;
	struct span unit;
	struct unit known;

	if (!left || !lex_take_name(&ahead.rest, "in"))
		return left;
	unit = unit_span(ahead.rest);
	lex_end(&ahead.rest);
	lex_advance(&ahead.rest, unit.n);
	if (unit.n == 0 || !unit_goes_on(&ahead))
		return left;
	if (!unit_parse(&known, span_str(unit))) {
		diag_error(p->diag, unit, "unknown unit '" STR_FMT "'",
			   STR_ARG(span_str(unit)));
		return NULL;
	}
	p->rest = ahead.rest;
	e = expr_node(p, EXPR_UNIT, left->at);
	e->left = left;
	e->text = span_str(unit);
	return expr_close(p, e, left);
}
