/*
 * Comma-separated text in lines, as ncu prints it.
 */
#include <stddef.h>

struct arena;

struct csv_row {
	char **cells;
	size_t n;
};

/* The cells of the line at LINE, without their quotes. */
struct csv_row csv_take(struct arena *a, const char *line);

/* The line behind; NULL if there is none. */
const char *csv_next(const char *line);

/* The first line that begins with HEAD, a quoted cell; NULL if none does. */
const char *csv_find(const char *text, const char *head);

/* The column whose head is that text, r->n if there is none. */
size_t csv_column(const struct csv_row *r, const char *head);

/* The cell of a column; "" where the row has none. */
const char *csv_cell(const struct csv_row *r, size_t column);
