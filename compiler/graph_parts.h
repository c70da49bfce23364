/* What the parts of `graph` share. Nobody else includes this. */
#include "str.h"

struct arena;
struct buf;
struct diag;
struct making;

/* Writes a file under the folder, if it differs, and empties text. */
bool graph_write_file(struct arena *a, const struct making *m, struct str name,
		      struct buf *text, struct diag *d);
