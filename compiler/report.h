/* What a verify run found, as text for people and as JSON. */
#include "str.h"

struct arena;
struct buf;
struct claim;
struct environment;
struct page_verdicts;
struct tally;
struct verdict;
struct wiki;
struct world;

struct report {
	const struct wiki *wiki; /* the pages that are reported are there */
	const struct page_verdicts *pages;
	size_t npages;
	bool verbose;   /* also confirmed claims */
	bool quiet;     /* no more than what fails, and the last line */
	bool unbuilt;   /* nothing was to be built */
};

/*
 * Failures as `file:line:col: refuted: …` with source line and caret, what is
 * measured and how sure; what could not be decided and why; a line a page
 * (confirmed by which kind of evidence); a last line that always states pages
 * and all counts, which are in total.
 */
void report_text(struct buf *out, const struct report *r,
		 const struct tally *total);

/* The same as one JSON object (schemas/report.schema.json). */
void report_json(struct buf *out, const struct report *r);

/*
 * Both in parts, for pages that come and go: failures of a page; its line;
 * the last line. Of JSON a page's object, with JSON_BEGIN before the first,
 * JSON_NEXT between two and JSON_END behind the last.
 */
void report_claims(struct buf *out, const struct report *r,
		   const struct page_verdicts *p);
void report_page(struct buf *out, const struct report *r,
		 const struct page_verdicts *p);
void report_total(struct buf *out, const struct tally *t);
void report_json_page(struct buf *out, const struct report *r,
		      const struct page_verdicts *p);

#define JSON_BEGIN STR("{\"format\":\"kbc-report 1\",\"pages\":[\n")
#define JSON_NEXT STR(",\n")
#define JSON_END STR("]}\n")

/* The answer to an open question, `1.97x (1.96..1.98)`, or why there is
   none. */
struct str report_answer(struct arena *a, const struct report *r,
			 const struct claim *c, const struct verdict *v);

/* Adds what the page has to the counts; adds the counts of others. */
void report_count(struct tally *t, const struct report *r,
		  const struct page_verdicts *p);
void report_add(struct tally *t, const struct tally *more);

/* Everything known of one claim, for `kbc explain`. */
void report_explain(struct buf *out, const struct world *w, size_t page,
		    const struct claim *c, const struct verdict *v,
		    const struct environment *env);
