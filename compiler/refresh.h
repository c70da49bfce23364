/*
 * Numbers of pages that are not what was found, and the digits that would be:
 * for `kbc fix` in prose, for `kbc tables` in the columns of marked tables.
 */
#include "str.h"

struct arena;
struct claim;
struct edits;
struct page_verdicts;
struct verdict;

enum refresh {
	REFRESH_REFUTED, /* what is refuted, wherever it stands */
	REFRESH_TABLES   /* all cells of columns that a table marker rules */
};

/* One number. */
struct fresh {
	const struct claim *claim;
	const struct verdict *verdict;
	struct str digits;  /* for the place of its number; empty: it stays */
	const char *why;    /* it stays: the reason */
};

/*
 * The numbers of a page that a rewrite is about, in order of place; those that
 * say already what was found are left out. Their count. A page with errors has
 * none.
 */
size_t refresh_page(struct arena *a, struct fresh **out,
		    const struct page_verdicts *v, enum refresh what);

/* The edits of all that do not stay. */
void refresh_edits(struct arena *a, struct edits *out, const struct fresh *all,
		   size_t n);
