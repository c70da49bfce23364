/*
 * Expressions of a test -> postfix formulas.
 *
 *	(n + 255) / 256		.n 255 + 256 div
 *	max(fma(a, b, old y[i]), 0)	.a .b i ~y fma 0 max
 *
 * A test speaks of C: whole numbers divide as there, and functions may have
 * C's `f` at their end. An array without an index stands for its element i.
 */
#include "recipe.h"

#include "arena.h"
#include "buf.h"
#include "expr.h"
#include "marker.h"
#include "recipe_parts.h"

static const struct {
	struct str name;
	const char *word;
	size_t nargs;
	bool whole; /* of whole numbers it is one */
} functions[] = {
	{ STR_INIT("abs"), "abs", 1, true },
	{ STR_INIT("fabs"), "abs", 1, true },
	{ STR_INIT("floor"), "floor", 1, false },
	{ STR_INIT("ceil"), "ceil", 1, false },
	{ STR_INIT("round"), "round", 1, false },
	{ STR_INIT("rint"), "round", 1, false },
	{ STR_INIT("trunc"), "trunc", 1, false },
	{ STR_INIT("sqrt"), "sqrt", 1, false },
	{ STR_INIT("rsqrt"), "rsqrt", 1, false },
	{ STR_INIT("exp"), "exp", 1, false },
	{ STR_INIT("exp2"), "exp2", 1, false },
	{ STR_INIT("expm1"), "expm1", 1, false },
	{ STR_INIT("log"), "log", 1, false },
	{ STR_INIT("log2"), "log2", 1, false },
	{ STR_INIT("log10"), "log10", 1, false },
	{ STR_INIT("log1p"), "log1p", 1, false },
	{ STR_INIT("sin"), "sin", 1, false },
	{ STR_INIT("cos"), "cos", 1, false },
	{ STR_INIT("tan"), "tan", 1, false },
	{ STR_INIT("tanh"), "tanh", 1, false },
	{ STR_INIT("sinh"), "sinh", 1, false },
	{ STR_INIT("cosh"), "cosh", 1, false },
	{ STR_INIT("erf"), "erf", 1, false },
	{ STR_INIT("cbrt"), "cbrt", 1, false },
	{ STR_INIT("min"), "min", 2, true },
	{ STR_INIT("max"), "max", 2, true },
	{ STR_INIT("fmin"), "min", 2, true },
	{ STR_INIT("fmax"), "max", 2, true },
	{ STR_INIT("pow"), "^", 2, false },
	{ STR_INIT("atan2"), "atan2", 2, false },
	{ STR_INIT("hypot"), "hypot", 2, false },
	{ STR_INIT("fma"), "fma", 3, true },
	{ STR_INIT("if"), "if", 3, true },
};

/* The number of a function; SIZE_MAX if there is none. */
static size_t
find_function(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(functions); i++)
		if (str_equal(functions[i].name, name) ||
		    (str_ends(name, STR("f")) &&
		     str_equal(functions[i].name,
			       str_slice(name, 0, name.n - 1))))
			return i;
	return SIZE_MAX;
}

static const char *
operator_word(enum expr_op op, bool whole)
{
	static const char *const words[] = {
		[OP_ADD] = "+", [OP_SUB] = "-", [OP_MUL] = "*",
		[OP_DIV] = "/", [OP_MOD] = "mod", [OP_POW] = "^",
		[OP_EQ] = "==", [OP_NE] = "!=", [OP_LT] = "<",
		[OP_LE] = "<=", [OP_GT] = ">", [OP_GE] = ">=",
		[OP_AND] = "&",
	};

	if (op == OP_DIV && whole)
		return "div";
	return (size_t)op < COUNT_OF(words) ? words[op] : NULL;
}

/* --- kinds of numbers ---------------------------------------------------- */

static bool
is_index(const struct expr *e)
{
	return e->kind == EXPR_NAME && str_equal(e->text, STR("i"));
}

