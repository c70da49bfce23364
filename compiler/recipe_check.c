/*
 * Checks -> lines of a MANIFEST.
 *
 *	check y[i] == 2 * x[i]		check eq ; .n ; i @y
 *					at y ; i
 *					right 2 i @x *
 *					text y[i] == 2 * x[i]
 *
 * Which elements: an array without an index or with `i` means all of them, a
 * number as the index that one. Of `fails wrong COND` the condition is a check
 * like any other: it says what comes out.
 */
#include "recipe.h"

#include "arena.h"
#include "buf.h"
#include "expr.h"
#include "marker.h"
#include "recipe_parts.h"

/* Longer texts are cut: they are for people. */
#define TEXT_MAX 200

struct str
recipe_check_text(struct arena *a, struct span check)
{
	struct str s = span_str(check), line;
	struct buf out = { 0 };
	bool blank = true;

	s = str_trim(str_skip(s, str_name_length(s)));
	for (size_t i = 0; i < s.n && out.n < TEXT_MAX; i++) {
		char c = s.p[i];

		if (!byte_is_blank(c))
			buf_add_byte(&out, c > ' ' && c <= '~' ? c : '?');
		else if (!blank)
			buf_add_byte(&out, ' ');
		blank = byte_is_blank(c);
	}
	line = arena_copy(a, str_trim(buf_str(&out)));
	buf_free(&out);
	return line;
}

/* The array of the left side when it is one, or an element of one. */
static const struct variable *
left_array(const struct recipe *r, const struct expr *e)
{
	const struct expr *name = e->kind == EXPR_INDEX ? e->left : e;
	const struct variable *v = name->kind == EXPR_NAME ?
		recipe_variable(r, name->text) : NULL;

	return v && v->size ? v : NULL;
}

/* The array whose elements a check runs over; NULL: it is one number. */
static const struct variable *
find_domain(const struct recipe *r, const struct check *c)
{
	const struct variable *left = left_array(r, c->left);
	const struct variable *v = recipe_array(r, c->left);

	if (v)
		return v;
	if (!recipe_has_index(c->left))
		return NULL;
	v = c->right ? recipe_array(r, c->right) : NULL;
	return v ? v : left;
}

/* The first lines; the words of the left side are added to left. */
static bool
add_head(struct recipe *r, const struct check *c, struct buf *left)
{
	static const char *const words[] = {
		[COMPARE_EQ] = "eq", [COMPARE_NE] = "ne", [COMPARE_LT] = "lt",
		[COMPARE_LE] = "le", [COMPARE_GT] = "gt", [COMPARE_GE] = "ge",
	};
	const struct variable *domain = find_domain(r, c);
	const struct variable *array = left_array(r, c->left);
	struct buf count = { 0 }, index = { 0 };
	bool good;

	good = domain ? recipe_count(r, &count, domain) : true;
	if (!domain)
		buf_add(&count, STR(" 1"));
	good = good && recipe_formula(r, left, c->left);
	buf_printf(r->out, "check %s ;" STR_FMT " ;" STR_FMT "\n",
		   words[c->compare], STR_ARG(buf_str(&count)),
		   STR_ARG(buf_str(left)));
	if (good && array) {
		if (c->left->kind == EXPR_INDEX)
			good = recipe_formula(r, &index, c->left->right);
		else
			buf_add(&index, STR(" i"));
		buf_printf(r->out, "at " STR_FMT " ;" STR_FMT "\n",
			   STR_ARG(array->name), STR_ARG(buf_str(&index)));
	}
	buf_free(&index);
	buf_free(&count);
	return good;
}

/* `ref<<<1, 1>>>(in, out, n)`: what it leaves in the left side's array. */
static bool
add_oracle(struct recipe *r, const struct check *c, struct buf *right)
{
	const struct variable *array = left_array(r, c->left);
	struct str kernel = recipe_kernel(r->arena, r->marker, c->oracle);
	size_t number = 0;
	bool passed = false, good;

	for (const struct expr *arg = c->oracle->args; arg; arg = arg->next)
		passed = passed || (array && arg->kind == EXPR_NAME &&
				    str_equal(arg->text, array->name));
	if (!array || c->oracle->target)
		return recipe_refuse(r, c->left, "an oracle is compared with "
				     "an array");
	if (!passed)
		return recipe_refuse(r, c->left, "the oracle is not passed '"
				     STR_FMT "', into which it writes, and "
				     "neither is a kernel: name it among the "
				     "arguments", STR_ARG(array->name));
	if (!recipe_reserve(r, &number))
		return recipe_refuse(r, c->left, "too many references");
	buf_printf(r->out, "oracle " STR_FMT " " STR_FMT "\n",
		   STR_ARG(kernel), STR_ARG(array->name));
	good = recipe_configuration(r, c->oracle);
	if (good && c->left->kind == EXPR_INDEX)
		good = recipe_formula(r, right, c->left->right);
	else
		buf_add(right, STR(" i"));
	buf_printf(right, " @$%zu", number);
	return good;
}

static bool
add_tolerance(struct recipe *r, const char *word, const struct expr *e)
{
	struct buf line = { 0 };
	bool good = true;

	if (!e)
		return true;
	good = recipe_formula(r, &line, e);
	if (good)
		buf_printf(r->out, "%s" STR_FMT "\n", word,
			   STR_ARG(buf_str(&line)));
	buf_free(&line);
	return good;
}

static bool
add_check(struct recipe *r, const struct check *c)
{
	struct buf left = { 0 }, right = { 0 }, lets = { 0 }, text = { 0 };
	struct buf *out = r->out;
	bool good;

	/* References stand above the check that uses them. */
	r->out = &lets;
	good = c->oracle ? add_oracle(r, c, &right) :
			   recipe_formula(r, &right, c->right);
	r->out = &text;
	good = good && add_head(r, c, &left);
	if (good && str_equal(buf_str(&left), buf_str(&right)))
		good = recipe_refuse(r, c->left, "this is compared with "
				     "itself");
	r->out = out;
	/* a reference of the left side was written with the head */
	buf_add(out, buf_str(&lets));
	buf_add(out, buf_str(&text));
	buf_printf(out, "right" STR_FMT "\n", STR_ARG(buf_str(&right)));
	good = good && add_tolerance(r, "rel", c->rel) &&
	       add_tolerance(r, "abs", c->abs) &&
	       add_tolerance(r, "ulp", c->ulp);
	buf_printf(out, "text " STR_FMT "\n",
		   STR_ARG(recipe_check_text(r->arena, c->at)));
	buf_free(&lets);
	buf_free(&text);
	buf_free(&left);
	buf_free(&right);
	return good;
}

bool
recipe_checks(struct recipe *r)
{
	size_t from;

	for (const struct check *c = r->marker->checks; c; c = c->next) {
		from = r->out->n;
		if (c->left &&
		    (!add_check(r, c) || !recipe_fits(r, from, c->at)))
			return false;
	}
	return true;
}
