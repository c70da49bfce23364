/*
 * A table under a table marker -> a claim a cell.
 *
 * The idea: a column's rule is an expression in which `row` stands for what
 * the row's name means. For each row the name is put into the expression's
 * tree, and the cell is claimed like any quantity in prose. A cell with a
 * marker of its own has spoken for itself; `—` claims nothing.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "expr.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "wiki.h"

/* A column, among those of other devices that its rule has; or NULL. */
struct place_in {
	size_t column;
	const struct repeated *all;
};

/* The next table block behind a marker's. */
static const struct block *
table_below(const struct gather *g, size_t block)
{
	const struct scan *s = g->page->scan;

	for (size_t i = block + 1; i < s->nblocks; i++) {
		if (s->blocks[i].kind == BLOCK_TABLE)
			return &s->blocks[i];
		if (s->blocks[i].kind != BLOCK_COMMENT)
			return NULL;
	}
	return NULL;
}

static bool
has_marker(const struct gather *g, struct span cell)
{
	const struct scan *s = g->page->scan;

	for (size_t i = 0; i < s->ncomments; i++)
		if (s->comments[i].at.at >= cell.at &&
		    s->comments[i].at.at < cell.at + cell.n)
			return true;
	return false;
}

static void
bind_cell(struct gather *g, const struct column *rule,
	  const struct row_name *row, struct claim *c)
{
	struct expr *e = gather_row_expression(g, rule->expr, row);

	if (!e) {
		gather_trouble(g, c, c->at, "'row' names nothing in the row '"
			       STR_FMT "'", STR_ARG(row->text));
		return;
	}
	c->expr = e;
	if (!gather_bind(g, c, e))
		diag_note(g->page->diag, c->at, "it is for this cell");
}

/* A cell whose rule is a number's: what it says must be a quantity. */
static struct claim *
claim_cell(struct gather *g, struct span cell, int kind)
{
	struct quantity *q = arena_alloc(g->arena, sizeof *q);
	struct claim *c = gather_claim(g, kind, cell);

	gather_cover(g, cell);
	if (!quantity_whole(q, cell)) {
		gather_trouble(g, c, cell, "this cell holds no quantity that "
			       "can be read whole");
		return c;
	}
	c->quantity = q;
	c->at = q->at;
	c->text = span_str(q->at);
	return c;
}

/* Whether a cell is a plain number, which is then in *q. */
static bool
is_example(const struct gather *g, struct quantity *q, struct span cell)
{
	return cell.n > 0 && !quantity_is_none(span_str(cell)) &&
	       !has_marker(g, cell) && quantity_whole(q, cell) &&
	       q->kind == QUANTITY_NUMBER && q->relation == IS_EQUAL;
}

/* The first number of a column. */
static bool
find_in_column(const struct gather *g, struct quantity *q, size_t column)
{
	const struct block *t = g->place.table;

	for (size_t i = 1; i < t->nrows; i++)
		if (column < t->rows[i].n &&
		    is_example(g, q, t->rows[i].cells[column]))
			return true;
	return false;
}

/* A number that shows how a blank cell is to be written: of its column, of its
   row in a column of another device, of all of such a column; NULL without. */
static const struct quantity *
find_example(const struct gather *g, const struct repeated *all, size_t column)
{
	struct quantity *q = arena_alloc(g->arena, sizeof *q);
	const struct row *row = g->place.row;

	if (find_in_column(g, q, column))
		return q;
	for (size_t i = 0; all && i < all->n; i++)
		if (all->columns[i].index < row->n &&
		    is_example(g, q, row->cells[all->columns[i].index]))
			return q;
	for (size_t i = 0; all && i < all->n; i++)
		if (find_in_column(g, q, all->columns[i].index))
			return q;
	return NULL;
}

static void
bind_rule(struct gather *g, const struct marker *m, const struct column *rule,
	  const struct row_name *name, struct claim *c)
{
	c->marker = m;
	c->marker_at = rule->at;
	gather_options(g, c, &rule->options);
	gather_scope_column(g, c);
	if (c->trouble.n == 0)
		bind_cell(g, rule, name, c);
}

/* A blank cell is a question, unless nothing could be asked in its row. */
static void
claim_blank(struct gather *g, const struct marker *m,
	    const struct column *rule, const struct row_name *name,
	    struct place_in place)
{
	struct diag *said = g->page->diag;
	struct claim *c = gather_claim(g, CLAIM_OPEN,
				       g->place.row->cells[place.column]);

	c->quantity = find_example(g, place.all, place.column);
	g->page->diag = diag_make(g->arena);
	bind_rule(g, m, rule, name, c);
	g->page->diag = said;
	if (c->trouble.n > 0)
		g->out->n--;
}

