/*
 * Checks: what must be so after the launches of a test, or what goes wrong.
 *
 *	check out[0] == sum(in) rel 1e-5
 *	check y[i] == exp2(x[i]) ulp 2
 *	check out == serial<<<1, 1>>>(in, n)
 *	fails wrong out[0] == 2048
 *	fails race
 *
 * Both sides are values: of whole arrays, of one element, or of each element
 * where `i` stands. The second may be a launch, an oracle that computes the
 * same slowly.
 */
#include "marker.h"

#include "diag.h"
#include "expr.h"
#include "expr_lex.h"
#include "marker_parts.h"

static const char *const faults[] = {
	"wrong", "nan", "bounds", "race", "hang", "align", "barrier",
	"unwritten", "assert", "trap",
};

static const struct {
	const char *mark;
	unsigned compare;
} comparisons[] = {
	{ "==", COMPARE_EQ }, { "!=", COMPARE_NE }, { "<=", COMPARE_LE },
	{ ">=", COMPARE_GE }, { "<", COMPARE_LT },  { ">", COMPARE_GT },
};

static bool
comparison_take(struct reader *r, struct check *c)
{
	for (size_t i = 0; i < COUNT_OF(comparisons); i++) {
		if (!lex_take(&r->rest, comparisons[i].mark))
			continue;
		c->compare = comparisons[i].compare;
		return true;
	}
	reader_unexpected(r, "a comparison or an operator");
	return false;
}

/* The tolerance that stands next; its place in c, or NULL. */
static struct expr **
tolerance_take(struct reader *r, struct check *c)
{
	if (lex_take_name(&r->rest, "rel"))
		return &c->rel;
	if (lex_take_name(&r->rest, "abs"))
		return &c->abs;
	return lex_take_name(&r->rest, "ulp") ? &c->ulp : NULL;
}

static bool
parse_tolerances(struct reader *r, struct check *c)
{
	while (!lex_end(&r->rest)) {
		struct span word = lex_name(r->rest);
		struct expr **place = tolerance_take(r, c);

		if (!place) {
			lex_expected(r->diag, r->rest,
				     "an operator, 'rel', 'abs' or 'ulp'");
			return false;
		}
		if (*place) {
			diag_error(r->diag, word, "'" STR_FMT "' is given "
				   "twice", STR_ARG(span_str(word)));
			return false;
		}
		*place = expr_parse_value(r->arena, &r->rest, r->diag);
		if (!*place)
			return false;
	}
	return true;
}

static bool
parse_comparison(struct reader *r, struct check *c)
{
	c->left = expr_parse_value(r->arena, &r->rest, r->diag);
	if (!c->left || !comparison_take(r, c))
		return false;
	if (marker_at_launch(r->rest)) {
		if (!marker_parse_launch(r, &c->oracle))
			return false;
	} else {
		c->right = expr_parse_value(r->arena, &r->rest, r->diag);
		if (!c->right)
			return false;
	}
	return parse_tolerances(r, c);
}

static bool
parse_fault(struct reader *r, struct check *c)
{
	for (size_t i = 0; i < COUNT_OF(faults) && c->fails.n == 0; i++) {
		if (lex_take_name(&r->rest, faults[i]))
			c->fails = str_of(faults[i]);
	}
	if (c->fails.n == 0) {
		lex_expected(r->diag, r->rest,
			     "'wrong', 'nan', 'bounds', 'race', 'hang', "
			     "'align', 'barrier', 'unwritten', 'assert' or "
			     "'trap'");
		return false;
	}
	if (str_equal(c->fails, STR("wrong")) && !lex_end(&r->rest))
		return parse_comparison(r, c);
	return reader_end(r, "the end of the line");
}

bool
marker_parse_check(struct reader *r, struct check *c)
{
	return c->kind == CHECK_FAILS ? parse_fault(r, c)
				      : parse_comparison(r, c);
}
