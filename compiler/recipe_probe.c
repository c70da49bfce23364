/*
 * Page probes -> cases of a MANIFEST: a kernel of the page, measured.
 *
 *	int n in 1024			case
 *	float x[n] = uniform(0, 1)	param n 1024
 *	scale<<<n / 256, 256>>>(x, 2)	buffer x 4096 random f32 0 1
 *					entry scale
 *					grid 4 1 1
 *					block 256 1 1
 *					arg buffer x
 *					arg number 2
 *					measure events launches 2
 *
 * A case holds numbers only, so all is worked out here, for each combination
 * of values. The slope is over launches: what a launch costs beside the kernel
 * is no part of it.
 */
#include "recipe.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "expr.h"
#include "marker.h"
#include "recipe_parts.h"

#include <math.h>

#define POINTS_MAX 256
#define NAMES_MAX 64

/* A variable that is no array, at the case at hand. */
struct known {
	const struct variable *variable;
	double value;
	struct whole_span *spans; /* of one that takes values in turn */
	size_t nspans, count;
};

struct cases {
	struct recipe recipe;
	struct known known[NAMES_MAX];
	size_t nknown;
};

/* --- numbers ------------------------------------------------------------- */

static bool eval(struct cases *s, const struct expr *e, double *out);

static bool
eval_name(struct cases *s, const struct expr *e, double *out)
{
	for (size_t i = 0; i < s->nknown; i++) {
		if (!str_equal(s->known[i].variable->name, e->text))
			continue;
		*out = s->known[i].value;
		return true;
	}
	return recipe_refuse(&s->recipe, e, "no number of that name");
}

static bool
eval_binary(struct cases *s, const struct expr *e, double *out)
{
	bool whole = recipe_is_whole(&s->recipe, e->left) &&
		     recipe_is_whole(&s->recipe, e->right);
	double x, y;

	if (!eval(s, e->left, &x) || !eval(s, e->right, &y))
		return false;
	switch ((int)e->op) {
	case OP_ADD:
		*out = x + y;
		return true;
	case OP_SUB:
		*out = x - y;
		return true;
	case OP_MUL:
		*out = x * y;
		return true;
	case OP_DIV:
		*out = whole ? trunc(x / y) : x / y;
		break;
	case OP_MOD:
		*out = fmod(x, y);
		break;
	case OP_POW:
		*out = pow(x, y);
		break;
	default:
		*out = NAN;
	}
	return isfinite(*out) ||
	       recipe_refuse(&s->recipe, e, "this is no number");
}

static bool
eval_call(struct cases *s, const struct expr *e, double *out)
{
	struct str name = e->left->kind == EXPR_NAME ? e->left->text :
						       STR("");
	bool most = str_equal(name, STR("max"));
	double x, y;

	if ((most || str_equal(name, STR("min"))) && e->args &&
	    e->args->next && !e->args->next->next) {
		if (!eval(s, e->args, &x) || !eval(s, e->args->next, &y))
			return false;
		*out = most ? fmax(x, y) : fmin(x, y);
		return true;
	}
	return recipe_refuse(&s->recipe, e, "this has no place in a page "
			     "probe");
}

static bool
eval(struct cases *s, const struct expr *e, double *out)
{
	switch ((int)e->kind) {
	case EXPR_NUMBER:
		*out = e->number;
		return true;
	case EXPR_NAME:
		return eval_name(s, e, out);
	case EXPR_BINARY:
		return eval_binary(s, e, out);
	case EXPR_CALL:
		return eval_call(s, e, out);
	case EXPR_UNARY:
		if (e->op != OP_NEG || !eval(s, e->left, out))
			break;
		*out = -*out;
		return true;
	default:
		break;
	}
	return recipe_refuse(&s->recipe, e, "this has no place in a page "
			     "probe");
}

