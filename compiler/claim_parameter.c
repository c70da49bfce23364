/*
 * Numbers that set a parameter: a sentence and its claims -> which of its
 * numbers are no statements of their own.
 *
 *	At 8 chains an FMA costs 1.01 cycles<!-- kbc: ilp(chains=8).cycles -->.
 *
 * The idea: the marker repeats the 8, so what is stated of 8 chains is checked
 * at 8 chains, and nothing is left to say of it. Only a bare count in the very
 * sentence is meant: a `.`, `!` or `?` before a blank ends one, and so do the
 * block and the row of a table.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "library.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "source.h"

#include <math.h>

struct parameters {
	struct parameter_set {
		size_t at;     /* of the claim */
		double value;
	} *items;
	size_t n, cap;
};

static void
add_settings(struct gather *g, struct parameters *all, const struct claim *c,
	     const struct fact *f)
{
	for (size_t i = 0; i < f->nsettings; i++) {
		double value;

		if (!str_number(f->settings[i].value, &value))
			continue;
		all->items = arena_grow(g->arena, all->items, all->n,
					&all->cap, sizeof *all->items);
		all->items[all->n++] =
			(struct parameter_set){ c->at.at, value };
	}
}

static struct parameters *
collect(struct gather *g)
{
	struct parameters *all = arena_alloc(g->arena, sizeof *all);

	for (size_t i = 0; i < g->out->n; i++) {
		const struct claim *c = &g->out->items[i];

		if (c->at.source != g->page->source)
			continue;
		for (size_t k = 0; k < c->nfacts; k++)
			add_settings(g, all, c, &c->facts[k]);
	}
	return all;
}

/* Whether a sentence, or a row, ends between two places of a block. */
static bool
is_parted(const struct gather *g, const struct block *b, size_t from, size_t to)
{
	struct str s = g->page->source->text;

	for (size_t i = from; i < to; i++) {
		if (s.p[i] == '\n' && b->kind == BLOCK_TABLE)
			return true;
		if (byte_among(s.p[i], ".!?") && byte_is_blank(s.p[i + 1]) &&
		    !gather_in_comment(g, i))
			return true;
	}
	return false;
}

bool
gather_is_parameter(struct gather *g, const struct quantity *q,
		    const struct block *block)
{
	const struct parameters *all;

	if (q->kind != QUANTITY_NUMBER || q->factor || q->approximate ||
	    q->relation != IS_EQUAL || fabs(q->unit.scale - 1) > 0)
		return false;
	if (!g->parameters)
		g->parameters = collect(g);
	all = g->parameters;
	for (size_t i = 0; i < all->n; i++) {
		size_t at = all->items[i].at;
		size_t from = at < q->at.at ? at : q->at.at;
		size_t to = at < q->at.at ? q->at.at : at;

		if (fabs(all->items[i].value - q->value) > 0 ||
		    at < block->at.at || at >= block->at.at + block->at.n)
			continue;
		if (!is_parted(g, block, from, to))
			return true;
	}
	return false;
}
