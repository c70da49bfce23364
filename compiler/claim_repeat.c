/*
 * `=`: this says again what another place of the page claims.
 *
 * The idea: a repeat is a copy of the claim with its own place and digits, and
 * is judged like the first. Which claim is meant, the text says: the only one
 * with the same digits and unit (as written, else of the same kind), after
 * words the one with the same words, else the nearest before it. Two claims
 * between which it would make a difference are an error.
 *
 * The claims are indexed once, by how they are written, so that many repeats
 * cost no more than many claims. It looks at this page only, and binds no
 * names: the original's facts serve both. All other claims of the page must be
 * gathered before.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "expr.h"
#include "map.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"

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

/* --- the index ----------------------------------------------------------- */

/* What may be meant by one writing: the first claim, and the last that would
   make a difference. Indices, as claims may move. */
struct candidate {
	size_t found, second;
};

struct repeats {
	struct map numbers; /* how a number is written -> candidates */
	struct candidate *candidates;
	size_t n, cap;
	struct map words;   /* the text of a claim -> its index */
	size_t *places;     /* claims whose words may be meant, by place */
	size_t nplaces;
};

/* What must be equal for two numbers to be written the same; with the unit as
   written, or only its kind. */
static struct str
writing_of(struct arena *a, const struct quantity *q, bool exact)
{
	const struct unit *u = &q->unit;

	return arena_printf(a, STR_FMT "|" STR_FMT "|%d%d%d|%d,%d,%d,%d|%a|"
			    STR_FMT, STR_ARG(span_str(q->number)),
			    STR_ARG(span_str(q->number_high)), exact,
			    q->factor, u->percent, u->second, u->byte, u->flop,
			    u->cycle, u->scale, exact ? (int)u->text.n : 0,
			    u->text.p);
}

static void
index_number(struct gather *g, struct repeats *r, size_t i, bool exact)
{
	const struct claim *items = g->out->items;
	struct str key = writing_of(g->arena, items[i].quantity, exact);
	size_t at = map_add(&r->numbers, key, r->n);
	struct candidate *c;

	if (at < r->n) {
		c = &r->candidates[at];
		if (!same_claim(g, &items[c->found], &items[i]))
			c->second = i;
		return;
	}
	r->candidates = arena_grow(g->arena, r->candidates, r->n, &r->cap,
				   sizeof *r->candidates);
	r->candidates[r->n++] = (struct candidate){ i, SIZE_MAX };
}

static bool
may_repeat_words(const struct claim *c)
{
	return c->kind == CLAIM_HOLDS || c->kind == CLAIM_TEXT ||
	       c->kind == CLAIM_EQUALS || c->kind == CLAIM_CITED;
}

/* Puts claim i where its place among the others is: most come in order. */
static void
index_words(const struct gather *g, struct repeats *r, size_t i)
{
	const struct claim *items = g->out->items;
	size_t k = r->nplaces++;

	map_add(&r->words, items[i].text, i);
	for (; k > 0 && items[r->places[k - 1]].at.at > items[i].at.at; k--)
		r->places[k] = r->places[k - 1];
	r->places[k] = i;
}

/* All claims there are before the first repeat. */
static struct repeats *
index_make(struct gather *g)
{
	struct repeats *r = arena_alloc(g->arena, sizeof *r);

	r->numbers.arena = r->words.arena = g->arena;
	r->places = arena_alloc(g->arena, (g->out->n + 1) * sizeof *r->places);
	for (size_t i = 0; i < g->out->n; i++) {
		/* a question says nothing that could be repeated */
		if (g->out->items[i].kind == CLAIM_OPEN)
			continue;
		if (g->out->items[i].quantity) {
			index_number(g, r, i, true);
			index_number(g, r, i, false);
		}
		if (may_repeat_words(&g->out->items[i]))
			index_words(g, r, i);
	}
	return r;
}

/* --- which claim is meant ------------------------------------------------ */

/* The page's claim with these digits and unit, `exact`ly as written or of the
   same kind; *second is another that would make a difference. */
static const struct claim *
find_same_number(const struct gather *g, const struct quantity *q, bool exact,
		 const struct claim **second)
{
	const struct repeats *r = g->repeats;
	size_t at = map_find(&r->numbers, writing_of(g->arena, q, exact));

	*second = NULL;
	if (at == SIZE_MAX)
		return NULL;
	if (r->candidates[at].second != SIZE_MAX)
		*second = &g->out->items[r->candidates[at].second];
	return &g->out->items[r->candidates[at].found];
}

/* The claim with the same words, else the nearest one before `at`. */
static const struct claim *
find_same_words(const struct gather *g, struct span words)
{
	const struct repeats *r = g->repeats;
	size_t same = map_find(&r->words, span_str(words));
	size_t low = 0, high = r->nplaces;

	if (same != SIZE_MAX)
		return &g->out->items[same];
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (g->out->items[r->places[middle]].at.at < words.at)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return NULL;
	while (low > 1 && g->out->items[r->places[low - 2]].at.at ==
				  g->out->items[r->places[low - 1]].at.at)
		low--;
	return &g->out->items[r->places[low - 1]];
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
	c->sm_given = original.sm_given;
	c->source = original.source;
	c->anchor = original.anchor;
	c->trouble = original.trouble;
	if (original.kind == CLAIM_HOLDS || original.kind == CLAIM_TEXT)
		gather_words(g, c);
	else
		gather_cover(g, at);
}

void
gather_repeat(struct gather *g, const struct marker *m,
	      const struct quantity *q, struct span words)
{
	const struct claim *second = NULL, *same;

	if (!g->repeats)
		g->repeats = index_make(g);
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
