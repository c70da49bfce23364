/*
 * Tests of a page -> lines of a MANIFEST.
 *
 * The idea: what a test is, is text. All that a person wrote is compiled here
 * once, so that the program which runs it on another machine reads words and
 * numbers only, and what is wrong with it is said at the page's bytes before
 * anything is built. Names become formulas' names, `/` of whole numbers
 * becomes C's, an array without an index stands for its element i.
 *
 * Here are the launches and the whole; variables are recipe_variable.c,
 * expressions recipe_formula.c, references recipe_reference.c, checks
 * recipe_check.c, page probes recipe_probe.c, what is too much
 * recipe_limit.c. Which code the kernels are in is for plan, what they are
 * called in it for pack.
 */
#include "recipe.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "expr.h"
#include "marker.h"
#include "recipe_parts.h"

#include <stdarg.h>

bool
recipe_refuse(struct recipe *r, const struct expr *e, const char *fmt, ...)
{
	struct str text;
	va_list ap;

	va_start(ap, fmt);
	text = arena_vprintf(r->arena, fmt, ap);
	va_end(ap);
	diag_error(r->diag, e->at, STR_FMT, STR_ARG(text));
	return false;
}

const struct variable *
recipe_variable(const struct recipe *r, struct str name)
{
	const struct variable *v = r->marker->variables;

	while (v && v != r->known && !str_equal(v->name, name))
		v = v->next;
	return v == r->known ? NULL : v;
}

/* --- launches ------------------------------------------------------------ */

const struct launch *
recipe_launch(const struct marker *m, size_t i)
{
	const struct launch *l = m->launches;

	for (; l && i > 0; i--)
		l = l->next;
	if (l)
		return l;
	for (const struct check *c = m->checks; c; c = c->next)
		if (c->oracle && i-- == 0)
			return c->oracle;
	return NULL;
}

struct str
recipe_kernel(struct arena *a, const struct marker *m, const struct launch *l)
{
	size_t n = 0;

	if (!l->target)
		return str_trim(l->kernel);
	while (recipe_launch(m, n) != l)
		n++;
	return arena_printf(a, "kbc_each%zu", n);
}

struct str
recipe_entry(struct arena *a, const struct marker *m, const struct launch *l)
{
	struct str name = recipe_kernel(a, m, l);
	const struct launch *one;
	size_t first = 0;

	while ((one = recipe_launch(m, first)) && one != l &&
	       !str_equal(recipe_kernel(a, m, one), name))
		first++;
	return arena_printf(a, "launch%zu", first);
}

/* `sum<float, 4>` as one word. */
static void
add_word(struct buf *out, struct str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (!byte_is_blank(name.p[i]))
			buf_add_byte(out, name.p[i]);
}

bool
recipe_uses(const struct expr *e, struct str name)
{
	if (!e)
		return false;
	if (e->kind == EXPR_NAME && str_equal(e->text, name))
		return true;
	if (e->kind != EXPR_CALL && recipe_uses(e->left, name))
		return true;
	for (const struct expr *arg = e->args; arg; arg = arg->next)
		if (recipe_uses(arg, name))
			return true;
	return recipe_uses(e->right, name);
}

static bool
is_axis_call(const struct expr *e)
{
	return e->kind == EXPR_CALL && e->left->kind == EXPR_NAME &&
	       str_equal(e->left->text, STR("dim3"));
}

/* A line of up to three numbers. */
static bool
add_shape(struct recipe *r, const char *word, const struct expr *e)
{
	const struct expr *axis = e && is_axis_call(e) ? e->args : e;
	bool many = e && is_axis_call(e);
	struct buf line = { 0 };
	bool good = true;
	size_t n = 0;

	buf_printf(&line, "%s", word);
	if (!e)
		buf_add(&line, STR(" 1"));
	for (; good && axis; axis = many ? axis->next : NULL) {
		buf_add(&line, n++ > 0 ? STR(" ;") : STR(""));
		good = recipe_formula(r, &line, axis);
	}
	if (good && n > 3)
		good = recipe_refuse(r, e, "a launch has at most three "
				     "dimensions");
	buf_add_byte(&line, '\n');
	if (good)
		buf_add(r->out, buf_str(&line));
	buf_free(&line);
	return good;
}

