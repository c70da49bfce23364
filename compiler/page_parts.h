/* What page.c has others do: the fences of a page, and its names of probes. */
#include "str.h"

struct arena;
struct diag;
struct node;
struct page;
struct probe_name;

/*
 * Fills fences, nfences and nskipped of p, whose scan and markers are there.
 * What stands in a wrong place is said.
 */
void page_collect_fences(struct page *p);

/*
 * The entries of a `probes:` map, of a page or of kbc.yaml, in order; their
 * number. Bad ones are said and left out.
 */
size_t probes_parse(struct arena *a, struct probe_name **out,
		    const struct node *map, struct diag *d);
