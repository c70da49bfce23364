/*
 * A page -> the numbers of its tables that a source is cited for, and what
 * quantities are worth beside each other.
 *
 * The idea: `table cites SOURCE` is a citation for each cell that nothing else
 * speaks of, so these numbers lean on the source as much as one with a marker
 * does. In doubt, as with a head that holds a rule's name and more, a cell
 * leans on nobody: nothing is called a circle that is none.
 *
 * Which cells are claims is claim_table.c.
 */
#include "arena.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "summary.h"
#include "summary_parts.h"

#include <math.h>

static struct amount
amount_of(const struct quantity *q)
{
	double scale = q->unit.scale > 0 ? q->unit.scale : 1;
	double high = q->kind == QUANTITY_RANGE ? q->high : q->value;

	return (struct amount){
		.digits = { q->value, high },
		.coherent = { q->value * scale, high * scale },
		.binary = q->unit.binary_may ? q->unit.binary : 1,
		.second = q->unit.second, .byte = q->unit.byte,
		.flop = q->unit.flop, .cycle = q->unit.cycle,
	};
}

/* Whether two pairs are one, the first so many times larger than written. */
static bool
same_pair(const double *x, const double *y, double times)
{
	for (int i = 0; i < 2; i++)
		if (!(fabs(x[i] * times - y[i]) <= 1e-9 * fabs(y[i])))
			return false;
	return true;
}

static bool
is_bare(const struct amount *a)
{
	return a->second == 0 && a->byte == 0 && a->flop == 0 && a->cycle == 0;
}

struct said
summary_said(const struct quantity *q, struct str words)
{
	struct said out = { 0 };

	if (!q)
		out.words = str_trim(words);
	else if (q->kind == QUANTITY_ARCH || q->kind == QUANTITY_VERSION)
		out.words = span_str(q->number);
	else
		out.amount = amount_of(q);
	return out;
}

static bool
same_amount(const struct amount *a, const struct amount *b)
{
	if (a->second != b->second || a->byte != b->byte ||
	    a->flop != b->flop || a->cycle != b->cycle)
		return (is_bare(a) || is_bare(b)) &&
		       same_pair(a->digits, b->digits, 1);
	return same_pair(a->coherent, b->coherent, 1) ||
	       same_pair(a->coherent, b->coherent, a->binary) ||
	       same_pair(b->coherent, a->coherent, b->binary);
}

bool
summary_same(const struct said *what, const struct said *says)
{
	if (what->words.n == 0 && says->words.n == 0)
		return same_amount(&what->amount, &says->amount);
	return page_holds_words(says->words, what->words) ||
	       (says->words.n > 0 && str_ends(what->words, says->words));
}

/* The table that a marker's block stands before, or NULL. */
static const struct block *
table_below(const struct page *p, size_t block)
{
	const struct scan *s = p->scan;

	for (size_t i = block + 1; i < s->nblocks; i++) {
		if (s->blocks[i].kind == BLOCK_TABLE)
			return &s->blocks[i];
		if (s->blocks[i].kind != BLOCK_COMMENT)
			return NULL;
	}
	return NULL;
}

static bool
has_rule(const struct marker *m, const struct block *t, size_t column)
{
	struct str head = column < t->rows[0].n ?
		span_str(t->rows[0].cells[column]) : STR("");

	for (const struct column *c = m->columns; c; c = c->next)
		if (str_find(head, c->head) < head.n)
			return true;
	return false;
}

static void
add_cell(struct arena *a, struct numbers *out, const struct marker *m,
	 struct span cell)
{
	struct str s = span_str(cell);
	struct quantity *all;
	size_t n;

	if (quantity_is_none(s) || str_find(s, STR("<!--")) < s.n)
		return;
	n = quantity_collect(a, &all, cell);
	for (size_t i = 0; i < n; i++) {
		out->items = arena_grow(a, out->items, out->n, &out->cap,
					sizeof *out->items);
		out->items[out->n++] = (struct numbered){
			.marker = m, .found = true, .quantity = all[i] };
	}
}

void
summary_add_cells(struct arena *a, struct numbers *out, const struct page *p)
{
	for (size_t i = 0; i < p->scan->ncomments; i++) {
		const struct marker *m = p->markers[i];
		const struct block *t;

		if (!m || m->kind != MARKER_TABLE || m->name.n == 0)
			continue;
		t = table_below(p, p->scan->comments[i].block);
		for (size_t r = 1; t && r < t->nrows; r++)
			for (size_t k = 0; k < t->rows[r].n; k++)
				if (!has_rule(m, t, k))
					add_cell(a, out, m,
						 t->rows[r].cells[k]);
	}
}
