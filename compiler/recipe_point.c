/*
 * The values of a page probe's variables, one combination after the other, and
 * what an expression comes to at one.
 *
 * A case of a MANIFEST holds numbers only, so all is worked out here. Whole
 * numbers divide as in C.
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

/* A variable that is no array, at the case at hand. */
struct known {
	const struct variable *variable;
	double value;
	struct whole_span *spans; /* of one that takes values in turn */
	size_t nspans, count;
};

struct points {
	struct recipe *recipe;
	struct known known[MARKER_VARIABLES_MAX];
	size_t nknown;
};

/* --- numbers ------------------------------------------------------------- */

static bool
eval_name(struct points *s, const struct expr *e, double *out)
{
	for (size_t i = 0; i < s->nknown; i++) {
		if (!str_equal(s->known[i].variable->name, e->text))
			continue;
		*out = s->known[i].value;
		return true;
	}
	return recipe_refuse(s->recipe, e, "no number of that name");
}

static bool
eval_binary(struct points *s, const struct expr *e, double *out)
{
	bool whole = recipe_is_whole(s->recipe, e->left) &&
		     recipe_is_whole(s->recipe, e->right);
	double x, y;

	if (!point_eval(s, e->left, &x) || !point_eval(s, e->right, &y))
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
	       recipe_refuse(s->recipe, e, "this is no number");
}

static bool
eval_call(struct points *s, const struct expr *e, double *out)
{
	struct str name = e->left->kind == EXPR_NAME ? e->left->text :
						       STR("");
	bool most = str_equal(name, STR("max"));
	double x, y;

	if ((most || str_equal(name, STR("min"))) && e->args &&
	    e->args->next && !e->args->next->next) {
		if (!point_eval(s, e->args, &x) ||
		    !point_eval(s, e->args->next, &y))
			return false;
		*out = most ? fmax(x, y) : fmin(x, y);
		return true;
	}
	return recipe_refuse(s->recipe, e, "this has no place in a page "
			     "probe");
}

bool
point_eval(struct points *s, const struct expr *e, double *out)
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
		if (e->op != OP_NEG || !point_eval(s, e->left, out))
			break;
		*out = -*out;
		return true;
	default:
		break;
	}
	return recipe_refuse(s->recipe, e, "this has no place in a page "
			     "probe");
}

bool
point_whole(struct points *s, const struct expr *e, double least, double *out)
{
	if (!point_eval(s, e, out))
		return false;
	*out = floor(*out);
	return (*out >= least && *out < 9e15) ||
	       recipe_refuse(s->recipe, e, "this comes to %.6g", *out);
}

/* --- combinations -------------------------------------------------------- */

static bool
learn(struct points *s, const struct variable *v)
{
	struct known *k = &s->known[s->nknown];

	if (!recipe_type(v->type) || (!v->size && !v->ranges && !v->init)) {
		diag_error(s->recipe->diag, v->at, recipe_type(v->type) ?
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
		k->nspans = recipe_spans(s->recipe, v, &k->spans);
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

bool
points_set(struct points *s, size_t i)
{
	for (size_t k = s->nknown; k-- > 0;) {
		if (!s->known[k].spans)
			continue;
		s->known[k].value = value_at(&s->known[k],
					     i % s->known[k].count);
		i /= s->known[k].count;
	}
	for (size_t k = 0; k < s->nknown; k++) {
		struct known *one = &s->known[k];

		if (!one->spans &&
		    !point_eval(s, one->variable->init, &one->value))
			return false;
	}
	return true;
}

struct points *
points_make(struct recipe *r, size_t *n)
{
	struct points *s = arena_alloc(r->arena, sizeof *s);

	s->recipe = r;
	for (const struct variable *v = r->marker->variables; v; v = v->next)
		if (!learn(s, v))
			return NULL;
	*n = 1;
	for (size_t i = 0; i < s->nknown && *n <= POINTS_MAX; i++)
		*n *= s->known[i].count;
	if (*n <= POINTS_MAX)
		return s;
	diag_error(r->diag, r->marker->at, "more than %d combinations of "
		   "values", POINTS_MAX);
	return NULL;
}

void
points_emit(struct buf *out, const struct points *s)
{
	for (size_t i = 0; i < s->nknown; i++)
		buf_printf(out, "param " STR_FMT " %.17g\n",
			   STR_ARG(s->known[i].variable->name),
			   s->known[i].value);
}
