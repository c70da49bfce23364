/* Which numbers of a page are checked, and what became of the others. */
#include "str.h"

struct arena;
struct buf;
struct claims;
struct page;

enum coverage_kind {
	COVERAGE_BOUND,    /* a marker or the schema checks or names it */
	COVERAGE_DERIVED,  /* it follows from others: a column, an equation */
	COVERAGE_RETIRED,  /* a tombstone stands behind it */
	COVERAGE_IGNORED,  /* set aside, for a reason */
	COVERAGE_UNBOUND,  /* nothing speaks of it */
	COVERAGE_KINDS
};

struct coverage {
	size_t count[COVERAGE_KINDS];
	struct covered {
		enum coverage_kind kind;
		struct span at;
		struct str why;    /* of RETIRED, IGNORED; `cited` of BOUND */
	} *items;              /* in order of their places */
	size_t n, cap;
};

/* The material numbers of a page, each once. */
void coverage_collect(struct arena *a, struct coverage *out,
		      const struct page *p, const struct claims *c);

/* Adds the counts of another page; its items are left. */
void coverage_add(struct coverage *sum, const struct coverage *more);

/* The share of checked numbers among those that claim something (bound,
   derived, unbound), in whole percent, rounded down; -1: there are none. */
int coverage_percent(const struct coverage *c);

/* `bound`, `derived`, … */
struct str coverage_word(enum coverage_kind kind);

/* `90% of 10 numbers: 8 bound, 1 derived, …`, a line. */
void coverage_line(struct buf *out, struct str name, const struct coverage *c);

/* The unbound numbers of a page, `file:line:col: text`, a line each. */
void coverage_list(struct buf *out, const struct page *p,
		   const struct coverage *c);

/* A page's object, or the sum's (p is NULL), of
   schemas/coverage.schema.json. */
void coverage_json(struct buf *out, const struct page *p,
		   const struct coverage *c);

/* A picture of the share, as SVG that needs nothing else. */
void coverage_badge(struct buf *out, const struct coverage *c);
