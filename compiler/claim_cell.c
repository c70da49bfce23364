/*
 * Cells of tables by name: `col("HEAD")` in the same row, `cell("row",
 * "head")` in the table above.
 *
 * The idea: people name a row by its first cell and a column by its head, as
 * they are read: without emphasis, blanks, markers and the backslashes that a
 * table needs before its `|`; a marker may write these, too. The cell's number
 * is a fact that is known, in coherent units like all numbers.
 *
 * Which cells are claims is claim_table.c.
 */
#include "arena.h"
#include "claim.h"
#include "claim_bind.h"
#include "claim_parts.h"
#include "expr.h"
#include "fact.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "slips.h"
#include "source.h"
#include "summary.h"
#include "value.h"

/* Whether s is one piece of code, with its backticks. */
static bool
is_code(struct str s)
{
	size_t n = 0;

	while (n < s.n && s.p[n] == '`')
		n++;
	return n > 0 && 2 * n < s.n &&
	       n + str_find_byte(str_skip(s, n), '`') == s.n - n;
}

/* A cell without markers and the emphasis around it; *code when backticks
   were around it. */
static struct str
bare_text(struct span cell, bool *code)
{
	struct str s = str_trim(span_str(cell));

	*code = false;
	s = str_trim(str_slice(s, 0, str_find(s, STR("<!--"))));
	while (s.n > 1 && s.p[s.n - 1] == s.p[0] &&
	       (*code ? s.p[0] == '`' : is_code(s) ||
			byte_among(s.p[0], "*_"))) {
		*code = s.p[0] == '`';
		s = str_slice(s, 1, s.n - 2);
	}
	return s;
}

/* Whether the backslash at the start of s is none of what is read. */
static bool
is_escape(struct str s, bool code)
{
	static const struct str marks =
		STR_INIT("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");

	if (s.n < 2 || s.p[0] != '\\')
		return false;
	return code ? s.p[1] == '|' : str_find_byte(marks, s.p[1]) < marks.n;
}

/* s as it is read: in code only `\|` is an escape. */
static struct str
without_escapes(struct arena *a, struct str s, bool code)
{
	char *out;
	size_t n = 0;

	if (str_find_byte(s, '\\') == s.n)
		return s;
	out = arena_alloc(a, s.n);
	for (size_t i = 0; i < s.n; i++) {
		if (is_escape(str_skip(s, i), code))
			i++;
		else if (s.p[i] == '`')
			code = !code;
		out[n++] = s.p[i];
	}
	return (struct str){ out, n };
}

struct span
gather_cell_bare(struct span cell)
{
	bool code;

	return source_span_of(cell.source, bare_text(cell, &code));
}

struct str
gather_cell_text(struct arena *a, struct span cell)
{
	bool code;
	struct str s = bare_text(cell, &code);

	return without_escapes(a, s, code);
}

bool
gather_cell_is(struct arena *a, struct span cell, struct str said)
{
	return str_equal(gather_cell_text(a, cell),
			 without_escapes(a, said, true));
}

/* What the columns are called: every row asks for it again. */
static const struct str *
heads_of(struct gather *g, const struct block *table)
{
	const struct row *r = &table->rows[0];

	if (g->headed == table)
		return g->heads;
	g->headed = table;
	g->heads = arena_alloc(g->arena, (r->n + 1) * sizeof *g->heads);
	for (size_t i = 0; i < r->n; i++)
		g->heads[i] = gather_cell_text(g->arena, r->cells[i]);
	return g->heads;
}

/* The column of that head and of a device. */
static size_t
column_on(struct gather *g, const struct block *table, struct str said,
	  struct str device)
{
	const struct str *heads = heads_of(g, table);

	for (size_t i = 0; device.n > 0 && i < table->rows[0].n; i++)
		if (gather_same_head(g, heads[i], said, device))
			return i;
	return SIZE_MAX;
}

static struct str
no_such(struct gather *g, const char *what, struct str name,
	const struct str *names, size_t n)
{
	struct nearest near = { .word = name };

	for (size_t i = 0; i < n; i++)
		nearest_add(&near, names[i]);
	return arena_printf(g->arena, "the table has no %s '" STR_FMT "'"
			    STR_FMT, what, STR_ARG(name),
			    STR_ARG(gather_near_text(g->arena, &near)));
}

static struct str
no_row(struct gather *g, const struct block *t, struct str name)
{
	struct str *names = arena_alloc(g->arena, t->nrows * sizeof *names);

	for (size_t i = 1; i < t->nrows; i++)
		if (t->rows[i].n > 0)
			names[i] = gather_cell_text(g->arena,
						    t->rows[i].cells[0]);
	return no_such(g, "row", name, names, t->nrows);
}

