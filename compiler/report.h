/* What a verify run found, as text for people and as JSON. */
#include "str.h"

struct buf;
struct page_verdicts;
struct wiki;

struct report {
	const struct wiki *wiki;
	const struct page_verdicts *pages;
	size_t npages;
	bool color;
	bool verbose;   /* also confirmed claims */
	bool quiet;     /* no line a page */
};

/*
 * Failures as `file:line:col: refuted: …` with source line and caret, what is
 * measured and how sure; what could not be decided and why; a line a page
 * (confirmed by which kind of evidence); a last line that always states pages
 * and all counts.
 */
void report_text(struct buf *out, const struct report *r);

/* The same as one JSON object (schemas/report.schema.json). */
void report_json(struct buf *out, const struct report *r);

/* Everything known of one claim, for `kbc explain`. */
struct claim;
struct environment;
struct verdict;
struct world;
void report_explain(struct buf *out, const struct world *w, size_t page,
		    const struct claim *c, const struct verdict *v,
		    const struct environment *env);
