/*
 * The names by which claims are known: `PAGE#ID` where the page gave an id,
 * else `PAGE:EXPRESSION:K`, the K-th claim of its page with that expression.
 *
 * The idea: a place is no name, so moving a paragraph renames nothing. Most
 * claims are never spoken of, and writing out an expression costs more than
 * judging it, so the names of a page are made when the first is asked for.
 *
 * Requires the claims of a page in order and complete; leaving some out
 * afterwards renames none.
 */
#include "arena.h"
#include "claim.h"
#include "expr.h"
#include "map.h"
#include "page.h"

static struct str
expression_text(struct arena *a, const struct claim *c)
{
	static const struct str words[] = {
		[CLAIM_EQUALS] = STR_INIT(""),
		[CLAIM_TEXT] = STR_INIT(""),
		[CLAIM_HOLDS] = STR_INIT("holds "),
		[CLAIM_OPEN] = STR_INIT("open "),
		[CLAIM_CITED] = STR_INIT("cites "),
		[CLAIM_CHECK] = STR_INIT("check "),
		[CLAIM_FENCE] = STR_INIT("fence"),
		[CLAIM_TEST] = STR_INIT("test"),
		[CLAIM_EQUATION] = STR_INIT("equation "),
		[CLAIM_DERIVED] = STR_INIT("column "),
	};
	struct str first = c->expr ? expr_text(a, c->expr) : STR("");
	struct str second = c->expr2 ? expr_text(a, c->expr2) : STR("");

	if (c->kind == CLAIM_CITED)
		first = c->source;
	if (c->kind == CLAIM_CHECK || c->kind == CLAIM_EQUATION)
		first = str_trim(c->text);
	return arena_join(a, (const struct str[]){ words[c->kind], first,
			  !c->expr2 ? STR("") : c->range ? STR(" to ") :
							   STR(" & "),
			  second, c->of_column ? STR(" on ") : STR(""),
			  c->of_column ? c->device : STR("") }, 6);
}

/* The how-manieth claim of the page with this expression, from 1. */
static size_t
count_one(struct map *firsts, size_t *counts, struct str text, size_t i)
{
	return ++counts[map_add(firsts, text, i)];
}

/* `PAGE:EXPRESSION:K` */
static struct str
name_by_order(struct arena *a, struct str page, struct str text, size_t k)
{
	struct str order = k > 1 ? arena_printf(a, "%zu", k) : STR("1");

	return arena_join(a, (const struct str[]){ page, STR(":"), text,
						   STR(":"), order }, 5);
}

static void
name_claims(struct claims *all)
{
	struct arena *a = all->arena;
	size_t *counts = arena_alloc(a, (all->n + 1) * sizeof *counts);
	struct map firsts = { .arena = a };
	struct str page = all->items[0].page->name, text;

	if (str_ends(page, STR(".md")))
		page.n -= 3;
	all->ids = arena_alloc(a, all->n * sizeof *all->ids);
	for (size_t i = 0; i < all->n; i++) {
		const struct claim *c = &all->items[i];

		if (c->name.n > 0) {
			all->ids[i] = arena_join(a, (const struct str[]){
						 page, STR("#"), c->name }, 3);
			continue;
		}
		text = expression_text(a, c);
		all->ids[i] = name_by_order(a, page, text,
					    count_one(&firsts, counts, text,
						      i));
	}
}

struct str
claim_id(const struct claim *c)
{
	if (!c->all->ids)
		name_claims(c->all);
	return c->all->ids[c->rank];
}

/* Whether a leaf is a function's name that stands for the text before it. */
static bool
stands_alone(const struct expr *e)
{
	return e->kind == EXPR_NAME &&
	       (str_equal(e->text, STR("exists")) ||
		str_equal(e->text, STR("metric_exists")));
}

struct str
claim_fact(struct arena *a, const struct fact *f)
{
	struct str text = expr_text(a, f->expr);

	if (f->expr->kind == EXPR_LISTING && !f->expr->text_given)
		return arena_printf(a, STR_FMT " of " STR_FMT, STR_ARG(text),
				    STR_ARG(f->glob));
	if (stands_alone(f->expr))
		return arena_printf(a, STR_FMT "(" STR_FMT ")", STR_ARG(text),
				    STR_ARG(f->subject));
	return text;
}
