/* What the parts of the report in markdown share. */
#include "str.h"

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
