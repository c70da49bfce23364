/* What the parts of `summary` alone share; quantity.h comes before it. */
#include "str.h"

struct arena;
struct marker;
struct page;

/* Numbers and words of a page that markers speak of. */
struct numbers {
	struct numbered {
		const struct marker *marker;
		bool found;            /* a quantity */
		struct quantity quantity;
		struct str words;      /* where there is none */
	} *items;
	size_t n, cap;
};

/* Those that `table cites SOURCE` speaks of: without cells that have a column's
   rule or a marker of their own. */
void summary_add_cells(struct arena *a, struct numbers *out,
		       const struct page *p);
