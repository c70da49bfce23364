/*
 * Page probes -> cases of a MANIFEST: kernels of the page, measured.
 *
 *	int n in 1024			case
 *	float x[n] = uniform(0, 1)	param n 1024
 *	float y[n]			param work 8192
 *	scale<<<n / 256, 256>>>(x, y)	buffer x 4096 random f32 0 1
 *	work bytes = 8 * n		buffer y 4096 poison
 *					entry launch0
 *					grid 4 1 1
 *					block 256 1 1
 *					arg buffer x
 *					arg buffer y
 *					measure events launches 2
 *					fresh
 *					check y written
 *
 * A case holds numbers only, worked out by recipe_point.c. The slope is over
 * launches, all of the marker's in turn being one: what a launch costs beside
 * the kernel is no part of it. Every launch finds the data that the marker
 * says, and what has no data is an output, which must be written.
 *
 * What a MANIFEST has no room for is an error here, at the page's bytes.
 */
#include "recipe.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "expr.h"
#include "marker.h"
#include "recipe_parts.h"

#include <math.h>

/* As runner/pack.h has them. */
#define BUFFERS_MAX 16
#define ARGS_MAX 16
#define LAUNCHES_MAX 16
#define SHARED_MAX (1 << 30)
#define BLOCK_OF_EACH 256

/* A line of a launch, and what a device can have: in each dimension, in all. */
struct shape {
	const char *word;
	double most[3], all;
};

static const struct shape grid = {
	"grid", { 2147483647, 65535, 65535 }, INFINITY
};
static const struct shape block = { "block", { 1024, 1024, 64 }, 1024 };

/* A page probe that is being written. */
struct cases {
	struct recipe recipe;
	struct points *points;
};

/* --- buffers ------------------------------------------------------------- */

static bool
is_call(const struct expr *e, const char *name)
{
	return e->kind == EXPR_CALL && e->left->kind == EXPR_NAME &&
	       str_equal(e->left->text, str_of(name));
}

static bool
add_uniform(struct cases *s, const struct expr *e, struct str word)
{
	double low, high;

	if (!point_eval(s->points, e->args, &low) ||
	    !point_eval(s->points, e->args->next, &high))
		return false;
	buf_printf(s->recipe.out, " random " STR_FMT " %.17g %.17g\n",
		   STR_ARG(word), low, high);
	return low <= high || recipe_refuse(&s->recipe, e, "range is empty");
}

static bool
add_fill(struct cases *s, const struct variable *v, struct str word)
{
	struct buf *out = s->recipe.out;
	const struct expr *e = v->init;
	double x;

	if (!e) {
		buf_add(out, STR(" poison\n"));
		return true;
	}
	if (is_call(e, "bits") && !e->args) {
		buf_add(out, STR(" random bits\n"));
		return true;
	}
	if (is_call(e, "uniform") && e->args && e->args->next)
		return add_uniform(s, e, word);
	if (e->kind == EXPR_CALL || recipe_has_index(e))
		return recipe_refuse(&s->recipe, e, "data of a page probe are "
				     "uniform(LOW, HIGH), bits(), a number, "
				     "or none");
	if (!point_eval(s->points, e, &x))
		return false;
	if (x > 0 || x < 0)
		buf_printf(out, " grid " STR_FMT " %.17g %.17g %.17g\n",
			   STR_ARG(word), x, x, fabs(x));
	else
		buf_add(out, STR(" zero\n"));
	return true;
}

static double
bytes_of(const struct number_kind *kind)
{
	uint64_t bits = 8;
	size_t at = 0;

	while (at < kind->word.n && !byte_is_digit(kind->word.p[at]))
		at++;
	str_unsigned(str_skip(kind->word, at), &bits);
	return (double)bits / 8 * kind->lanes;
}

static bool
add_buffer(struct cases *s, const struct variable *v)
{
	const struct number_kind *kind = recipe_type(v->type);
	double n;

	if (!point_whole(s->points, v->size, 1, &n))
		return false;
	buf_printf(s->recipe.out, "buffer " STR_FMT " %.0f", STR_ARG(v->name),
		   n * bytes_of(kind));
	return add_fill(s, v, kind->word);
}

static bool
add_buffers(struct cases *s)
{
	const struct variable *v = s->recipe.marker->variables;
	size_t n = 0;

	for (; v; v = v->next) {
		if (!v->size)
			continue;
		if (n++ == BUFFERS_MAX) {
			diag_error(s->recipe.diag, v->at, "a probe has at most "
				   "%d arrays", BUFFERS_MAX);
			return false;
		}
		if (!add_buffer(s, v))
			return false;
	}
	return true;
}

/* --- launches ------------------------------------------------------------ */

/* One number of a grid or block, within what a device can have. */
static bool
add_axis(struct cases *s, const struct expr *e, double most, double *n)
{
	*n = 1;
	if (e && !point_whole(s->points, e, 1, n))
		return false;
	buf_printf(s->recipe.out, " %.0f", *n);
	return *n <= most || recipe_refuse(&s->recipe, e, "this comes to %.0f, "
					   "at most %.0f are possible", *n,
					   most);
}

