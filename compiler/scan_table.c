/*
 * Rows of tables.
 *
 * A line -> its cells. The rule is GitHub's: the row is cut at every `|` that
 * has no backslash directly before it, whatever the inline text would make of
 * it, and only then is each cell read. A code span holds no `|` together.
 *
 * Whether a line is a row at all depends on the line before it and is decided
 * in scan.c.
 */
#include "scan_table.h"

#include "arena.h"

/* Offset of the next `|` that splits, or s.n. */
static size_t
find_pipe(struct str s, size_t at)
{
	for (; at < s.n; at++) {
		if (s.p[at] == '|' && (at == 0 || s.p[at - 1] != '\\'))
			return at;
	}
	return at;
}

/*
 * Takes the next cell of s, from *at; false at the end of the row. `cell` is
 * set to its bytes without blanks around.
 */
static bool
next_cell(struct str s, size_t *at, struct str *cell)
{
	size_t end;

	if (*at >= s.n)
		return false;
	end = find_pipe(s, *at);
	*cell = str_trim(str_slice(s, *at, end - *at));
	*at = end + 1;
	return true;
}

/* Where the first cell starts in a trimmed row. */
static size_t
first_cell(struct str s)
{
	return s.n && s.p[0] == '|';
}

size_t
row_count(struct str line)
{
	struct str s = str_trim(line), cell;
	size_t at = first_cell(s), n = 0;

	while (next_cell(s, &at, &cell))
		n++;
	return n;
}

size_t
row_cells(struct arena *a, struct span **cells, struct span line)
{
	struct str whole = span_str(line), s = str_trim(whole), cell;
	size_t at = first_cell(s), n = 0, count = row_count(s);

	*cells = arena_alloc(a, count * sizeof(**cells));
	while (next_cell(s, &at, &cell)) {
		(*cells)[n++] = span_slice(
			line, (size_t)(cell.p - whole.p), cell.n);
	}
	return n;
}

/* Whether a cell is `---` with a colon at either end. */
static bool
is_delimiter(struct str cell)
{
	size_t n = 0;

	if (cell.n && cell.p[0] == ':')
		cell = str_skip(cell, 1);
	while (n < cell.n && cell.p[n] == '-')
		n++;
	return n && (n == cell.n || (n + 1 == cell.n && cell.p[n] == ':'));
}

size_t
row_delimiter(struct str line)
{
	struct str s = str_trim(line), cell;
	size_t at = first_cell(s), n = 0;

	if (s.n == 0 || !byte_among(s.p[0], "|:-") ||
	    str_find_byte(s, '|') == s.n)
		return 0;
	while (next_cell(s, &at, &cell)) {
		if (!is_delimiter(cell))
			return 0;
		n++;
	}
	return n;
}
