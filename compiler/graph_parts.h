/* What the parts of `graph` share. Nobody else includes this. */
#include "str.h"

struct arena;
struct buf;
struct diag;
struct making;
struct proc;
struct proc_result;

/* Writes a file under the folder, if it differs, and empties text; or, in a dry
   making, notes that it would. */
bool graph_write_file(struct arena *a, const struct making *m, struct str name,
		      struct buf *text, struct diag *d);

/* Likewise removes a file that is there. */
bool graph_remove_file(struct arena *a, const struct making *m,
		       struct str name, struct diag *d);

/*
 * Copies the headers that fences include from beside their pages, before the
 * sources are written: of one whose headers have changed, the source is
 * removed. whole: every page of the wiki has its claims here, and copies of
 * pages that are gone go, too. False with a fail in d.
 */
bool graph_headers(struct arena *a, const struct making *m, bool whole,
		   struct diag *d);

/*
 * Starts a program that runs steps, and waits for it: with the environment of
 * steps, holding the folder's lock, and on a line that tells them of our end.
 * True for exit status 0.
 */
bool graph_start(struct arena *a, const struct making *m,
		 struct proc_result *r, struct proc *p);

/* Runs ninja with that file of the folder. True for exit status 0. */
bool graph_ninja(struct arena *a, const struct making *m,
		 struct proc_result *r, const char *file);

/*
 * Has sources that can share a translation unit compiled so, and leaves what
 * was found of each (share.h); what it does not find good is to be built
 * alone. False with a fail in d when the disk does not do its work.
 */
bool graph_share(struct arena *a, const struct making *m, struct diag *d);

/*
 * Builds a trivial kernel to PTX and cubin in .build/. False with a fail that
 * holds the compiler's own words when the toolchain is broken (an nvcc that
 * exits 0 without writing its output counts as broken). Where it has succeeded
 * before with the same tools it starts nothing.
 */
bool graph_try(struct arena *a, const struct making *m, struct diag *d);
