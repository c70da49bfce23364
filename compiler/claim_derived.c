/*
 * Ratio and percent columns that follow from other columns of their table.
 *
 * The idea: nobody should have to say that "1.84x" in a column "vs fp32" is
 * the row's rate over the first row's. Every quotient that a reader would try
 * is tried: this column's neighbour over a fixed row of it, or one column over
 * another, either way up. If all cells or all but one agree with one of them,
 * the column is that quotient, and the odd cell is wrong. Fewer than three
 * cells that agree prove nothing.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "value.h"

#include <math.h>

#define ROWS_MAX 64
#define AGREE_MIN 3

/* A column as numbers; NaN where a cell holds no quantity. */
struct numbers {
	double v[ROWS_MAX], half[ROWS_MAX];
	struct quantity q[ROWS_MAX];
	size_t n;      /* body rows */
	size_t cells;  /* that hold a quantity */
	bool ratio;    /* all of them are factors or percents */
};

/* One way to make the column from others. */
struct quotient {
	const struct numbers *over, *under;
	size_t row;    /* fixed row of under; SIZE_MAX: the same row */
};

static void
read_cell(struct numbers *c, size_t i, struct span cell)
{
	struct quantity *q = &c->q[i];
	double scale;

	c->v[i] = NAN;
	if (quantity_is_none(span_str(cell)) || !quantity_whole(q, cell) ||
	    q->kind != QUANTITY_NUMBER)
		return;
	scale = q->unit.scale > 0 ? q->unit.scale : 1;
	c->v[i] = q->value * scale;
	c->half[i] = q->half_digit * scale;
	c->cells++;
	if (!q->factor && !q->unit.percent)
		c->ratio = false;
}

static void
read_column(struct numbers *c, const struct block *t, size_t column)
{
	*c = (struct numbers){ .n = t->nrows - 1, .ratio = true };
	for (size_t i = 0; i < c->n; i++) {
		c->v[i] = NAN;
		if (column < t->rows[i + 1].n)
			read_cell(c, i, t->rows[i + 1].cells[column]);
	}
	c->ratio = c->ratio && c->cells > 0;
}

/* What the quotient gives in row i, and what rounding of its parts allows. */
static double
quotient_at(const struct quotient *f, size_t i, double *slack)
{
	size_t k = f->row == SIZE_MAX ? i : f->row;
	double x = f->over->v[i], y = f->under->v[k];

	*slack = fabs(x / y) * (f->over->half[i] / fabs(x) +
				f->under->half[k] / fabs(y));
	return x / y;
}

static bool
cell_agrees(const struct numbers *c, const struct quotient *f, size_t i)
{
	double slack, x = quotient_at(f, i, &slack);

	return isfinite(x) &&
	       quantity_agrees(c->v[i], c->half[i] + slack, x);
}

/* Whether at least two cells that agree are no ones: ones prove nothing. */
static bool
tells_apart(const struct numbers *c, const struct quotient *f)
{
	size_t count = 0;

	for (size_t i = 0; i < c->n; i++)
		if (!isnan(c->v[i]) && fabs(c->v[i] - 1) > 0.005 &&
		    cell_agrees(c, f, i))
			count++;
	return count >= 2;
}

static bool
explains(const struct numbers *c, const struct quotient *f)
{
	size_t agree = 0;

	for (size_t i = 0; i < c->n; i++)
		if (!isnan(c->v[i]) && cell_agrees(c, f, i))
			agree++;
	return agree >= AGREE_MIN && agree + 1 >= c->cells &&
	       tells_apart(c, f);
}

/* A fixed row of x over x (either way up), or x over y row by row. */
static bool
try_columns(const struct numbers *c, const struct numbers *x,
	    const struct numbers *y, struct quotient *f)
{
	*f = (struct quotient){ x, y, SIZE_MAX };
	if (x != y)
		return explains(c, f);
	for (f->row = 0; f->row < x->n; f->row++)
		if (explains(c, f))
			return true;
	return false;
}

static bool
find_quotient(const struct numbers *all, size_t n, size_t column,
	      struct quotient *f)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			if (i != column && k != column && all[i].cells >= 2 &&
			    all[k].cells >= 2 && !all[i].ratio &&
			    !all[k].ratio &&
			    try_columns(&all[column], &all[i], &all[k], f))
				return true;
	return false;
}

/* Whether a marker rules cells of this column already. */
static bool
is_claimed(const struct gather *g, const struct numbers *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (!isnan(c->v[i]) && g->covered[c->q[i].at.at])
			return true;
	return false;
}

static void
claim_column(struct gather *g, const struct numbers *c,
	     const struct quotient *f)
{
	for (size_t i = 0; i < c->n; i++) {
		struct quantity *q;
		struct claim *claim;
		struct value *known;

		if (isnan(c->v[i]))
			continue;
		q = arena_alloc(g->arena, sizeof *q);
		known = arena_alloc(g->arena, sizeof *known);
		*q = c->q[i];
		claim = gather_claim(g, CLAIM_DERIVED, q->at);
		claim->quantity = q;
		*known = value_number(quotient_at(f, i, &claim->slack), NULL);
		claim->known = known;
		claim->made_of[0] = f->over->q[i].at;
		claim->made_of[1] =
			f->under->q[f->row == SIZE_MAX ? i : f->row].at;
		gather_cover(g, q->at);
	}
}

/* Whether the first quantity of a column is a factor or percent. */
static bool
starts_as_ratio(const struct block *t, size_t column)
{
	struct quantity q;

	for (size_t i = 1; i < t->nrows; i++) {
		const struct row *r = &t->rows[i];

		if (column >= r->n)
			continue;
		if (str_is_digits(str_trim(span_str(r->cells[column]))))
			return false;
		if (quantity_whole(&q, r->cells[column]) &&
		    q.kind == QUANTITY_NUMBER)
			return q.factor || q.unit.percent;
	}
	return false;
}

static bool
has_ratio(const struct block *t)
{
	for (size_t i = 0; i < t->rows[0].n; i++)
		if (starts_as_ratio(t, i))
			return true;
	return false;
}

static void
derive_table(struct gather *g, const struct block *t)
{
	size_t n = t->rows[0].n;
	struct numbers *all;
	struct quotient f;

	if (t->nrows < AGREE_MIN + 1 || t->nrows > ROWS_MAX ||
	    n > ROWS_MAX || !has_ratio(t))
		return;
	all = arena_alloc(g->arena, n * sizeof *all);
	for (size_t i = 0; i < n; i++)
		read_column(&all[i], t, i);
	for (size_t i = 0; i < n; i++)
		if (all[i].ratio && !is_claimed(g, &all[i]) &&
		    find_quotient(all, n, i, &f))
			claim_column(g, &all[i], &f);
}

void
gather_derived(struct gather *g)
{
	const struct scan *s = g->page->scan;

	for (size_t i = 0; i < s->nblocks; i++)
		if (s->blocks[i].kind == BLOCK_TABLE)
			derive_table(g, &s->blocks[i]);
}
