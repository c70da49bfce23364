/*
 * Any bytes as rows of tables, line by line. Promised: as many cells as are
 * counted, in order and within the line, none with blanks around or a `|` that
 * splits; cells written as a row of their own are the same cells; a delimiter
 * row has dashes and colons only. The same bytes are a page's body behind a
 * table's head: its rows have the cells that their lines have.
 */
#include "arena.h"
#include "diag.h"
#include "fuzz.h"
#include "scan.h"
#include "scan_table.h"
#include "source.h"

static void
expect_cell(struct span cell, struct span line)
{
	struct str s = span_str(cell);

	expect(cell.at >= line.at &&
	       (size_t)cell.at + cell.n <= (size_t)line.at + line.n);
	expect(str_equal(str_trim(s), s));
	for (size_t i = 0; i < s.n; i++)
		expect(s.p[i] != '|' || (i > 0 && s.p[i - 1] == '\\'));
}

/* Cells between `|` on a line of their own. */
static struct span
write_row(struct arena *a, const struct span *cells, size_t n)
{
	struct str row = STR("|");

	for (size_t i = 0; i < n; i++)
		row = arena_printf(a, STR_FMT " " STR_FMT " |", STR_ARG(row),
				   STR_ARG(span_str(cells[i])));
	return source_span(source_make(a, STR("row"), row), 0, row.n);
}

static void
expect_row(struct arena *a, struct span line)
{
	struct span *cells, *again, row;
	size_t n = row_cells(a, &cells, line);

	expect(n == row_count(span_str(line)));
	for (size_t i = 0; i < n; i++) {
		expect_cell(cells[i], line);
		expect(i == 0 || cells[i].at > cells[i - 1].at);
	}
	row = write_row(a, cells, n);
	if (n == 0 || str_find_byte(span_str(line), '\0') < line.n)
		return;
	expect(row_cells(a, &again, row) == n);
	for (size_t i = 0; i < n; i++)
		expect(str_equal(span_str(again[i]), span_str(cells[i])));
}

static void
expect_delimiter(struct str line)
{
	size_t n = row_delimiter(line);

	if (n == 0)
		return;
	expect(n == row_count(line));
	for (size_t i = 0; i < line.n; i++)
		expect(byte_among(line.p[i], "|-: \t\r\n"));
}

static void
expect_table(struct arena *a, const struct block *b)
{
	for (size_t i = 0; b->kind == BLOCK_TABLE && i < b->nrows; i++) {
		struct span *cells;

		expect(row_cells(a, &cells, b->rows[i].at) == b->rows[i].n ||
		       b->broken || b->rows[i].n == b->rows[0].n);
		for (size_t c = 0; c < b->rows[i].n; c++)
			expect_cell(b->rows[i].cells[c], b->rows[i].at);
	}
}

static void
expect_body(struct arena *a, struct str text)
{
	struct str body = arena_printf(a, "| a | b |\n|---|---|\n" STR_FMT,
				       STR_ARG(text));
	struct source *s = source_make(a, STR("page.md"), body);
	struct scan scan;

	scan_body(a, &scan, source_span(s, 0, body.n), diag_make(a));
	for (size_t i = 0; i < scan.nblocks; i++)
		expect_table(a, &scan.blocks[i]);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_make();
	struct str text = arena_copy(a, (struct str){ (const char *)data,
						      len });
	struct source *s = source_make(a, STR("page.md"), text);

	for (size_t i = 1; i <= s->nlines && i <= 200; i++) {
		struct span line = source_line(s, i);

		expect_row(a, line);
		expect_delimiter(span_str(line));
	}
	expect_body(a, text);
	arena_free(a);
	return 0;
}
