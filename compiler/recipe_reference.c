/*
 * Calls that speak of whole arrays -> lines of references.
 *
 *	sum(in)			let sum ; .n ; i @in
 *	dot(a, b)		let sum ; .n ; i @a i @b *
 *	softmax(x, cols)	let softmax ; .n ; i @x ; .cols
 *
 * The same line twice is one reference. What an argument runs over is the
 * first array in it that has no index or exactly `i`.
 */
#include "recipe.h"

#include "arena.h"
#include "buf.h"
#include "expr.h"
#include "marker.h"
#include "recipe_parts.h"

#define LETS_MAX 32

enum shape {
	SHAPE_NUMBER, /* one number */
	SHAPE_ARRAY   /* a number for each i */
};

static const struct {
	struct str name;
	const char *word;     /* of the line */
	size_t arrays;        /* arguments that are arrays, in front */
	size_t least, most;   /* the others */
	enum shape shape;
} references[] = {
	{ STR_INIT("sum"), "sum", 1, 0, 0, SHAPE_NUMBER },
	{ STR_INIT("mean"), "sum", 1, 0, 0, SHAPE_NUMBER },
	{ STR_INIT("dot"), "sum", 2, 0, 0, SHAPE_NUMBER },
	{ STR_INIT("max"), "max", 1, 0, 0, SHAPE_NUMBER },
	{ STR_INIT("min"), "min", 1, 0, 0, SHAPE_NUMBER },
	{ STR_INIT("argmax"), "argmax", 1, 0, 0, SHAPE_NUMBER },
	{ STR_INIT("argmin"), "argmin", 1, 0, 0, SHAPE_NUMBER },
	{ STR_INIT("prefix_sum"), "prefix_sum", 1, 0, 0, SHAPE_ARRAY },
	{ STR_INIT("exclusive_sum"), "exclusive_sum", 1, 0, 0, SHAPE_ARRAY },
	{ STR_INIT("sort"), "sort", 1, 0, 0, SHAPE_ARRAY },
	{ STR_INIT("softmax"), "softmax", 1, 0, 1, SHAPE_ARRAY },
	{ STR_INIT("histogram"), "histogram", 1, 1, 1, SHAPE_ARRAY },
	{ STR_INIT("transpose"), "transpose", 1, 2, 2, SHAPE_ARRAY },
	{ STR_INIT("matmul"), "matmul", 2, 3, 3, SHAPE_ARRAY },
};

static size_t
count_args(const struct expr *e)
{
	size_t n = 0;

	for (const struct expr *arg = e->args; arg; arg = arg->next)
		n++;
	return n;
}

/* `max(x)` is one, `max(x, 0)` is not. */
static size_t
find_reference(const struct expr *e)
{
	size_t n = count_args(e);

	for (size_t i = 0; i < COUNT_OF(references); i++) {
		if (!str_equal(references[i].name, e->left->text))
			continue;
		if ((str_equal(e->left->text, STR("max")) ||
		     str_equal(e->left->text, STR("min"))) && n != 1)
			return SIZE_MAX;
		return i;
	}
	return SIZE_MAX;
}

bool
recipe_is_number(const struct expr *e)
{
	size_t k = e->left->kind == EXPR_NAME ? find_reference(e) : SIZE_MAX;

	return k != SIZE_MAX && references[k].shape == SHAPE_NUMBER;
}

bool
recipe_reserve(struct recipe *r, size_t *number)
{
	if (r->nlets == LETS_MAX)
		return false;
	r->lets = arena_grow(r->arena, r->lets, r->nlets, &r->caplets,
			     sizeof *r->lets);
	*number = r->nlets;
	r->lets[r->nlets++] = STR("");
	return true;
}

bool
recipe_let(struct recipe *r, struct str line, size_t *number)
{
	for (*number = 0; *number < r->nlets; ++*number)
		if (str_equal(r->lets[*number], line))
			return true;
	if (!recipe_reserve(r, number))
		return false;
	r->lets[*number] = arena_copy(r->arena, line);
	buf_add(r->out, line);
	return true;
}

/* ` ; SIZE ; F` of an argument. */
static bool
add_array(struct recipe *r, struct buf *line, const struct expr *e)
{
	const struct variable *v = recipe_array(r, e);

	if (!v)
		return recipe_refuse(r, e, "expected an array");
	buf_add(line, STR(" ;"));
	if (!recipe_count(r, line, v))
		return false;
	buf_add(line, STR(" ;"));
	return recipe_formula(r, line, e);
}

static bool
add_number(struct recipe *r, struct buf *line, const struct expr *e)
{
	buf_add(line, STR(" ;"));
	return recipe_formula(r, line, e);
}

static bool
is_named(const struct expr *e, const char *name)
{
	return str_equal(e->left->text, str_of(name));
}

static bool
add_arguments(struct recipe *r, struct buf *line, const struct expr *e,
	      size_t arrays)
{
	const struct expr *arg = e->args;

	if (is_named(e, "dot")) {
		if (!add_array(r, line, arg))
			return false;
		if (recipe_is_whole(r, arg)) /* a product has 64 bits */
			buf_add(line, STR(" wide"));
		if (!recipe_formula(r, line, arg->next))
			return false;
		buf_add(line, STR(" *"));
		return true;
	}
	for (; arg && arrays > 0; arg = arg->next, arrays--)
		if (!add_array(r, line, arg))
			return false;
	for (; arg; arg = arg->next)
		if (!add_number(r, line, arg))
			return false;
	if (!is_named(e, "softmax") || e->args->next)
		return true;
	buf_add(line, STR(" ;")); /* one row */
	return recipe_count(r, line, recipe_array(r, e->args));
}

static bool
add_line(struct recipe *r, struct buf *out, const struct expr *e, size_t k)
{
	struct buf line = { 0 };
	size_t number = 0;
	bool good;

	buf_printf(&line, "let %s", references[k].word);
	good = add_arguments(r, &line, e, references[k].arrays);
	buf_add_byte(&line, '\n');
	if (good && !recipe_let(r, buf_str(&line), &number))
		good = recipe_refuse(r, e, "more than %d references in a test",
				     LETS_MAX);
	buf_free(&line);
	if (!good)
		return false;
	if (references[k].shape == SHAPE_ARRAY)
		buf_printf(out, " i @$%zu", number);
	else
		buf_printf(out, " $%zu", number);
	if (!is_named(e, "mean"))
		return true;
	good = recipe_count(r, out, recipe_array(r, e->args));
	buf_add(out, STR(" /"));
	return good;
}

bool
recipe_reference(struct recipe *r, struct buf *out, const struct expr *e,
		 bool *is)
{
	size_t k = e->left->kind == EXPR_NAME ? find_reference(e) : SIZE_MAX;
	size_t n = count_args(e), least, most;

	*is = k != SIZE_MAX;
	if (!*is)
		return true;
	least = references[k].arrays + references[k].least;
	most = references[k].arrays + references[k].most;
	if (n >= least && n <= most && r->after)
		return add_line(r, out, e, k);
	if (!r->after)
		return recipe_refuse(r, e, "'" STR_FMT "' is known after the "
				     "launches only", STR_ARG(e->left->text));
	return recipe_refuse(r, e, "'" STR_FMT "' takes %zu argument%s, found "
			     "%zu", STR_ARG(e->left->text), most,
			     most == 1 ? "" : "s", n);
}