static bool
is_whole_literal(const struct expr *e)
{
	struct str s = span_str(e->at);

	if (str_starts(s, STR("0x")))
		return true;
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_digit(s.p[i]))
			return false;
	return s.n > 0;
}

static bool
is_whole_variable(const struct recipe *r, struct str name)
{
	const struct variable *v = recipe_variable(r, name);

	return v && recipe_type(v->type) && recipe_type(v->type)->whole;
}

static bool
is_whole_call(const struct recipe *r, const struct expr *e)
{
	size_t f = e->left->kind == EXPR_NAME ? find_function(e->left->text) :
						SIZE_MAX;

	if (f == SIZE_MAX || !functions[f].whole)
		return false;
	for (const struct expr *arg = e->args; arg; arg = arg->next)
		if (!recipe_is_whole(r, arg))
			return false;
	return true;
}

bool
recipe_is_whole(const struct recipe *r, const struct expr *e)
{
	switch ((int)e->kind) {
	case EXPR_NUMBER:
		return is_whole_literal(e);
	case EXPR_NAME:
		return is_index(e) || is_whole_variable(r, e->text);
	case EXPR_INDEX:
		return e->left->kind == EXPR_NAME &&
		       is_whole_variable(r, e->left->text);
	case EXPR_UNARY:
		return recipe_is_whole(r, e->left);
	case EXPR_BINARY:
		return e->op != OP_POW && recipe_is_whole(r, e->left) &&
		       recipe_is_whole(r, e->right);
	case EXPR_CALL:
		return is_whole_call(r, e);
	default:
		return false;
	}
}

bool
recipe_has_index(const struct expr *e)
{
	return recipe_uses(e, STR("i"));
}

const struct variable *
recipe_array(const struct recipe *r, const struct expr *e)
{
	const struct variable *v = NULL;

	if (!e || (e->kind == EXPR_CALL && recipe_is_number(e)))
		return NULL;
	if (e->kind == EXPR_NAME) {
		v = recipe_variable(r, e->text);
		return v && v->size ? v : NULL;
	}
	if (e->kind == EXPR_INDEX && is_index(e->right) &&
	    e->left->kind == EXPR_NAME)
		return recipe_array(r, e->left);
	if (e->kind == EXPR_INDEX)
		return recipe_array(r, e->right);
	if (e->kind != EXPR_CALL)
		v = recipe_array(r, e->left);
	for (const struct expr *arg = e->args; !v && arg; arg = arg->next)
		v = recipe_array(r, arg);
	return v ? v : recipe_array(r, e->right);
}

bool
recipe_count(struct recipe *r, struct buf *out, const struct variable *v)
{
	unsigned lanes = recipe_type(v->type)->lanes;

	if (!recipe_formula(r, out, v->size))
		return false;
	if (lanes > 1)
		buf_printf(out, " %u *", lanes);
	return true;
}

/* --- words --------------------------------------------------------------- */

/* Digits alone are a whole number there as here. */
static void
add_number(struct buf *out, const struct expr *e)
{
	struct str s = span_str(e->at);
	bool whole = is_whole_literal(e);
	size_t from = out->n;

	if (whole && !str_starts(s, STR("0x"))) {
		buf_printf(out, " " STR_FMT, STR_ARG(s));
		return;
	}
	buf_printf(out, " %.17g", e->number);
	if (!whole && str_is_digits(str_skip(buf_str(out), from + 1)))
		buf_add(out, STR(".0"));
}

static bool
add_name(struct recipe *r, struct buf *out, const struct expr *e, bool old)
{
	const struct variable *v = recipe_variable(r, e->text);

	if (is_index(e)) {
		buf_add(out, STR(" i"));
		return true;
	}
	if (e->page.n > 0 || !v)
		return recipe_refuse(r, e, "a test knows its own variables "
				     "only");
	if (v->size)
		buf_printf(out, " i %c" STR_FMT, old ? '~' : '@',
			   STR_ARG(v->name));
	else
		buf_printf(out, " ." STR_FMT, STR_ARG(v->name));
	return true;
}

