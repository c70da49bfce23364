/*
 * Numbers that nothing speaks of: the text of a page to their count.
 *
 * It comes last, when every marker, ruled column and equation has said which
 * spans it covers (links are covered here): a number in none of them is a
 * statement that nobody checks. Covered ones have been read before and are
 * stepped over. Numbers in comments and in code spans state nothing and do not
 * count.
 *
 * Nothing is said of any of them here; the report tells how many there are, and
 * `kbc suggest` which.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "mark.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"

/* Numbers in links are names. */
static void
cover_links(struct gather *g)
{
	const struct mark *m = g->page->mark;

	for (size_t i = 0; i < m->nlinks; i++)
		gather_cover(g, m->links[i].text);
}

static void
count_unbound(struct gather *g, struct span text)
{
	struct claims *out = g->out;
	struct quantity *all;
	size_t n = quantity_collect_rest(g->arena, &all, text,
					 g->covered + text.at);

	for (size_t i = 0; i < n; i++) {
		if (gather_is_covered(g, all[i].at) ||
		    gather_in_comment(g, all[i].at.at) ||
		    mark_code_at(g->page->mark, all[i].at.at))
			continue;
		out->unbound = arena_grow(g->arena, out->unbound,
					  out->nunbound, &out->capunbound,
					  sizeof *out->unbound);
		out->unbound[out->nunbound++] = all[i];
	}
}

static void
count_unbound_cells(struct gather *g, const struct row *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (!gather_is_all_covered(g, r->cells[i]))
			count_unbound(g, r->cells[i]);
}

void
gather_unbound(struct gather *g)
{
	const struct scan *s = g->page->scan;

	cover_links(g);
	for (size_t i = 0; i < s->nblocks; i++) {
		const struct block *b = &s->blocks[i];

		if (b->kind == BLOCK_TEXT)
			count_unbound(g, b->at);
		for (size_t r = 1; b->kind == BLOCK_TABLE && r < b->nrows; r++)
			count_unbound_cells(g, &b->rows[r]);
	}
}
