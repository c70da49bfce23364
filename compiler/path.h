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

/* The bytes that a URL stands for: `a b` of `a%20b` (RFC 3986, section 2.1).
   What is no escape stays as it is, as does that of a NUL. */
struct str path_decode(struct arena *a, struct str url);

/* Whether a clean path is of a glob, name by name: `*` is any bytes of a name,
   `?` one, and a name `**` any number of names, none, too. */
bool path_fits(struct str path, struct str glob);

/* Whether path is the folder or lies below it. Both are clean. */
bool path_is_under(struct str path, struct str folder);

/* A path under the folder, from there on: `b/c` of `a/b/c` under `a`. */
struct str path_below(struct str path, struct str folder);