static bool
eval_whole(struct cases *s, const struct expr *e, double least, double *out)
{
	if (!eval(s, e, out))
		return false;
	*out = floor(*out);
	return (*out >= least && *out < 9e15) ||
	       recipe_refuse(&s->recipe, e, "this comes to %.6g", *out);
}

/* --- the lines of a case ------------------------------------------------- */

static bool
is_call(const struct expr *e, const char *name)
{
	return e->kind == EXPR_CALL && e->left->kind == EXPR_NAME &&
	       str_equal(e->left->text, str_of(name));
}

static bool
add_fill(struct cases *s, const struct variable *v, struct str word)
{
	struct buf *out = s->recipe.out;
	const struct expr *e = v->init;
	double low, high;

	if (!e) {
		buf_add(out, STR(" poison\n"));
		return true;
	}
	if (is_call(e, "bits") && !e->args) {
		buf_add(out, STR(" random bits\n"));
		return true;
	}
	if (is_call(e, "uniform") && e->args && e->args->next) {
		if (!eval(s, e->args, &low) || !eval(s, e->args->next, &high))
			return false;
		buf_printf(out, " random " STR_FMT " %.17g %.17g\n",
			   STR_ARG(word), low, high);
		return low <= high || recipe_refuse(&s->recipe, e,
						    "range is empty");
	}
	if (e->kind == EXPR_CALL || recipe_has_index(e))
		return recipe_refuse(&s->recipe, e, "data of a page probe are "
				     "uniform(LOW, HIGH), bits(), a number, "
				     "or none");
	if (!eval(s, e, &low))
		return false;
	if (low > 0 || low < 0)
		buf_printf(out, " grid " STR_FMT " %.17g %.17g %.17g\n",
			   STR_ARG(word), low, low, fabs(low));
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
	return (double)(bits / 8) * kind->lanes;
}

static bool
add_buffer(struct cases *s, const struct variable *v)
{
	const struct number_kind *kind = recipe_type(v->type);
	double n;

	if (!eval_whole(s, v->size, 1, &n))
		return false;
	buf_printf(s->recipe.out, "buffer " STR_FMT " %.0f", STR_ARG(v->name),
		   n * bytes_of(kind));
	return add_fill(s, v, kind->word);
}

static bool
add_shape(struct cases *s, const char *word, const struct expr *e)
{
	bool many = e && is_call(e, "dim3");
	const struct expr *axis = many ? e->args : e;
	double n;

	buf_printf(s->recipe.out, "%s", word);
	for (int i = 0; i < 3; i++) {
		n = 1;
		if (axis && !eval_whole(s, axis, 1, &n))
			return false;
		buf_printf(s->recipe.out, " %.0f", n);
		axis = axis && many ? axis->next : NULL;
	}
	buf_add_byte(s->recipe.out, '\n');
	return true;
}

static bool
add_argument(struct cases *s, const struct expr *e)
{
	const struct variable *v = e->kind == EXPR_NAME ?
		recipe_variable(&s->recipe, e->text) : NULL;
	double x;

	if (v && v->size) {
		buf_printf(s->recipe.out, "arg buffer " STR_FMT "\n",
			   STR_ARG(v->name));
		return true;
	}
	if (!eval(s, e, &x))
		return false;
	buf_printf(s->recipe.out, "arg number %.17g\n", x);
	return true;
}

static bool
add_launch(struct cases *s, const struct launch *l)
{
	struct buf *out = s->recipe.out;
	double shared;

	buf_add(out, STR("entry launch0\n"));
	if (!add_shape(s, "grid", l->grid) || !add_shape(s, "block", l->block))
		return false;
	if (l->shared) {
		if (!eval_whole(s, l->shared, 0, &shared))
			return false;
		buf_printf(out, "shared %.0f\n", shared);
	}
	for (const struct expr *arg = l->args; arg; arg = arg->next)
		if (!add_argument(s, arg))
			return false;
	return true;
}

