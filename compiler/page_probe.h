/* The `probes:` of a front matter. */
#include "str.h"

struct arena;
struct diag;
struct node;
struct probe_name;

/*
 * The entries of a `probes:` map, of a page or of kbc.yaml, in order; their
 * number. Bad ones are said and left out.
 */
size_t probes_parse(struct arena *a, struct probe_name **out,
		    const struct node *map, struct diag *d);
