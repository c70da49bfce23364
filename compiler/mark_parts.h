/* Where md4c and the scan are known to differ, and where they must not. */
#include "str.h"

struct arena;
struct scan;

/*
 * Body as md4c must be given it to read what GitHub reads: its own bytes, or
 * a copy of the same length.
 */
struct str agree_text(struct arena *a, const struct scan *s, struct span body);

/* Digest of code: goes on from `digest` (0 at the start) over the bytes of
   `code` that are no blanks. */
uint64_t agree_digest(uint64_t digest, struct str code);
