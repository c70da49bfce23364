/*
 * `=`: this says again what another place of the page claims.
 *
 * The idea: a repeat is a copy of the claim with its own place and digits, and
 * is judged like the first. Which claim is meant, the text says: the only one
 * with the same digits and unit (as written, else of the same kind), after
 * words the one with the same words, else the nearest before it. Two claims
 * between which it would make a difference are an error.
 *
 * It looks at this page only, and binds no names: the original's facts serve
 * both. All other claims of the page must be gathered before.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "expr.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"

/* The same digits in the same unit, however it is written (`cycles/FMA`,
   `cycles per FMA`). */
static bool
same_writing(const struct quantity *a, const struct quantity *b)
{
	return str_equal(span_str(a->number), span_str(b->number)) &&
	       str_equal(span_str(a->number_high), span_str(b->number_high)) &&
	       a->factor == b->factor && a->unit.percent == b->unit.percent &&
	       unit_same_kind(&a->unit, &b->unit) &&
	       !(a->unit.scale < b->unit.scale) &&
	       !(a->unit.scale > b->unit.scale);
}

static bool
same_expression(struct arena *a, const struct claim *x, const struct claim *y)
{
	if (x->kind != y->kind)
		return false;
	if (x->kind == CLAIM_CITED)
		return str_equal(x->source, y->source);
	return x->expr && y->expr &&
	       str_equal(expr_text(a, x->expr), expr_text(a, y->expr));
}

static bool
known_worth(const struct gather *g, const struct claim *c, double *out)
{
	return c->expr && !c->expr2 && gather_worth(g, c, c->expr, out);
}

/* Whether it makes no difference which of the two is repeated. */
static bool
same_claim(const struct gather *g, const struct claim *x, const struct claim *y)
{
	double a, b;

	return same_expression(g->arena, x, y) ||
	       (known_worth(g, x, &a) && known_worth(g, y, &b) &&
		!(a < b) && !(a > b));
}

/* The page's claim with these digits and unit, `exact`ly as written or of the
   same kind; *second is another that would make a difference. */
static const struct claim *
find_same_number(const struct gather *g, const struct quantity *q, bool exact,
		 const struct claim **second)
{
	const struct claim *found = NULL;

	*second = NULL;
	for (size_t i = 0; i < g->out->n; i++) {
		const struct claim *c = &g->out->items[i];

		if (c->repeat || !c->quantity ||
		    !same_writing(c->quantity, q) ||
		    (exact && !str_equal(c->quantity->unit.text,
					 q->unit.text)))
			continue;
		if (!found)
			found = c;
		else if (!same_claim(g, found, c))
			*second = c;
	}
	return found;
}

static bool
may_repeat_words(const struct claim *c)
{
	return c->kind == CLAIM_HOLDS || c->kind == CLAIM_TEXT ||
	       c->kind == CLAIM_EQUALS || c->kind == CLAIM_OPEN ||
	       c->kind == CLAIM_CITED;
}

/* The claim with the same words, else the nearest one before `at`. */
static const struct claim *
find_same_words(const struct gather *g, struct span words)
{
	const struct claim *nearest = NULL;

	for (size_t i = 0; i < g->out->n; i++) {
		const struct claim *c = &g->out->items[i];

		if (!may_repeat_words(c) || c->repeat)
			continue;
		if (str_equal(c->text, span_str(words)))
			return c;
		if (c->at.at < words.at &&
		    (!nearest || c->at.at > nearest->at.at))
			nearest = c;
	}
	return nearest;
}

static void
repeat(struct gather *g, const struct marker *m, const struct claim *same,
       const struct quantity *q, struct span at)
{
	struct quantity *own = NULL;
	struct claim original = *same; /* gather_claim may move it */
	struct claim *c = gather_claim(g, (int)original.kind, at);

	if (q) {
		own = arena_alloc(g->arena, sizeof *own);
		*own = *q;
	}
	c->marker = m;
	c->marker_at = m->at;
	c->quantity = own ? own : original.quantity;
	c->expr = original.expr;
	c->expr2 = original.expr2;
	c->range = original.range;
	c->options = original.options;
	c->facts = original.facts;
	c->nfacts = original.nfacts;
	c->device = original.device;
	c->sm = original.sm;
	c->source = original.source;
	c->anchor = original.anchor;
	c->trouble = original.trouble;
	c->repeat = true;
	gather_cover(g, at);
}

void
gather_repeat(struct gather *g, const struct marker *m,
	      const struct quantity *q, struct span words)
{
	const struct claim *second = NULL, *same;

	same = q ? find_same_number(g, q, true, &second) : NULL;
	if (q && !same)
		same = find_same_number(g, q, false, &second);
	if (second) {
		diag_error(g->page->diag, m->at,
			   "'=' is ambiguous: two claims of this page say '"
			   STR_FMT "'", STR_ARG(span_str(q->at)));
		diag_note(g->page->diag, same->at, "one is here");
		diag_note(g->page->diag, second->at, "the other is here");
		return;
	}
	if (!same && !q)
		same = find_same_words(g, words);
	if (!same) {
		diag_error(g->page->diag, m->at, "'=' repeats no claim of this "
			   "page: none says '" STR_FMT "'",
			   STR_ARG(q ? span_str(q->at) : span_str(words)));
		return;
	}
	repeat(g, m, same, q, q ? q->at : words);
}
