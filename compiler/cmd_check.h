/* What a page leaves behind when `kbc check` is done with it; buf.h, report.h
   and verdict.h come before it. */
#include "str.h"

struct leaf {
	struct buf parts[REPORT_PARTS], messages;
	struct tally tally;
	bool done, failed, unable;
};

/* Adds a leaf as bytes; what such bytes say, with texts of its own. */
void leaf_emit(struct buf *out, const struct leaf *leaf);
void leaf_parse(struct leaf *out, struct str bytes);
