/*
 * Oracles: `check out == ref<<<1, 1>>>(in, n)`.
 *
 * The idea: an oracle writes what it computes into the array that it is
 * compared with. A page need not say so twice: where its arguments do not have
 * the array, it is passed in the place in which a launch of the test passes
 * it, since a plain kernel that computes the same takes the same. The argument
 * is added here, so that nobody behind knows of the short form.
 */
#include "marker.h"

#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "marker_parts.h"

static bool
is_named(const struct expr *e, struct str name)
{
	return e->kind == EXPR_NAME && str_equal(e->text, name);
}

/* The place of a name among arguments; SIZE_MAX if it is not there. */
static size_t
find_argument(const struct expr *args, struct str name)
{
	for (size_t i = 0; args; args = args->next, i++)
		if (is_named(args, name))
			return i;
	return SIZE_MAX;
}

/* Where the first launch that passes the array has it. */
static size_t
find_place(const struct marker *m, struct str name)
{
	size_t place = SIZE_MAX;

	for (const struct launch *l = m->launches; l && place == SIZE_MAX;
	     l = l->next)
		if (!l->target)
			place = find_argument(l->args, name);
	return place;
}

/* The name of the array that the left side of a check speaks of. */
static const struct expr *
left_name(const struct check *c)
{
	const struct expr *e = c->left;

	if (e && e->kind == EXPR_INDEX)
		e = e->left;
	return e && e->kind == EXPR_NAME ? e : NULL;
}

void
marker_bind_oracles(struct arena *a, struct marker *m)
{
	for (struct check *c = m->checks; c; c = c->next) {
		const struct expr *name = left_name(c);
		struct expr **at, *added;
		size_t place;

		if (!c->oracle || c->oracle->target || !name ||
		    find_argument(c->oracle->args, name->text) != SIZE_MAX)
			continue;
		place = find_place(m, name->text);
		if (place == SIZE_MAX)
			continue;
		for (at = &c->oracle->args; *at && place > 0; place--)
			at = &(*at)->next;
		added = arena_alloc(a, sizeof *added);
		*added = *name;
		added->next = *at;
		*at = added;
		c->oracle->added = name->text;
	}
}

/* Whether two expressions, or none, are the same words. */
static bool
is_same(struct arena *a, const struct expr *x, const struct expr *y)
{
	return x && y ? str_equal(expr_text(a, x), expr_text(a, y)) : x == y;
}

static bool
is_same_launch(struct arena *a, const struct launch *x, const struct launch *y)
{
	const struct expr *p = x->args, *q = y->args;

	while (p && is_same(a, p, q)) {
		p = p->next;
		q = q->next;
	}
	return !p && !q && str_equal(x->kernel, y->kernel) &&
	       is_same(a, x->grid, y->grid) && is_same(a, x->block, y->block) &&
	       is_same(a, x->shared, y->shared) &&
	       is_same(a, x->target, y->target);
}

bool
marker_check_oracles(struct arena *a, struct diag *d, const struct marker *m)
{
	bool good = true;

	for (const struct check *c = m->checks; c; c = c->next) {
		if (!c->oracle || !m->launches || m->launches->next ||
		    !is_same_launch(a, c->oracle, m->launches))
			continue;
		diag_error(d, c->oracle->at, "this is the launch that is "
			   "checked: it agrees with itself");
		good = false;
	}
	return good;
}
