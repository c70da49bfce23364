/* Summaries in markdown: their texts, cells and tables. */
#include "str.h"

struct arena;
struct before;
struct buf;
struct page_verdicts;
struct report;

/* Text of others, safe in a cell of a table. */
void report_code(struct buf *out, struct str s);

/* A place, or the path if there is none, likewise. */
void report_where(struct buf *out, struct str path, struct span at);

/* A row for each claim that is refuted now and was not, or was and is not. */
void report_flips(struct buf *out, const struct report *r,
		  const struct page_verdicts *p, const struct before *was);

/* A cell, `12 → 14`; `12` where nothing changed or nothing was known. */
void report_change(struct buf *out, bool known, struct str was,
		   struct str is);

/* The last cells of a row, of what is checked and what is not, before and now:
   two numbers each. */
void report_coverage(struct buf *out, bool known, const size_t *was,
		     const size_t *is);

/* A table of rows, a line each; cut where a comment would get too long. */
struct table {
	struct str title, head;
};
void report_table(struct buf *out, const struct table *table,
		  struct str rows);

/* A page as it is now. */
struct standing {
	size_t *count;       /* of verdicts (enum status), without those that
				are left to verify */
	size_t bound, left;
};
struct standing report_standing(struct arena *a, const struct report *r,
				const struct page_verdicts *p);
struct str report_standing_word(const struct standing *now);

/* `3 confirmed, 1 refuted, 2 left to verify` */
struct str report_counts(struct arena *a, const size_t *count, size_t left);
