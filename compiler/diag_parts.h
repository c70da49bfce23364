/* What the parts of `diag` alone share. */
#include "str.h"

struct buf;

/* Adds a text fit for a terminal; the columns it takes. */
size_t diag_emit_text(struct buf *out, struct str s);
