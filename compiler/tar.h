/*
 * A tar archive, built in memory: what a folder is sent to another machine as,
 * whose tar may be any (POSIX ustar, names that are too long for it as pax has
 * them). The same files give the same bytes.
 */
#include "str.h"

struct buf;

/* Adds a plain file, that may be run if it is a program. */
void tar_add(struct buf *out, struct str name, struct str bytes, bool program);

/* The end of the archive. */
void tar_end(struct buf *out);
