/*
 * Numbers of pages that are not what was found, and the digits that would be:
 * for `kbc fix` in prose, for `kbc tables` in the columns of marked tables.
 */
#include "str.h"

struct arena;
struct claim;
struct edits;
struct ledger;
struct page_verdicts;
struct verdict;
struct wiki;

enum refresh {
	REFRESH_REFUTED, /* what is refuted, wherever it stands */
	REFRESH_TABLES   /* all cells of columns that a table marker rules */
};

/* One number, or one blank cell of a table. */
struct fresh {
	const struct claim *claim;
	const struct verdict *verdict;
	struct span at;     /* what goes */
	struct str digits;  /* for that place; empty: it stays */
	const char *why;    /* it stays: the reason */
};

/* Whether a claim is of a blank cell in a column that a table marker rules. */
bool refresh_is_blank(const struct claim *c);

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

/*
 * The edits that give tables `per device` a blank column for each device that
 * the ledger has evidence of and they do not have. A column without a device
 * gets the name of the page's. The count of those added and named.
 */
size_t refresh_devices(struct arena *a, struct edits *out,
		       const struct wiki *wiki, const struct ledger *ledger,
		       const struct page_verdicts *v);
