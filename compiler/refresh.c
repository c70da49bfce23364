/*
 * Verdicts -> the numbers of their page that are to be rewritten.
 *
 * The idea: what is replaced is a number's digits and nothing else, so that
 * emphasis, unit and everything around it stay as they were written. A number
 * is only rewritten where one number was found that it can say: bounds, ranges
 * and what is said in words are the author's business, and are named instead.
 *
 * Whether the page holds with its new numbers is not asked here: others may
 * follow from them. Whoever writes judges again.
 */
#include "refresh.h"

#include "arena.h"
#include "claim.h"
#include "edit.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"
#include "verdict.h"
#include "writeback.h"

static bool
is_cell(const struct claim *c)
{
	return c->kind == CLAIM_EQUALS && c->marker &&
	       c->marker->kind == MARKER_TABLE;
}

static bool
is_about(const struct claim *c, const struct verdict *v, enum refresh what)
{
	if (c->kind == CLAIM_EQUATION)
		return what == REFRESH_REFUTED && v->status == STATUS_REFUTED;
	if (!c->quantity || c->kind == CLAIM_CITED)
		return false;
	if (what == REFRESH_TABLES)
		return is_cell(c) && (v->status == STATUS_CONFIRMED ||
				      v->status == STATUS_REFUTED ||
				      (v->status == STATUS_INCONCLUSIVE &&
				       v->measured));
	return v->status == STATUS_REFUTED;
}

/* Why a number cannot be rewritten; NULL if it can. */
static const char *
why_not(const struct claim *c)
{
	const struct quantity *q = c->quantity;

	if (c->kind == CLAIM_EQUATION)
		return "it is an equation";
	if (q->kind == QUANTITY_RANGE)
		return "it is a range";
	if (q->kind != QUANTITY_NUMBER)
		return "it is no plain number";
	if (q->relation != IS_EQUAL)
		return "it is a bound";
	if (c->expr2)
		return "it is to be two numbers at once";
	if (q->plus_minus > 0)
		return "it has a width of its own";
	return NULL;
}

size_t
refresh_page(struct arena *a, struct fresh **out,
	     const struct page_verdicts *v, enum refresh what)
{
	size_t n = 0;

	*out = arena_alloc(a, (v->claims->n + 1) * sizeof **out);
	for (size_t i = 0; i < v->claims->n; i++) {
		const struct claim *c = &v->claims->items[i];
		struct fresh *f = &(*out)[n];

		if (!page_is_good(c->page) ||
		    !is_about(c, &v->verdicts[i], what))
			continue;
		*f = (struct fresh){ c, &v->verdicts[i], STR(""), why_not(c) };
		if (!f->why)
			f->digits = verdict_digits(a, c, f->verdict);
		if (!f->why && f->digits.n == 0)
			f->why = "what was found has no such form";
		if (!f->why &&
		    str_equal(f->digits, span_str(c->quantity->number)))
			f->digits = STR("");
		n += f->digits.n > 0 ||
		     f->verdict->status == STATUS_REFUTED;
	}
	return n;
}

void
refresh_edits(struct arena *a, struct edits *out, const struct fresh *all,
	      size_t n)
{
	size_t end = 0;

	*out = (struct edits){ 0 };
	for (size_t i = 0; i < n; i++) {
		struct span at;

		if (all[i].digits.n == 0)
			continue;
		at = all[i].claim->quantity->number;
		if (at.at < end) /* of two claims the first has the number */
			continue;
		edit_add(a, out, at, all[i].digits);
		end = at.at + at.n;
	}
}
