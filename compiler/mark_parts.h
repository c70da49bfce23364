/* Where md4c and the scan are known to differ, and where they must not. */
#include "str.h"

struct arena;
struct scan;

/*
 * Body as md4c must be given it to read what GitHub reads: its own bytes, or
 * a copy of the same length.
 */
struct str agree_text(struct arena *a, const struct scan *s, struct span body);

/* code, from its first byte on, joined with one more line of it, both without
   blanks around. */
struct span agree_code(struct span code, struct span line);
