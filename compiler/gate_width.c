/*
 * Whether a claim that was changed allows more, or speaks of less, than it did.
 *
 * The idea: only what the author states counts: `within`, `between`, `±`, `~`,
 * a bound or a range where a number was, what an expression or a test's check
 * asks, with which tolerance, the values that a test is tried with, and `on`.
 * What is not provably as narrow as before is wider. A reason (`because WHY`)
 * lets any of it through, since a reviewer can read that. Fewer digits are
 * another number, which has to hold.
 *
 * A page's own device is no `on`: its claims have to hold on the new one.
 */
#include "claim.h"
#include "expr.h"
#include "gate.h"
#include "gate_parts.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"

static struct str
text_of(struct arena *a, const struct expr *e)
{
	return e ? expr_text(a, e) : STR("");
}

/* Whether the upper limit (sign 1) or the lower one (-1) is no farther out. */
static bool
is_inside(struct arena *a, const struct expr *now, const struct expr *was,
	  int sign)
{
	if (!now || !was)
		return false;
	if (now->kind == EXPR_NUMBER && was->kind == EXPR_NUMBER)
		return sign * now->number <= sign * was->number;
	return str_equal(text_of(a, now), text_of(a, was));
}

/* What of the options is wider, or NULL. */
static const char *
wider_option(struct arena *a, const struct options *now,
	     const struct options *was)
{
	static const struct options none = { 0 };

	now = now ? now : &none;
	was = was ? was : &none;
	if (now->within && (now->within_percent != was->within_percent ||
			    !is_inside(a, now->within, was->within, 1)))
		return "its `within` is wider";
	if ((now->low || now->high) &&
	    (!is_inside(a, now->low, was->low, -1) ||
	     !is_inside(a, now->high, was->high, 1)))
		return "its `between` is wider";
	return NULL;
}

static const char *
wider_number(const struct quantity *now, const struct quantity *was)
{
	if (now->approximate && !was->approximate)
		return "it is approximate now";
	if (now->relation != was->relation && now->relation != IS_EQUAL)
		return "it is a bound now";
	if (now->plus_minus > was->plus_minus)
		return "its `±` is wider";
	if (now->kind != QUANTITY_RANGE)
		return NULL;
	if (was->kind != QUANTITY_RANGE)
		return "it is a range now";
	return now->value < was->value || now->high > was->high ?
		       "its range is wider" : NULL;
}

static bool
check_wider(struct arena *a, const struct expr *now, const struct expr *was)
{
	return now && !is_inside(a, now, was, 1);
}

static bool
check_differs(struct arena *a, const struct check *x, const struct check *y)
{
	return x->kind != y->kind || x->compare != y->compare ||
	       !str_equal(x->fails, y->fails) ||
	       !str_equal(text_of(a, x->left), text_of(a, y->left)) ||
	       !str_equal(text_of(a, x->right), text_of(a, y->right)) ||
	       !x->oracle != !y->oracle ||
	       (x->oracle && !str_equal(x->oracle->kernel, y->oracle->kernel));
}

/* Whether the range, or number, `was` lies within one of `now`. */
static bool
is_covered(struct arena *a, const struct expr *was, const struct expr *now)
{
	bool range = was->kind == EXPR_BINARY && was->op == OP_NONE;
	const struct expr *low = range ? was->left : was;
	const struct expr *high = range ? was->right : was;

	for (; now; now = now->next) {
		bool wide = now->kind == EXPR_BINARY && now->op == OP_NONE;

		if (is_inside(a, wide ? now->left : now, low, 1) &&
		    is_inside(a, high, wide ? now->right : now, 1))
			return true;
	}
	return false;
}

/* Whether a test is tried with each value that it was tried with; a variable
   that has another name now is not compared. */
static bool
is_tried_less(struct arena *a, const struct marker *now,
	      const struct marker *was)
{
	for (const struct variable *v = was->variables; v; v = v->next) {
		const struct variable *n = now->variables;
		const struct expr *r = v->ranges ? v->ranges :
			v->size ? NULL : v->init;

		while (n && !str_equal(n->name, v->name))
			n = n->next;
		for (; n && r; r = r->next)
			if (!is_covered(a, r, n->ranges ? n->ranges : n->init))
				return true;
	}
	return false;
}

static const char *
wider_test(struct arena *a, const struct marker *now, const struct marker *was)
{
	const struct check *x = now->checks, *y = was->checks;

	if (now->allow_races && !was->allow_races)
		return "it allows races now";
	if (is_tried_less(a, now, was))
		return "it is tried with fewer values, or others";
	for (; x && y; x = x->next, y = y->next) {
		if (check_differs(a, x, y))
			return "a check of it asks something else";
		if (check_wider(a, x->rel, y->rel) ||
		    check_wider(a, x->abs, y->abs) ||
		    check_wider(a, x->ulp, y->ulp))
			return "a check of it allows more";
	}
	return !x && y ? "it has fewer checks" : NULL;
}

/* What of the claim is wider, or NULL. */
static const char *
wider(struct arena *a, const struct claim *now, const struct claim *was)
{
	const char *what = wider_option(a, now->options, was->options);

	if (!what && now->quantity && was->quantity)
		what = wider_number(now->quantity, was->quantity);
	if (!what && now->kind == CLAIM_TEST && now->marker && was->marker)
		what = wider_test(a, now->marker, was->marker);
	if (!what && (!str_equal(text_of(a, now->expr),
				 text_of(a, was->expr)) ||
		      !str_equal(text_of(a, now->expr2),
				 text_of(a, was->expr2))))
		what = "it asks something else";
	return what;
}

static struct str
on_of(const struct claim *c)
{
	return c->options ? c->options->on : STR("");
}

/* Whether the scope that is written at the claim leaves out what was in it. */
static bool
narrower(const struct claim *now, const struct claim *was)
{
	struct str scope = on_of(now), old = on_of(was);

	return scope.n > 0 && !str_equal(scope, old) &&
	       !(old.n > 0 && str_match_case(scope, old));
}

void
gate_width(struct gate *g, const struct claim *before,
	   const struct claim *now)
{
	struct gate_finding f = { .fails = true, .at = now->at,
				  .id = claim_id(now) };
	const char *what = wider(g->arena, now, before);
	const char *remedy = "say why with `because`";

	if (now->options && now->options->because.n > 0)
		return;
	f.rule = GATE_WIDENED;
	if (what)
		gate_add(g, &f, "%s, unlike at " STR_FMT ": %s", what,
			 STR_ARG(g->rev), remedy);
	f.rule = GATE_NARROWED;
	if (narrower(now, before))
		gate_add(g, &f, "it speaks of less than at " STR_FMT " (`on "
			 STR_FMT "`): %s", STR_ARG(g->rev), STR_ARG(on_of(now)),
			 remedy);
}
