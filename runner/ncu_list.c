/*
 * ncu's list of metrics -> names and what it says of each.
 *
 *	"Metric name","Metric type",...,"Metric description","NVIDIA H200"
 *	"dram__bytes","Counter",...,"# of bytes accessed in DRAM","1"
 *
 * The idea: columns are found by their heads. There is one for each kind of
 * device, with "1" where that has the metric; a list that has none for the
 * device by name is taken for all.
 */
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "fault.h"
#include "ncu.h"
#include "ncu_csv.h"
#include "ncu_parts.h"

size_t
ncu_base(const char *name)
{
	const char *unit = strstr(name, "__");

	if (!unit)
		return strlen(name);
	return (size_t)(unit - name) + strcspn(unit, ".");
}

bool
ncu_has_suffix(const char *name)
{
	return name[ncu_base(name)] == '.';
}

/* Which columns they are. */
struct columns {
	size_t kind, unit, text, device;
};

static struct columns
find_columns(const struct csv_row *heads, const char *device)
{
	return (struct columns){
		csv_column(heads, "Metric type"),
		csv_column(heads, "Metric unit"),
		csv_column(heads, "Metric description"),
		csv_column(heads, device),
	};
}

void
ncu_parse_list(struct arena *a, const char *text, const char *device,
	       struct ncu_list *out)
{
	const char *line = csv_find(text, "Metric name");
	struct csv_row heads, r;
	struct columns c;

	if (!line)
		return;
	heads = csv_take(a, line);
	c = find_columns(&heads, device);
	while ((line = csv_next(line))) {
		if (*line != '"')
			continue; /* a message */
		r = csv_take(a, line);
		if (!strstr(csv_cell(&r, 0), "__") ||
		    (c.device < heads.n &&
		     strcmp(csv_cell(&r, c.device), "1")))
			continue;
		out->items = arena_grow(a, out->items, out->n,
					sizeof(*out->items));
		out->items[out->n++] = (struct ncu_metric){
			csv_cell(&r, 0), csv_cell(&r, c.kind),
			csv_cell(&r, c.unit), csv_cell(&r, c.text)
		};
	}
}
