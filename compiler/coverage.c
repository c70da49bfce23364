/*
 * Coverage: a page's text and its claims -> every material number with what
 * became of it.
 *
 * The idea: what a number came to is known already, in pieces: claims have
 * their numbers, inputs and numbers that were set aside were noted when their
 * markers were read, and what is left was counted as unbound. Here the pieces
 * are put together so that each number is counted once: the first that speaks
 * of a byte has it. A claim of words has the numbers within them that are not
 * unbound: a condition need not name them all.
 *
 * Which numbers are material is not decided here, but by quantity_prose.c and
 * claim_unbound.c.
 */
#include "coverage.h"

#include "arena.h"
#include "claim.h"
#include "page.h"
#include "quantity.h"
#include "source.h"

#include <stdlib.h>

struct picture {
	struct arena *arena;
	struct coverage *out;
	const struct page *page;
	bool *taken;  /* [byte of the page] */
};

static bool
is_taken(const struct picture *p, struct span at)
{
	for (size_t i = 0; i < at.n; i++)
		if (p->taken[at.at + i])
			return true;
	return false;
}

static void
put(struct picture *p, enum coverage_kind kind, struct span at, struct str why)
{
	struct coverage *out = p->out;

	if (at.source != p->page->source || at.n == 0 || is_taken(p, at))
		return;
	memset(p->taken + at.at, true, at.n);
	out->items = arena_grow(p->arena, out->items, out->n, &out->cap,
				sizeof *out->items);
	out->items[out->n++] = (struct covered){ kind, at, why };
	out->count[kind]++;
}

/* The numbers within a stretch. */
static void
put_within(struct picture *p, enum coverage_kind kind, struct span at,
	   struct str why)
{
	struct quantity *all;
	size_t n;

	if (at.source != p->page->source)
		return;
	n = quantity_collect(p->arena, &all, at);
	for (size_t i = 0; i < n; i++)
		put(p, kind, all[i].at, why);
}

static enum coverage_kind
kind_of(const struct claim *c)
{
	switch (c->kind) {
	case CLAIM_DERIVED:
	case CLAIM_EQUATION:
		return COVERAGE_DERIVED;
	case CLAIM_OPEN:
		return COVERAGE_IGNORED;
	case CLAIM_EQUALS:
	case CLAIM_TEXT:
	case CLAIM_HOLDS:
	case CLAIM_CITED:
	case CLAIM_CHECK:
	case CLAIM_FENCE:
	case CLAIM_TEST:
	default:
		return COVERAGE_BOUND;
	}
}

static struct str
why_of(const struct claim *c)
{
	if (c->kind == CLAIM_OPEN)
		return STR("an open question");
	return c->kind == CLAIM_CITED ? STR("cited") : STR("");
}

/* Whether its numbers are those of the words that it is about. */
static bool
has_words(const struct claim *c)
{
	return !c->quantity && c->kind != CLAIM_CHECK &&
	       c->kind != CLAIM_FENCE && c->kind != CLAIM_TEST;
}

static int
compare_places(const void *left, const void *right)
{
	const struct covered *a = left, *b = right;

	return a->at.at < b->at.at ? -1 : a->at.at > b->at.at;
}

/* What speaks of one number comes before what speaks of words. */
static void
put_all(struct picture *p, const struct claims *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->items[i].quantity)
			put(p, kind_of(&c->items[i]), c->items[i].quantity->at,
			    why_of(&c->items[i]));
	for (size_t i = 0; i < c->nspoken; i++) {
		const struct spoken *s = &c->spoken[i];

		if (s->kind == SPOKEN_INPUT)
			put(p, COVERAGE_BOUND, s->at, STR(""));
		else
			put_within(p, s->kind == SPOKEN_RETIRED ?
				   COVERAGE_RETIRED : COVERAGE_IGNORED, s->at,
				   s->why);
	}
	for (size_t i = 0; i < c->nunbound; i++)
		put(p, COVERAGE_UNBOUND, c->unbound[i].at, STR(""));
	for (size_t i = 0; i < c->n; i++)
		if (has_words(&c->items[i]))
			put_within(p, kind_of(&c->items[i]), c->items[i].at,
				   why_of(&c->items[i]));
}

void
coverage_collect(struct arena *a, struct coverage *out, const struct page *p,
		 const struct claims *c)
{
	struct picture picture = { .arena = a, .out = out, .page = p };

	*out = (struct coverage){ .n = 0 };
	picture.taken = arena_alloc(a, p->source->text.n + 1);
	put_all(&picture, c);
	if (out->n > 0)
		qsort(out->items, out->n, sizeof *out->items, compare_places);
}

void
coverage_add(struct coverage *sum, const struct coverage *more)
{
	for (int i = 0; i < COVERAGE_KINDS; i++)
		sum->count[i] += more->count[i];
}

int
coverage_percent(const struct coverage *c)
{
	size_t checked = c->count[COVERAGE_BOUND] + c->count[COVERAGE_DERIVED];
	size_t all = checked + c->count[COVERAGE_UNBOUND];

	return all > 0 ? (int)(checked * 100 / all) : -1;
}