static bool
add_case(struct cases *s)
{
	const struct marker *m = s->recipe.marker;
	struct buf *out = s->recipe.out;
	double work;

	buf_add(out, STR("case\n"));
	for (size_t i = 0; i < s->nknown; i++)
		buf_printf(out, "param " STR_FMT " %.17g\n",
			   STR_ARG(s->known[i].variable->name),
			   s->known[i].value);
	if (!eval(s, m->work, &work))
		return false;
	if (!(work > 0))
		return recipe_refuse(&s->recipe, m->work, "work is not above "
				     "0");
	buf_printf(out, "param work %.17g\n", work);
	for (const struct variable *v = m->variables; v; v = v->next)
		if (v->size && !add_buffer(s, v))
			return false;
	if (!add_launch(s, m->launches))
		return false;
	buf_add(out, STR("measure events launches 2\n"));
	return true;
}

/* --- combinations -------------------------------------------------------- */

static bool
learn(struct cases *s, const struct variable *v)
{
	struct known *k = &s->known[s->nknown];

	if (!recipe_type(v->type) || (!v->size && !v->ranges && !v->init)) {
		diag_error(s->recipe.diag, v->at, recipe_type(v->type) ?
			   "'" STR_FMT "' has no value" :
			   "'" STR_FMT "' is of a type that probes have no "
			   "data of", STR_ARG(v->name));
		return false;
	}
	if (v->size)
		return true;
	k->variable = v;
	k->count = 1;
	if (v->ranges) {
		k->nspans = recipe_spans(&s->recipe, v, &k->spans);
		k->count = 0;
		for (size_t i = 0; i < k->nspans; i++)
			k->count += (size_t)fmin(k->spans[i].high -
						 k->spans[i].low + 1,
						 POINTS_MAX + 1);
	}
	s->nknown++;
	return k->count > 0;
}

static double
value_at(const struct known *k, size_t i)
{
	size_t at = 0;

	for (; at + 1 < k->nspans; at++) {
		size_t n = (size_t)(k->spans[at].high - k->spans[at].low) + 1;

		if (i < n)
			break;
		i -= n;
	}
	return k->spans[at].low + (double)i;
}

/* The i-th combination, the last variable fastest. */
static bool
set_point(struct cases *s, size_t i)
{
	for (size_t k = s->nknown; k-- > 0;) {
		if (!s->known[k].spans)
			continue;
		s->known[k].value = value_at(&s->known[k],
					     i % s->known[k].count);
		i /= s->known[k].count;
	}
	for (size_t k = 0; k < s->nknown; k++)
		if (!s->known[k].spans &&
		    !eval(s, s->known[k].variable->init, &s->known[k].value))
			return false;
	return true;
}

static bool
check_form(struct cases *s)
{
	const struct marker *m = s->recipe.marker;

	if (m->launches->next || m->launches->target) {
		diag_error(s->recipe.diag, m->launches->next ?
			   m->launches->next->at : m->launches->at,
			   "a page probe launches one kernel");
		return false;
	}
	for (const struct variable *v = m->variables; v; v = v->next)
		if (!learn(s, v))
			return false;
	return true;
}

bool
recipe_emit_probe(struct buf *out, const struct marker *m, struct diag *d)
{
	struct cases *s = arena_alloc(d->arena, sizeof *s);
	size_t n = 1;

	s->recipe = (struct recipe){ .arena = d->arena, .out = out,
				     .diag = d, .marker = m };
	if (!check_form(s))
		return false;
	for (size_t i = 0; i < s->nknown && n <= POINTS_MAX; i++)
		n *= s->known[i].count;
	if (n > POINTS_MAX) {
		diag_error(d, m->at, "more than %d combinations of values",
			   POINTS_MAX);
		return false;
	}
	for (size_t i = 0; i < n; i++)
		if (!set_point(s, i) || !add_case(s))
			return false;
	return true;
}