size_t
gather_column_of(struct gather *g, const struct block *table, struct str head,
		 struct str *why)
{
	const struct str *heads = heads_of(g, table);
	struct str said = without_escapes(g->arena, head, true);
	size_t found = column_on(g, table, said, g->place.device), n = 0;

	if (found != SIZE_MAX)
		return found;
	for (size_t i = 0; i < table->rows[0].n; i++)
		if (str_equal(heads[i], said) && n++ == 0)
			found = i;
	if (n == 0)
		found = column_on(g, table, said, g->own_device);
	if (n == 1 || (n == 0 && found != SIZE_MAX))
		return found;
	*why = n == 0 ? no_such(g, "column", head, heads, table->rows[0].n) :
		arena_printf(g->arena, "the table has %zu columns '" STR_FMT
			     "'", n, STR_ARG(head));
	return SIZE_MAX;
}

/* The one row of that name; NULL, and why, if there is none or more than
   one. */
static const struct row *
row_of(struct gather *g, const struct block *t, struct str name,
       struct str *why)
{
	const struct row *found = NULL;
	size_t n = 0;

	for (size_t i = 1; i < t->nrows; i++)
		if (t->rows[i].n > 0 &&
		    gather_cell_is(g->arena, t->rows[i].cells[0], name) &&
		    n++ == 0)
			found = &t->rows[i];
	if (n == 1)
		return found;
	*why = n == 0 ? no_row(g, t, name) :
		arena_printf(g->arena, "the table has %zu rows '" STR_FMT
			     "'", n, STR_ARG(name));
	return NULL;
}

/* A blank cell has no number yet, and a question may ask of any. */
static bool
bind_blank(struct gather *g, struct claim *c, struct expr *e)
{
	struct value *lack = arena_alloc(g->arena, sizeof *lack);

	*lack = value_lack(LACK_NOT_RUN, STR("that cell holds no number"));
	gather_fact(g, c, e, FACT_TABLE)->value = lack;
	return true;
}

static bool
bind_cell_number(struct gather *g, struct claim *c, struct expr *e,
		 const struct row *row, size_t column)
{
	struct quantity q;

	bool good = column < row->n &&
		    summary_quantity(g->arena, &q, row->cells[column]) &&
		    q.doubt.n == 0;

	if (!good && column < row->n &&
	    (row->cells[column].n == 0 || c->kind == CLAIM_OPEN))
		return bind_blank(g, c, e);
	if (!good) {
		gather_trouble(g, c, e->at, "that cell holds no number");
		return false;
	}
	if (!gather_known(g, c, e, FACT_TABLE,
			  value_number(q.value * (q.unit.scale > 0 ?
				    q.unit.scale : 1),
				    summary_unit(g->arena, &q))))
		return false;
	c->facts[e->fact].cell = q.at;
	return true;
}

bool
gather_col(struct gather *g, struct claim *c, struct expr *e)
{
	const struct expr *arg = e->args;
	struct str why;
	size_t column;

	if (!g->place.row || !arg || arg->kind != EXPR_STRING) {
		gather_trouble(g, c, e->at, "col(\"HEAD\") stands in a "
			       "column of a table marker");
		return false;
	}
	column = gather_column_of(g, g->place.table, arg->text, &why);
	if (column == SIZE_MAX) {
		gather_trouble(g, c, arg->at, STR_FMT, STR_ARG(why));
		return false;
	}
	return bind_cell_number(g, c, e, g->place.row, column);
}

/* The last table that starts before `at`. */
static const struct block *
table_above(const struct gather *g, uint32_t at)
{
	const struct scan *s = g->page->scan;
	const struct block *found = NULL;

	for (size_t i = 0; i < s->nblocks && s->blocks[i].at.at < at; i++)
		if (s->blocks[i].kind == BLOCK_TABLE)
			found = &s->blocks[i];
	return found;
}

bool
gather_cell_named(struct gather *g, struct claim *c, struct expr *e)
{
	const struct block *t = g->place.table ? g->place.table :
		table_above(g, c->at.at + c->at.n);
	const struct expr *row = e->args, *col = row ? row->next : NULL;
	const struct row *r;
	struct str why = STR("");
	size_t column;

	if (!t || !row || !col || row->kind != EXPR_STRING ||
	    col->kind != EXPR_STRING) {
		gather_trouble(g, c, e->at, "expected cell(\"row\", \"col\") "
			       "below a table");
		return false;
	}
	r = row_of(g, t, row->text, &why);
	column = r ? gather_column_of(g, t, col->text, &why) : SIZE_MAX;
	if (column == SIZE_MAX) {
		gather_trouble(g, c, r ? col->at : row->at, STR_FMT,
			       STR_ARG(why));
		return false;
	}
	return bind_cell_number(g, c, e, r, column);
}