static void
gather_cell(struct gather *g, const struct marker *m,
	    const struct column *rule, struct place_in place)
{
	const struct row *r = g->place.row;
	struct row_name name;
	struct span cell;
	struct str why;
	size_t names = m->rows.n ?
		gather_column_of(g, g->place.table, m->rows, &why) : 0;

	if (place.column >= r->n || names >= r->n)
		return;
	cell = r->cells[place.column];
	if (!rule->expr) {
		gather_speak(g, SPOKEN_IGNORED, cell, rule->options.because);
		return;
	}
	if ((cell.n > 0 && quantity_is_none(span_str(cell))) ||
	    has_marker(g, cell))
		return;
	name = gather_row_name(g, m, r->cells[names]);
	if (cell.n > 0)
		bind_rule(g, m, rule, &name,
			  claim_cell(g, cell, CLAIM_EQUALS));
	else
		claim_blank(g, m, rule, &name, place);
}

static void
gather_cells(struct gather *g, const struct marker *m,
	     const struct column *rule, size_t column,
	     const struct repeated *all)
{
	const struct block *t = g->place.table;

	for (size_t i = 1; i < t->nrows; i++) {
		g->place.row = &t->rows[i];
		gather_cell(g, m, rule, (struct place_in){ column, all });
	}
	g->place.row = NULL;
}

/* The columns of all devices; their count. */
static size_t
gather_devices(struct gather *g, const struct marker *m,
	       const struct column *rule)
{
	const struct repeated *all = gather_repeated(g, rule);

	for (size_t i = 0; i < all->n; i++) {
		g->place.device = all->columns[i].device;
		gather_cells(g, m, rule, all->columns[i].index, all);
	}
	g->place.device = STR("");
	return all->n;
}

static void
gather_column(struct gather *g, const struct marker *m,
	      const struct column *rule)
{
	bool repeats = m->per_device && rule->expr && rule->options.on.n == 0;
	struct str why;
	size_t column;

	if (repeats && gather_devices(g, m, rule) > 0)
		return;
	column = gather_column_of(g, g->place.table, rule->head, &why);
	if (column == SIZE_MAX)
		diag_error(g->page->diag, rule->at, STR_FMT, STR_ARG(why));
	else
		gather_cells(g, m, rule, column, NULL);
}

/* `table cites SOURCE`: every quantity is the source's. */
static void
gather_cited_cell(struct gather *g, const struct marker *m, struct span cell)
{
	struct quantity *all;
	size_t n;

	if (quantity_is_none(span_str(cell)) || has_marker(g, cell))
		return;
	n = quantity_collect(g->arena, &all, cell);
	for (size_t i = 0; i < n; i++) {
		struct claim *c;

		if (gather_is_covered(g, all[i].at)) /* by its column */
			continue;
		c = gather_claim(g, CLAIM_CITED, all[i].at);
		c->marker = m;
		c->marker_at = m->at;
		c->quantity = &all[i];
		c->source = m->name;
		c->anchor = m->anchor;
		gather_cited(g, c);
	}
	gather_cover(g, cell);
}

static void
gather_cited_table(struct gather *g, const struct marker *m)
{
	const struct block *t = g->place.table;

	for (size_t i = 1; i < t->nrows; i++)
		for (size_t k = 0; k < t->rows[i].n; k++)
			gather_cited_cell(g, m, t->rows[i].cells[k]);
}

/* A text that names a row must stand in one. */
static void
check_row_names(struct gather *g, const struct marker *m)
{
	const struct block *t = g->place.table;
	struct str why;
	size_t column = m->rows.n ?
		gather_column_of(g, t, m->rows, &why) : 0;

	for (const struct column *r = m->row_names; r; r = r->next) {
		bool found = false;

		for (size_t i = 1; i < t->nrows && !found; i++)
			found = column < t->rows[i].n && gather_cell_is(
				g->arena, t->rows[i].cells[column], r->head);
		if (!found)
			diag_error(g->page->diag, r->at, "no row of the table "
				   "is named '" STR_FMT "'", STR_ARG(r->head));
	}
}

void
gather_table(struct gather *g, const struct marker *m, size_t block)
{
	const struct block *t = table_below(g, block);
	struct str why;

	if (!t) {
		diag_error(g->page->diag, m->at,
			   "no table follows this marker");
		return;
	}
	if (m->rows.n > 0 &&
	    gather_column_of(g, t, m->rows, &why) == SIZE_MAX) {
		diag_error(g->page->diag, m->rows_at, STR_FMT, STR_ARG(why));
		return;
	}
	g->place = (struct table_place){ .table = t };
	check_row_names(g, m);
	for (const struct column *c = m->columns; c; c = c->next)
		gather_column(g, m, c);
	if (m->name.n > 0)
		gather_cited_table(g, m);
	g->place = (struct table_place){ 0 };
}
