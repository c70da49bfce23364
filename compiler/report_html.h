/* What a run found, as one page for a browser that needs nothing else. */
#include "str.h"

struct arena;
struct buf;
struct page_verdicts;
struct world;

/* What claims came to at commits of the past; nothing yet: all 0. */
struct html_past {
	struct arena *arena;
	struct map *ids;             /* of claims -> number in claims */
	struct past_claim {
		struct past_state *states; /* the oldest first, none like the
					      one before it */
		size_t n, cap;
	} *claims;
	size_t cap;
};

/* Adds how claims stood at a commit, `0123abcd…` of a day; older commits come
   first. */
void html_past_add(struct html_past *p, const struct page_verdicts *pages,
		   size_t npages, struct str commit, struct str day);

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
	const struct html_past *past;      /* NULL: it is not known */
};

/*
 * One HTML document with its styles, its pictures and a script that only helps
 * to search: all is there without it. The same run is the same bytes.
 */
void report_html(struct buf *out, const struct html_report *r);
