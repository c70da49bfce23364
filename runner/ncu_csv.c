/*
 * Rows of comma-separated text.
 *
 * Cells are quoted as a rule, with a quote inside written twice. Lines that
 * are messages stand between: who reads asks for the line of heads first. A
 * cell does not go over the end of its line.
 */
#include <stdbool.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "ncu_csv.h"

/* Take the cell at AT into OUT; where the next begins, or NULL at the end. */
static const char *
take_cell(struct arena *a, const char *at, char **out)
{
	struct buf text = { 0 };
	bool quoted = *at == '"';

	for (at += quoted; *at && *at != '\n' && *at != '\r'; at++) {
		if (quoted && *at == '"' && at[1] == '"')
			at++;
		else if (*at == (quoted ? '"' : ','))
			break;
		buf_add(&text, at, 1);
	}
	at += quoted && *at == '"';
	*out = arena_copy(a, text.len ? text.data : "", text.len);
	buf_free(&text);
	return *at == ',' ? at + 1 : NULL;
}

struct csv_row
csv_take(struct arena *a, const char *line)
{
	struct csv_row r = { 0 };

	while (line) {
		r.cells = arena_grow(a, r.cells, r.n, sizeof(*r.cells));
		line = take_cell(a, line, &r.cells[r.n++]);
	}
	return r;
}

const char *
csv_next(const char *line)
{
	line = strchr(line, '\n');
	return line && line[1] ? line + 1 : NULL;
}

const char *
csv_find(const char *text, const char *head)
{
	size_t len = strlen(head);

	while (text && !(*text == '"' && !strncmp(text + 1, head, len) &&
			 text[1 + len] == '"'))
		text = csv_next(text);
	return text;
}

size_t
csv_column(const struct csv_row *r, const char *head)
{
	size_t i = 0;

	while (i < r->n && strcmp(r->cells[i], head))
		i++;
	return i;
}

const char *
csv_cell(const struct csv_row *r, size_t column)
{
	return column < r->n ? r->cells[column] : "";
}
