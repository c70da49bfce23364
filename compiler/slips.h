/*
 * Whether a word is another one with a slip of the hand in it.
 */
#include "str.h"

/* Letters by which s differs from `meant` if it may be a slip of it: few for
   its length, and fewer than that has; else SIZE_MAX. */
size_t slips_count(struct str s, struct str meant);