static bool
has_array(const struct recipe *r, const struct expr *e)
{
	for (const struct variable *v = r->marker->variables; v; v = v->next)
		if (v->size && recipe_uses(e, v->name))
			return true;
	return false;
}

static bool
add_pass(struct recipe *r, const struct expr *e)
{
	const struct variable *v = e->kind == EXPR_NAME ?
		recipe_variable(r, e->text) : NULL;
	struct buf line = { 0 };
	bool good = true;

	if (v) {
		buf_printf(r->out, "pass ." STR_FMT "\n", STR_ARG(v->name));
		return true;
	}
	if (has_array(r, e))
		return recipe_refuse(r, e, "an array is passed by its name "
				     "alone");
	good = recipe_formula(r, &line, e);
	if (good)
		buf_printf(r->out, "pass ;" STR_FMT "\n",
			   STR_ARG(buf_str(&line)));
	buf_free(&line);
	return good;
}

bool
recipe_takes(const struct launch *l, const struct variable *v)
{
	for (const struct expr *arg = l->args; arg; arg = arg->next)
		if (recipe_uses(arg, v->name))
			return true;
	return str_equal(v->name, l->target->left->text);
}

const struct variable *
recipe_target(struct recipe *r, const struct launch *l)
{
	const struct variable *y = recipe_variable(r, l->target->left->text);

	if (!y || !y->size)
		recipe_refuse(r, l->target, "expected an element of an array");
	else if (l->target->right->kind != EXPR_NAME ||
		 !str_equal(l->target->right->text, STR("i")))
		recipe_refuse(r, l->target, "expected '" STR_FMT "[i]'",
			      STR_ARG(y->name));
	else
		return y;
	return NULL;
}

/* What the kernel of `y[i] = f(x[i])` takes: each variable that it uses, and
   how many elements there are. */
static bool
add_elements(struct recipe *r, const struct launch *l)
{
	const struct variable *y = recipe_target(r, l);
	struct buf size = { 0 };
	bool good;

	if (!y)
		return false;
	good = recipe_formula(r, &size, y->size);
	if (good)
		buf_printf(r->out, "grid" STR_FMT " 255 + 256 div 1 max\n"
			   "block 256\n", STR_ARG(buf_str(&size)));
	for (const struct variable *v = r->marker->variables; v; v = v->next)
		if (recipe_takes(l, v))
			buf_printf(r->out, "pass ." STR_FMT "\n",
				   STR_ARG(v->name));
	buf_printf(r->out, "pass ;" STR_FMT "\n", STR_ARG(buf_str(&size)));
	buf_free(&size);
	return good;
}

bool
recipe_configuration(struct recipe *r, const struct launch *l)
{
	if (l->target)
		return add_elements(r, l);
	if (!add_shape(r, "grid", l->grid) || !add_shape(r, "block", l->block))
		return false;
	if (l->shared && !add_shape(r, "shared", l->shared))
		return false;
	for (const struct expr *arg = l->args; arg; arg = arg->next)
		if (!add_pass(r, arg))
			return false;
	return true;
}

static bool
add_launch(struct recipe *r, const struct launch *l)
{
	size_t from = r->out->n;

	buf_add(r->out, STR("launch "));
	add_word(r->out, recipe_kernel(r->arena, r->marker, l));
	buf_add_byte(r->out, '\n');
	return recipe_configuration(r, l) && recipe_fits(r, from, l->at);
}

/* --- the whole ----------------------------------------------------------- */

bool
recipe_emit(struct buf *out, const struct marker *m, struct diag *d)
{
	struct recipe r = { .arena = d->arena, .out = out, .diag = d,
			    .marker = m };

	if (!recipe_variables(&r))
		return false;
	for (const struct launch *l = m->launches; l; l = l->next)
		if (!add_launch(&r, l))
			return false;
	r.after = true;
	if (!recipe_checks(&r) || !recipe_is_within(&r))
		return false;
	/* what is to hang is not waited for as long as what might end */
	if (m->checks && str_equal(m->checks->fails, STR("hang")))
		buf_add(out, STR("budget 10000000\n"));
	if (m->allow_races)
		buf_add(out, STR("allow races\n"));
	return true;
}
