/*
 * The number that stands before each marker of a page.
 *
 * Comments in their blocks -> the quantity that ends where a comment starts.
 *
 * The idea: both who summarises a page for others and who collects its claims
 * ask for it, so it is read once. A marker sees no further than its block or
 * its table cell.
 *
 * Whether the marker wants a number at all is a matter of claim_marker.c.
 */
#include "arena.h"
#include "page.h"
#include "page_parts.h"
#include "quantity.h"
#include "scan.h"

struct span
page_stretch(const struct page *p, const struct comment *c)
{
	const struct block *b = &p->scan->blocks[c->block];

	for (size_t r = 0; b->kind == BLOCK_TABLE && r < b->nrows; r++)
		for (size_t i = 0; i < b->rows[r].n; i++) {
			struct span cell = b->rows[r].cells[i];

			if (cell.at <= c->at.at && c->at.at < cell.at + cell.n)
				return cell;
		}
	return b->at;
}

static void
read_number(struct page_number *out, const struct page *p,
	    const struct comment *c)
{
	struct span in = page_stretch(p, c);
	size_t from = c->at.at - in.at, to = from + c->at.n;
	struct quantity *q = arena_alloc(p->arena, sizeof *q);

	out->found = quantity_before(q, span_slice(in, 0, from),
				     span_slice(in, to, in.n));
	out->quantity = q;
}

void
page_read_numbers(struct page *p)
{
	const struct scan *s = p->scan;

	p->numbers = arena_alloc(p->arena,
				 (s->ncomments + 1) * sizeof *p->numbers);
	for (size_t i = 0; i < s->ncomments; i++)
		if (p->markers[i] && !s->comments[i].alone)
			read_number(&p->numbers[i], p, &s->comments[i]);
}