static bool
add_shape(struct cases *s, const struct shape *shape, const struct expr *e)
{
	bool many = is_call(e, "dim3");
	const struct expr *axis = many ? e->args : e;
	double n, product = 1;

	buf_printf(s->recipe.out, "%s", shape->word);
	for (int i = 0; i < 3; i++) {
		if (!add_axis(s, axis, shape->most[i], &n))
			return false;
		product *= n;
		axis = axis && many ? axis->next : NULL;
	}
	buf_add_byte(s->recipe.out, '\n');
	if (axis)
		return recipe_refuse(&s->recipe, e, "a launch has at most "
				     "three dimensions");
	return product <= shape->all ||
	       recipe_refuse(&s->recipe, e, "a block has at most %.0f threads, "
			     "not %.0f", shape->all, product);
}

/* `__half` and the like: to a kernel they are so many bytes. */
static bool
is_struct(const struct number_kind *kind)
{
	return !kind->whole && !str_equal(kind->word, STR("f32")) &&
	       !str_equal(kind->word, STR("f64"));
}

static bool
add_argument(struct cases *s, const struct expr *e)
{
	const struct variable *v = e->kind == EXPR_NAME ?
		recipe_variable(&s->recipe, e->text) : NULL;
	const struct number_kind *kind;
	double x;

	if (v && v->size) {
		buf_printf(s->recipe.out, "arg buffer " STR_FMT "\n",
			   STR_ARG(v->name));
		return true;
	}
	if (!point_eval(s->points, e, &x))
		return false;
	buf_printf(s->recipe.out, "arg number %.17g", x);
	kind = v ? recipe_type(v->type) : NULL;
	if (kind && is_struct(kind))
		buf_printf(s->recipe.out, " " STR_FMT " %u",
			   STR_ARG(kind->word), kind->lanes);
	buf_add_byte(s->recipe.out, '\n');
	return true;
}

static bool
add_shared(struct cases *s, const struct expr *e)
{
	double bytes;

	if (!e)
		return true;
	if (!point_whole(s->points, e, 0, &bytes))
		return false;
	buf_printf(s->recipe.out, "shared %.0f\n", bytes);
	return bytes <= SHARED_MAX || recipe_refuse(&s->recipe, e, "this comes "
						    "to %.0f", bytes);
}

static bool
add_kernel(struct cases *s, const struct launch *l)
{
	size_t n = 0;

	if (!add_shape(s, &grid, l->grid) || !add_shape(s, &block, l->block) ||
	    !add_shared(s, l->shared))
		return false;
	for (const struct expr *arg = l->args; arg; arg = arg->next) {
		if (n++ == ARGS_MAX)
			return recipe_refuse(&s->recipe, arg, "a probe passes "
					     "at most %d arguments", ARGS_MAX);
		if (!add_argument(s, arg))
			return false;
	}
	return true;
}

/* `y[i] = f(x[i])`, in the order in which its kernel takes them. */
static bool
add_elements(struct cases *s, const struct launch *l)
{
	struct buf *out = s->recipe.out;
	const struct variable *y = recipe_target(&s->recipe, l);
	size_t n = 1;
	double size;

	if (!y || !point_whole(s->points, y->size, 1, &size))
		return false;
	buf_printf(out, "grid %.0f 1 1\nblock %d 1 1\n",
		   ceil(size / BLOCK_OF_EACH), BLOCK_OF_EACH);
	for (const struct variable *v = s->recipe.marker->variables; v;
	     v = v->next) {
		struct expr name = { .kind = EXPR_NAME, .at = l->at,
				     .text = v->name };

		if (!recipe_takes(l, v))
			continue;
		if (n++ == ARGS_MAX)
			return recipe_refuse(&s->recipe, l->target, "a probe "
					     "passes at most %d arguments",
					     ARGS_MAX);
		if (!add_argument(s, &name))
			return false;
	}
	buf_printf(out, "arg number %.0f\n", size);
	return true;
}

static bool
add_launches(struct cases *s)
{
	const struct marker *m = s->recipe.marker;
	const struct launch *l;

	for (size_t i = 0; (l = recipe_launch(m, i)); i++) {
		if (i == LAUNCHES_MAX) {
			diag_error(s->recipe.diag, l->at, "a probe makes at "
				   "most %d launches", LAUNCHES_MAX);
			return false;
		}
		buf_printf(s->recipe.out, "entry " STR_FMT "\n",
			   STR_ARG(recipe_entry(s->recipe.arena, m, l)));
		if (l->target ? !add_elements(s, l) : !add_kernel(s, l))
			return false;
	}
	return true;
}

/* --- cases --------------------------------------------------------------- */

static bool
add_case(struct cases *s)
{
	const struct marker *m = s->recipe.marker;
	struct buf *out = s->recipe.out;
	double work;

	buf_add(out, STR("case\n"));
	points_emit(out, s->points);
	if (!point_eval(s->points, m->work, &work))
		return false;
	if (!(work > 0))
		return recipe_refuse(&s->recipe, m->work, "work is not above "
				     "0");
	buf_printf(out, "param work %.17g\n", work);
	if (!add_buffers(s) || !add_launches(s))
		return false;
	buf_add(out, STR("measure events launches 2\nfresh\n"));
	for (const struct variable *v = m->variables; v; v = v->next)
		if (v->size && !v->init)
			buf_printf(out, "check " STR_FMT " written\n",
				   STR_ARG(v->name));
	return true;
}

bool
recipe_emit_probe(struct buf *out, const struct marker *m, struct diag *d)
{
	struct cases s = { .recipe = { .arena = d->arena, .out = out,
				       .diag = d, .marker = m } };
	size_t n = 0;

	s.points = points_make(&s.recipe, &n);
	if (!s.points)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!points_set(s.points, i) || !add_case(&s))
			return false;
	return true;
}
