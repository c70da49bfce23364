/*
 * A test -> whether kbc-run takes so much of it; else an error.
 *
 * The idea: kbc-run bounds what it reads and refuses a whole pack for one line
 * too many, long after anybody thinks of the page. So the bounds are said here
 * too, at what goes beyond them. The programs share no code: a page in
 * tests/cases/emu goes up to each of the bounds, one in tests/cases/check
 * beyond.
 *
 * How many references there are is counted where they are made
 * (recipe_reference.c); what a page probe may have is in recipe_probe.c.
 */
#include "recipe.h"

#include "buf.h"
#include "diag.h"
#include "expr.h"
#include "marker.h"
#include "recipe_parts.h"

#define VARIABLES_MAX 24
#define TURNS_MAX 4 /* variables that take values in turn */
#define POINTS_MAX 1048576
#define LAUNCHES_MAX 16
#define KERNELS_MAX 16
#define PARAMETERS_MAX 24
#define CHECKS_MAX 16
#define STACK_MAX 60 /* of 64: lines add a little to what is written */
#define LINE_MAX_BYTES 4096

static bool
refuse(struct recipe *r, struct span at, int most, const char *what)
{
	diag_error(r->diag, at, "a test has at most %d %s", most, what);
	return false;
}

static double
count_values(struct recipe *r, const struct variable *v)
{
	struct whole_span *spans;
	size_t n = recipe_spans(r, v, &spans);
	double count = 0;

	for (size_t i = 0; i < n; i++)
		count += spans[i].high - spans[i].low + 1;
	return count;
}

static bool
check_variables(struct recipe *r)
{
	size_t n = 0, turns = 0;
	double points = 1;

	for (const struct variable *v = r->marker->variables; v; v = v->next) {
		if (++n > VARIABLES_MAX)
			return refuse(r, v->at, VARIABLES_MAX, "variables");
		if (!v->ranges)
			continue;
		if (++turns > TURNS_MAX)
			return refuse(r, v->at, TURNS_MAX,
				      "variables that take values in turn");
		points *= count_values(r, v);
		if (points > POINTS_MAX)
			return refuse(r, v->at, POINTS_MAX,
				      "combinations of values");
	}
	return true;
}

static bool
check_parameters(struct recipe *r, const struct launch *l)
{
	size_t n = 0;

	if (l->target) { /* and the number of elements */
		for (const struct variable *v = r->marker->variables; v;
		     v = v->next)
			n += recipe_takes(l, v);
		return n < PARAMETERS_MAX ||
		       refuse(r, l->at, PARAMETERS_MAX - 1,
			      "variables in one call");
	}
	for (const struct expr *arg = l->args; arg; arg = arg->next)
		if (++n > PARAMETERS_MAX)
			return refuse(r, arg->at, PARAMETERS_MAX,
				      "parameters of one kernel");
	return true;
}

/* Whether an earlier launch has the kernel of the i-th. */
static bool
is_known(struct recipe *r, size_t i)
{
	const struct marker *m = r->marker;
	struct str name = recipe_kernel(r->arena, m, recipe_launch(m, i));

	for (size_t k = 0; k < i; k++)
		if (str_equal(name, recipe_kernel(r->arena, m,
						  recipe_launch(m, k))))
			return true;
	return false;
}

static bool
check_launches(struct recipe *r)
{
	const struct launch *l;
	size_t n = 0, kernels = 0;

	for (l = r->marker->launches; l; l = l->next)
		if (++n > LAUNCHES_MAX)
			return refuse(r, l->at, LAUNCHES_MAX, "launches");
	for (size_t i = 0; (l = recipe_launch(r->marker, i)); i++) {
		if (!is_known(r, i) && ++kernels > KERNELS_MAX)
			return refuse(r, l->at, KERNELS_MAX, "kernels");
		if (!check_parameters(r, l))
			return false;
	}
	return true;
}

static bool
check_checks(struct recipe *r)
{
	size_t n = 0;

	for (const struct check *c = r->marker->checks; c; c = c->next)
		if (c->left && ++n > CHECKS_MAX)
			return refuse(r, c->at, CHECKS_MAX, "checks");
	return true;
}

bool
recipe_is_within(struct recipe *r)
{
	return check_variables(r) && check_checks(r) && check_launches(r);
}

bool
recipe_fits(struct recipe *r, size_t from, struct span at)
{
	struct str rest = str_skip(buf_str(r->out), from), line;

	while (str_split(&line, &rest, '\n')) {
		if (line.n <= LINE_MAX_BYTES)
			continue;
		diag_error(r->diag, at, "this is too long for a test: more "
			   "than %d bytes as a formula", LINE_MAX_BYTES);
		return false;
	}
	return true;
}

/* How many numbers wait at a time while e is computed. */
static size_t
stack_of(const struct expr *e)
{
	size_t most = e->kind == EXPR_CALL || !e->left ? 1 : stack_of(e->left);
	size_t n = 0, below;

	if (e->right) {
		below = stack_of(e->right) + (e->kind == EXPR_BINARY);
		most = below > most ? below : most;
	}
	for (const struct expr *arg = e->args; arg; arg = arg->next, n++) {
		below = stack_of(arg) + n;
		most = below > most ? below : most;
	}
	return most;
}

bool
recipe_is_shallow(struct recipe *r, const struct expr *e)
{
	return stack_of(e) <= STACK_MAX ||
	       recipe_refuse(r, e, "this holds more than %d numbers at a "
			     "time: nest it less", STACK_MAX);
}
