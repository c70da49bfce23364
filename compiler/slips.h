/*
 * Whether a word is another one with a slip of the hand in it.
 */
#include "str.h"

/* Letters by which s differs from `meant` if it may be a slip of it: few for
   its length, and fewer than that has; else SIZE_MAX. */
size_t slips_count(struct str s, struct str meant);

/* Sees words one by one and keeps the one nearest to `word`. */
struct nearest {
	struct str word; /* looked for */
	struct str best; /* empty: none is near */
	size_t slips;    /* between them */
};

/* Takes a candidate for the best if it may be meant and is nearer than the
   best yet. */
void nearest_add(struct nearest *n, struct str candidate);