static bool
add_element(struct recipe *r, struct buf *out, const struct expr *e, bool old)
{
	const struct variable *v = e->left->kind == EXPR_NAME ?
		recipe_variable(r, e->left->text) : NULL;
	struct buf whole = { 0 };
	bool good, is = false;

	if (v && v->size) {
		if (!recipe_formula(r, out, e->right))
			return false;
		buf_printf(out, " %c" STR_FMT, old ? '~' : '@',
			   STR_ARG(v->name));
		return true;
	}
	/* Of a reference: `prefix_sum(x)[3]`. */
	good = e->left->kind == EXPR_CALL && !old &&
	       recipe_reference(r, &whole, e->left, &is);
	if (good && is && str_starts(buf_str(&whole), STR(" i @$"))) {
		good = recipe_formula(r, out, e->right);
		buf_add(out, str_skip(buf_str(&whole), 2));
	} else if (r->diag) {
		good = recipe_refuse(r, e, "expected an element of an array");
	}
	buf_free(&whole);
	return good;
}

static bool
add_call(struct recipe *r, struct buf *out, const struct expr *e)
{
	size_t f, n = 0;
	bool is = false;

	if (e->left->kind != EXPR_NAME)
		return recipe_refuse(r, e, "expected the name of a function");
	if (!recipe_reference(r, out, e, &is))
		return false;
	if (is)
		return true;
	f = find_function(e->left->text);
	if (f == SIZE_MAX)
		return recipe_refuse(r, e->left, "a test knows no function '"
				     STR_FMT "'", STR_ARG(e->left->text));
	for (const struct expr *arg = e->args; arg; arg = arg->next, n++)
		if (!recipe_formula(r, out, arg))
			return false;
	if (n != functions[f].nargs)
		return recipe_refuse(r, e, "'" STR_FMT "' takes %zu numbers, "
				     "found %zu", STR_ARG(e->left->text),
				     functions[f].nargs, n);
	buf_printf(out, " %s", functions[f].word);
	return true;
}

static bool
add_binary(struct recipe *r, struct buf *out, const struct expr *e)
{
	bool whole = recipe_is_whole(r, e->left) &&
		     recipe_is_whole(r, e->right);
	const char *word = operator_word(e->op, whole);

	if (!word)
		return recipe_refuse(r, e, "this has no place in a test");
	if (!recipe_formula(r, out, e->left) ||
	    !recipe_formula(r, out, e->right))
		return false;
	buf_printf(out, " %s", word);
	return true;
}

static bool
add_unary(struct recipe *r, struct buf *out, const struct expr *e)
{
	if (e->op == OP_OLD && !r->after)
		return recipe_refuse(r, e, "there is an old value after the "
				     "launches only");
	if (e->op == OP_OLD && e->left->kind == EXPR_INDEX)
		return add_element(r, out, e->left, true);
	if (e->op == OP_OLD && e->left->kind == EXPR_NAME)
		return add_name(r, out, e->left, true);
	if (e->op != OP_NEG)
		return recipe_refuse(r, e, "expected an array behind 'old'");
	if (!recipe_formula(r, out, e->left))
		return false;
	buf_add(out, STR(" neg"));
	return true;
}

bool
recipe_formula(struct recipe *r, struct buf *out, const struct expr *e)
{
	if (!recipe_is_shallow(r, e))
		return false;
	switch ((int)e->kind) {
	case EXPR_NUMBER:
		add_number(out, e);
		return true;
	case EXPR_NAME:
		return add_name(r, out, e, false);
	case EXPR_INDEX:
		return add_element(r, out, e, false);
	case EXPR_UNARY:
		return add_unary(r, out, e);
	case EXPR_BINARY:
		return add_binary(r, out, e);
	case EXPR_CALL:
		return add_call(r, out, e);
	default:
		return recipe_refuse(r, e, "this has no place in a test");
	}
}
