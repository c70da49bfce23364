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

/* What `row` means in one row. */
struct row_name {
	struct str text;          /* of the name cell */
	struct str name;          /* put in for `row`; empty: none */
	const struct expr *call;  /* likewise, `tile(pitch=33)`; NULL: none */
	const struct probe_name *probe;
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

static const struct probe_name *
probe_shown_as(const struct gather *g, struct str text)
{
	for (size_t i = 0; i < g->page->nprobes; i++)
		if (str_equal(g->page->probes[i].as, text)) {
			gather_use(g, &g->page->probes[i]);
			return &g->page->probes[i];
		}
	for (size_t i = 0; i < g->wiki->config.nprobes; i++)
		if (str_equal(g->wiki->config.probes[i].as, text))
			return &g->wiki->config.probes[i];
	return gather_probe(g, text);
}

/* The mapping of `rows HEAD: "text" = name`, or NULL. */
static const struct column *
mapped_row(const struct gather *g, const struct marker *m, struct span cell)
{
	for (const struct column *r = m->row_names; r; r = r->next)
		if (gather_cell_is(g->arena, cell, r->head))
			return r;
	return NULL;
}

static struct row_name
name_row(const struct gather *g, const struct marker *m, struct span cell)
{
	struct row_name out = { .text = gather_cell_text(g->arena, cell) };
	const struct column *map = mapped_row(g, m, cell);

	if (map) {
		out.name = expr_text(g->arena, map->expr);
		out.call = map->expr->kind == EXPR_CALL ? map->expr : NULL;
		return out;
	}
	if (m->rows_prefix) {
		out.name = arena_printf(g->arena, STR_FMT "." STR_FMT,
			STR_ARG(expr_text(g->arena, m->rows_prefix)),
			STR_ARG(out.text));
		return out;
	}
	out.probe = probe_shown_as(g, out.text);
	if (out.probe)
		out.name = out.probe->name;
	else if (!m->row_names)
		out.name = out.text;
	return out;
}

static bool
uses_name(const struct expr *e, struct str name)
{
	if (!e)
		return false;
	if ((e->kind == EXPR_NAME || e->kind == EXPR_MEMBER) &&
	    str_equal(e->text, name))
		return true;
	for (const struct expr *arg = e->args; arg; arg = arg->next)
		if (uses_name(arg, name))
			return true;
	return uses_name(e->left, name) || uses_name(e->right, name);
}

static bool
is_row_base(const struct expr *e)
{
	return e->kind == EXPR_MEMBER && str_equal(e->text, STR("base")) &&
	       e->left->kind == EXPR_NAME &&
	       str_equal(e->left->text, STR("row"));
}

/* Puts the base probe's name for every `row.base` of a fresh copy. */
static void
replace_base(struct expr *e, struct str base)
{
	if (!e)
		return;
	if (is_row_base(e)) {
		e->kind = EXPR_NAME;
		e->text = base;
		e->left = NULL;
		return;
	}
	for (struct expr *arg = e->args; arg; arg = arg->next)
		replace_base(arg, base);
	replace_base(e->left, base);
	replace_base(e->right, base);
}

/* Puts a probe with values of its own for every `row` of a fresh copy. */
static void
put_call(struct arena *a, struct expr *e, const struct expr *call)
{
	struct expr *next = e->next;

	if (e->kind == EXPR_NAME && str_equal(e->text, STR("row"))) {
		*e = *expr_copy(a, call);
		e->next = next;
		return;
	}
	for (struct expr *arg = e->args; arg; arg = arg->next)
		put_call(a, arg, call);
	if (e->left)
		put_call(a, e->left, call);
	if (e->right)
		put_call(a, e->right, call);
}

/* The column's expression for one row, or NULL if the row has no such name; a
   probe without base is its own. */
static struct expr *
row_expression(const struct gather *g, const struct expr *rule,
	       const struct row_name *row)
{
	struct str base = row->probe ? row->probe->base : STR("");
	struct expr *e = expr_copy(g->arena, rule);

	if (row->probe && base.n == 0)
		base = row->name;
	if (uses_name(e, STR("base"))) {
		if (base.n == 0)
			return NULL;
		replace_base(e, base);
	}
	if (!uses_name(e, STR("row")))
		return e;
	if (row->name.n == 0)
		return NULL;
	if (!row->call)
		return expr_replace(g->arena, e, STR("row"), row->name);
	put_call(g->arena, e, row->call);
	return e;
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
	struct expr *e = row_expression(g, rule->expr, row);

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

static void
gather_cell(struct gather *g, const struct marker *m,
	    const struct column *rule, size_t column)
{
	const struct row *r = g->place.row;
	struct row_name name;
	struct claim *c;
	struct span cell;
	struct str why;
	size_t names = m->rows.n ?
		gather_column_of(g, g->place.table, m->rows, &why) : 0;

	if (column >= r->n || names >= r->n)
		return;
	cell = r->cells[column];
	if (quantity_is_none(span_str(cell)) || has_marker(g, cell))
		return;
	if (!rule->expr) {
		gather_cover(g, cell);
		return;
	}
	name = name_row(g, m, r->cells[names]);
	c = claim_cell(g, cell, CLAIM_EQUALS);
	c->marker = m;
	c->marker_at = rule->at;
	gather_options(g, c, &rule->options);
	if (c->trouble.n == 0)
		bind_cell(g, rule, &name, c);
}

static void
gather_column(struct gather *g, const struct marker *m,
	      const struct column *rule)
{
	const struct block *t = g->place.table;
	struct str why;
	size_t column = gather_column_of(g, t, rule->head, &why);

	if (column == SIZE_MAX) {
		diag_error(g->page->diag, rule->at, STR_FMT, STR_ARG(why));
		return;
	}
	for (size_t i = 1; i < t->nrows; i++) {
		g->place.row = &t->rows[i];
		gather_cell(g, m, rule, column);
	}
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
	g->place = (struct table_place){ t, NULL };
	check_row_names(g, m);
	for (const struct column *c = m->columns; c; c = c->next)
		gather_column(g, m, c);
	if (m->name.n > 0)
		gather_cited_table(g, m);
	g->place = (struct table_place){ NULL, NULL };
}
