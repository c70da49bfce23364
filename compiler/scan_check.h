/*
 * What is wrong with whole blocks: each function says it, once, and is false
 * then.
 */
#include "str.h"

struct block;
struct diag;
struct leaf;
struct scan;

/* A fence without its end, or with an opening fence inside of it. */
bool check_fence(const struct leaf *l, const struct block *b, bool ended,
		 struct diag *d);

/* An HTML block of that kind without its end. */
bool check_html(const struct block *b, int html, struct diag *d);

/* A paragraph with lines that look like a table. */
bool check_text(const struct block *b, struct diag *d);

/* Rows with too many cells; in a table with a marker, also with too few. */
bool check_tables(const struct scan *s, struct diag *d);
