/* Paths as text, `/`-separated; nothing here looks at the disk. */
#include "str.h"

struct arena;

/* dir/name; name alone when dir is empty or name is absolute. */
struct str path_join(struct arena *a, struct str dir, struct str name);

/* All before the last slash; "." without one. */
struct str path_dir(struct str path);

/* All after the last slash. */
struct str path_base(struct str path);

/* path without `.`, `..` (where a name stands before it) and double `/`. */
struct str path_clean(struct arena *a, struct str path);

/* Whether path is the folder or lies below it. Both are clean. */
bool path_is_under(struct str path, struct str folder);

/* A path under the folder, from there on: `b/c` of `a/b/c` under `a`. */
struct str path_below(struct str path, struct str folder);
