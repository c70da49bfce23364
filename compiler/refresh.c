/*
 * Verdicts -> the numbers of their page that are to be rewritten.
 *
 * The idea: what is replaced is a number's digits and nothing else, so that
 * emphasis, unit and everything around it stay as they were written. A number
 * is only rewritten where one number was found that it can say: bounds, ranges
 * and what is said in words are the author's business, and are named instead.
 * The right side of an equation follows the left one, where that is bound and
 * it is not. A blank cell of a table gets a number of its own.
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
#include "source.h"
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
	if (!c->quantity || c->kind == CLAIM_CITED || c->kind == CLAIM_OPEN)
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
why_not(const struct claim *c, const struct verdict *v)
{
	const struct quantity *q = c->quantity;

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
	if (c->options && c->options->low && v->status == STATUS_REFUTED)
		return "its `between` does not allow it";
	return NULL;
}

/* --- blank cells ---------------------------------------------------------- */

bool
refresh_is_blank(const struct claim *c)
{
	return c->kind == CLAIM_OPEN && c->marker &&
	       c->marker->kind == MARKER_TABLE;
}

/* All between the bars, or up to an end of the line. */
static struct span
between_bars(struct span cell)
{
	struct str s = cell.source->text;
	size_t from = cell.at, to = cell.at + cell.n;

	while (from > 0 && (s.p[from - 1] == ' ' || s.p[from - 1] == '\t'))
		from--;
	while (to < s.n && (s.p[to] == ' ' || s.p[to] == '\t'))
		to++;
	return source_span(cell.source, from, to - from);
}

/* The answer in a blank cell, as wide as that was if it can be. */
static struct fresh
fill_cell(struct arena *a, const struct claim *c, const struct verdict *v)
{
	struct span at = between_bars(c->at);
	struct str text = v->answer ? v->answer->written : STR("");
	int pad = (int)at.n - (int)text.n - 1;

	if (text.n > 0)
		text = arena_printf(a, " " STR_FMT "%*s", STR_ARG(text),
				    pad > 1 ? pad : 1, "");
	return (struct fresh){ c, v, at, text, NULL };
}

/* --- numbers -------------------------------------------------------------- */

/* The right side of an equation, where its left side is what others say. */
static struct fresh
rewrite_equation(struct arena *a, const struct claim *c,
		 const struct verdict *v)
{
	const struct equation *e = c->equation;
	struct fresh f = { c, v, e->right->number, STR(""), NULL };

	if (!e->left_bound && !e->right_bound)
		f.why = "no marker says which side of the equation is right";
	else if (!e->left_bound)
		f.why = "its right side is bound, its left one has several "
			"numbers";
	else if (e->right_bound)
		f.why = "both sides of the equation are bound";
	if (!f.why)
		f.digits = quantity_write(a, e->right, e->left);
	if (str_equal(f.digits, span_str(f.at)))
		f.digits = STR("");
	return f;
}

static struct fresh
rewrite(struct arena *a, const struct claim *c, const struct verdict *v)
{
	struct fresh f = { c, v, { 0 }, STR(""), why_not(c, v) };

	if (f.why)
		return f;
	f.at = c->quantity->number;
	f.digits = verdict_digits(a, c, v);
	if (f.digits.n == 0)
		f.why = "what was found has no such form";
	else if (str_equal(f.digits, span_str(f.at)))
		f.digits = STR("");
	return f;
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

		if (!page_is_good(c->page))
			continue;
		if (what == REFRESH_TABLES && refresh_is_blank(c))
			*f = fill_cell(a, c, &v->verdicts[i]);
		else if (!is_about(c, &v->verdicts[i], what))
			continue;
		else if (c->kind == CLAIM_EQUATION)
			*f = rewrite_equation(a, c, &v->verdicts[i]);
		else
			*f = rewrite(a, c, &v->verdicts[i]);
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
		at = all[i].at;
		if (at.at < end) /* of two claims the first has the number */
			continue;
		edit_add(a, out, at, all[i].digits);
		end = at.at + at.n;
	}
}
