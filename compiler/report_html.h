/* What a run found, as one page for a browser that needs nothing else. */
#include "str.h"

struct buf;
struct page_verdicts;
struct world;

/* The wiki judged as if its pages spoke of one device of the ledger. */
struct html_side {
	struct str device;
	const struct page_verdicts *pages; /* as html_report has them */
};

struct html_report {
	const struct world *world;
	const struct page_verdicts *pages;
	size_t npages;
	const struct html_side *sides;     /* to compare; at least two, or */
	size_t nsides;                     /* none */
};

/*
 * One HTML document with its styles, its pictures and a script that only helps
 * to search: all is there without it. The same run is the same bytes.
 */
void report_html(struct buf *out, const struct html_report *r);
