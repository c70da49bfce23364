/*
 * The table marker: lines that bind the columns of the table below.
 *
 *	rows Format = format.*		each row's name is a member of format
 *	rows "Name": "A" = x, "B" = y	each row's text has a name
 *	column "Max" = row.max in KB	what the cells of a column equal
 *	column "Note" ignore prose	they claim nothing
 *	cites some-source L40-L52	all cells come from a source
 *	per device			the columns repeat, one a device
 *
 * A head is a text in quotes, or bare words up to the mark that follows it.
 * Whether the table has such columns is seen when table and marker meet.
 */
#include "marker.h"

#include <string.h>

#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "expr_lex.h"
#include "marker_parts.h"

/* Takes a head: in quotes, or bare up to one of the marks. */
static bool
head_take(struct reader *r, const char *marks, struct str *out,
	  struct span *at)
{
	size_t n = 0;

	lex_end(&r->rest);
	*at = r->rest;
	if (lex_byte(r->rest, 0) == '"') {
		if (!lex_string(r->arena, &r->rest, out, r->diag))
			return false;
		at->n = r->rest.at - at->at;
		return true;
	}
	while (n < r->rest.n && !strchr(marks, lex_byte(r->rest, n)))
		n++;
	*out = str_trim(span_str(span_slice(r->rest, 0, n)));
	at->n = (uint32_t)out->n;
	lex_advance(&r->rest, n);
	return true;
}

static bool
parse_prefix(struct reader *r, struct marker *m)
{
	struct span whole = lex_trim(r->rest);

	if (!str_ends(span_str(whole), STR(".*"))) {
		lex_expected(r->diag, span_slice(whole, whole.n, 0),
			     "'.*' at the end of the rows' names");
		return false;
	}
	r->rest = span_slice(whole, 0, whole.n - 2u);
	m->rows_prefix = expr_parse_value(r->arena, &r->rest, r->diag);
	return m->rows_prefix && reader_end(r, "'.*'");
}

static bool
parse_mappings(struct reader *r, struct marker *m)
{
	struct column **end = &m->row_names;

	do {
		struct column *c = arena_alloc(r->arena, sizeof(*c));

		lex_end(&r->rest);
		c->at = r->rest;
		if (!lex_string(r->arena, &r->rest, &c->head, r->diag))
			return false;
		if (!lex_take(&r->rest, "=")) {
			lex_expected(r->diag, r->rest, "'='");
			return false;
		}
		c->expr = expr_parse_value(r->arena, &r->rest, r->diag);
		if (!c->expr || !marker_check_value(r->diag, c->expr))
			return false;
		c->at.n = r->rest.at - c->at.at;
		*end = c;
		end = &c->next;
	} while (lex_take(&r->rest, ","));
	return reader_end(r, "',' or an operator");
}

static bool
parse_rows(struct reader *r, struct marker *m, struct span line)
{
	if (m->rows_at.n) {
		diag_error(r->diag, line, "'rows' is given twice");
		return false;
	}
	if (lex_end(&r->rest)) {
		lex_expected(r->diag, r->rest, "the head of a column");
		return false;
	}
	if (!head_take(r, "=:", &m->rows, &m->rows_at))
		return false;
	if (m->rows_at.n == 0)
		m->rows_at = line;
	if (lex_take(&r->rest, "="))
		return parse_prefix(r, m);
	if (lex_take(&r->rest, ":"))
		return parse_mappings(r, m);
	return reader_end(r, "'=' or ':'");
}

/* What stands behind the head of a column. */
static bool
parse_column_value(struct reader *r, struct column *c)
{
	if (lex_take_name(&r->rest, "ignore"))
		return reader_reason(r, &c->options.because);
	if (!lex_take(&r->rest, "=")) {
		lex_expected(r->diag, r->rest, "'=' or 'ignore'");
		return false;
	}
	c->expr = expr_parse(r->arena, &r->rest, r->diag);
	return c->expr && marker_check_value(r->diag, c->expr) &&
	       reader_options(r, &c->options, r->directive->options);
}

static bool
parse_column(struct reader *r, struct marker *m, struct span line)
{
	struct column *c = arena_alloc(r->arena, sizeof(*c)), **end;
	struct span at;

	c->at = line;
	if (!head_take(r, "=", &c->head, &at))
		return false;
	if (c->head.n == 0) {
		lex_expected(r->diag, r->rest, "the head of a column");
		return false;
	}
	for (end = &m->columns; *end; end = &(*end)->next) {
		if (!str_equal((*end)->head, c->head))
			continue;
		diag_error(r->diag, at, "column '" STR_FMT "' is given twice",
			   STR_ARG(c->head));
		diag_note(r->diag, (*end)->at, "the first time");
		return false;
	}
	*end = c;
	return parse_column_value(r, c);
}

static bool
parse_per(struct reader *r, struct marker *m)
{
	m->per_device = true;
	if (lex_take_name(&r->rest, "device"))
		return reader_end(r, "the end of the line");
	lex_expected(r->diag, r->rest, "'device'");
	return false;
}

static bool
parse_line(struct reader *r, struct marker *m)
{
	struct span line = r->rest, word = lex_name(line);
	const struct word *w = word_find(WORD_TABLE, span_str(word));

	if (!w) {
		word_unknown(r->diag, lex_token(line), "line of a table",
			     WORD_TABLE);
		return false;
	}
	r->directive = w;
	lex_take_name(&r->rest, w->word);
	switch ((enum table_line)w->value) {
	case TABLE_ROWS:
		return parse_rows(r, m, line);
	case TABLE_COLUMN:
		return parse_column(r, m, line);
	case TABLE_PER:
		return parse_per(r, m);
	case TABLE_CITES:
		return reader_source(r, &m->name, &m->anchor) &&
		       reader_end(r, "the end of the line");
	}
	return false;
}

bool
marker_parse_table(struct reader *r, struct marker *m)
{
	struct span line, end = span_slice(r->rest, r->rest.n, 0);
	bool good = true;

	while (reader_line(r, &line)) {
		struct reader inner = *r;

		inner.rest = line;
		if (!parse_line(&inner, m))
			good = false;
	}
	if (!lex_end(&r->rest))
		return false;
	if (good && !m->columns && m->name.n == 0) {
		lex_expected(r->diag, end, "a line 'column' or 'cites'");
		return false;
	}
	return good;
}
