/* What the parts of `report` alone share. */
#include "str.h"

#include <stdbool.h>

struct buf;
struct claim;
struct report;
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
