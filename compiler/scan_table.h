/* Rows of tables, split as GitHub splits them. */
#include "str.h"

struct arena;

/*
 * Cells of a row, trimmed: every `|` without a backslash before it splits,
 * also in code; one at either end of the row is optional. 0 for a row that
 * is nothing but a `|`.
 */
size_t row_cells(struct arena *a, struct span **cells, struct span line);

/* The number of cells alone. */
size_t row_count(struct str line);

/* Number of cells when line is a delimiter row (`|---|:-:|`), else 0. */
size_t row_delimiter(struct str line);
