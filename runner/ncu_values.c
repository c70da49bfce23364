/*
 * ncu's table of launches -> numbers.
 *
 *	==PROF== Connected to process 4242
 *	"ID","Process ID",...,"Kernel Name",...,"smsp__inst_executed.sum"
 *	"","",...,"","inst"
 *	"0","4242",...,"k",...,"264"
 *
 * The idea: columns are found by their heads, so that a version with more of
 * them reads the same; a metric that the device does not have has no column,
 * and no value. Lines before the heads are messages. A number may have commas
 * between its thousands, and no more than two decimals.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "fault.h"
#include "ncu.h"
#include "ncu_csv.h"
#include "ncu_parts.h"

static double
parse_number(const char *cell)
{
	char digits[64], *end;
	size_t n = 0;
	double value;

	for (; *cell && n < sizeof(digits) - 1; cell++) {
		if (*cell != ',')
			digits[n++] = *cell;
	}
	digits[n] = '\0';
	value = strtod(digits, &end);
	return n && !*end && isfinite(value) ? value : (double)NAN;
}

static void
add_launch(struct arena *a, const struct csv_row *r, const size_t *columns,
	   size_t n, struct ncu_values *out)
{
	struct ncu_launch *l;
	size_t i;

	out->launches = arena_grow(a, out->launches, out->nlaunches,
				   sizeof(*out->launches));
	l = &out->launches[out->nlaunches++];
	l->kernel = csv_cell(r, columns[n]);
	l->values = arena_make(a, (n + 1) * sizeof(*l->values));
	for (i = 0; i < n; i++)
		l->values[i] = parse_number(csv_cell(r, columns[i]));
}

bool
ncu_parse_values(struct arena *a, const char *text, const struct ncu_job *j,
		 struct ncu_values *out)
{
	const char *line = csv_find(text, "ID");
	size_t n = j->nmetrics, i, *columns;
	struct csv_row r;

	memset(out, 0, sizeof(*out));
	if (!line)
		return false;
	columns = arena_make(a, (n + 1) * sizeof(*columns));
	out->units = arena_make(a, (n + 1) * sizeof(*out->units));
	r = csv_take(a, line);
	for (i = 0; i < n; i++) {
		columns[i] = csv_column(&r, j->metrics[i]);
		out->units[i] = "";
	}
	columns[n] = csv_column(&r, "Kernel Name");
	while ((line = csv_next(line))) {
		if (*line != '"')
			continue; /* a message */
		r = csv_take(a, line);
		if (*r.cells[0])
			add_launch(a, &r, columns, n, out);
		for (i = 0; i < n && !*r.cells[0]; i++)
			out->units[i] = csv_cell(&r, columns[i]);
	}
	return true;
}
