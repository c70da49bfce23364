/* HTML comments in a block, and what is wrong with those that are markers. */
#include "str.h"

struct arena;
struct diag;
struct scan;

/* What collecting needs besides the block; `good` turns false on an error. */
struct collector {
	struct arena *arena;
	struct diag *diag;
	struct scan *out;
	size_t cap;   /* of out->comments */
	bool good;
};

/*
 * Appends the markers of the last block of out, which must be complete but
 * for its kind: a BLOCK_HTML becomes BLOCK_COMMENT when it holds comments and
 * nothing else.
 */
void comments_collect(struct collector *k);
