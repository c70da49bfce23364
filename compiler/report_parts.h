/* What the parts of `report` alone share. */
#include "str.h"

#include <stdbool.h>

struct arena;
struct buf;
struct claim;
struct page_verdicts;
struct report;
struct run_told;
struct tally;
struct telling;
struct told_file;
struct verdict;

/* Why what building decides is not decided by a command that builds nothing:
   that says nothing of what the machine has. */
#define LEFT STR("left to verify")

/* Whether that is why it was not run. */
bool report_left(const struct report *r, const struct verdict *v);

/* A fence that was looked at and is named without being failed. */
bool report_unchecked(const struct claim *c, const struct verdict *v);

/* What was gathered in text, which names of others are in, as one line; text is
   freed. */
void report_line(struct buf *out, struct buf *text);

/* --- report_claim.c: what is said of a claim ------------------------------ */

/* How people are told: not at all, with the answer to it, in a line, with the
   source line too. */
enum saying { SAY_NOTHING, SAY_ANSWER, SAY_LINE, SAY_FAULT };

/* Of a claim whose page had evidence before, or had not. */
enum saying report_saying(const struct report *r, const struct claim *c,
			  const struct verdict *v, bool had_evidence);
bool report_had_evidence(const struct report *r,
			 const struct page_verdicts *p);

/* That, without place, verdict and id; empty if the verdict says it all. */
struct str report_said(struct arena *a, const struct report *r,
		       const struct claim *c, const struct verdict *v);

/* Where: the part of the expression or the page line that the reason speaks of,
   else the claim. */
struct span report_place(const struct claim *c, const struct verdict *v);

/* --- a form each ---------------------------------------------------------- */

void report_claims(struct buf *out, const struct report *r,
		   const struct page_verdicts *p);
void report_page(struct buf *out, const struct report *r,
		 const struct page_verdicts *p);
void report_total(struct buf *out, const struct tally *t);

void report_json_page(struct buf *out, const struct report *r,
		      const struct page_verdicts *p);

void report_junit_file(struct buf *out, const struct told_file *f);
void report_junit_end(struct buf *out, const struct run_told *run);

void report_sarif_begin(struct buf *out);
void report_sarif_file(struct buf *out, const struct told_file *f);
void report_sarif_end(struct buf *out, const struct run_told *run);

void report_github_file(struct buf *out, const struct told_file *f);
void report_github_end(struct buf *out, const struct run_told *run);

void report_markdown_page(struct buf *parts, const struct report *r,
			  const struct page_verdicts *p);
void report_markdown_end(struct telling *t, const struct run_told *run);
