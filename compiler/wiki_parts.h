/* What the parts of wiki share. Nobody else includes this. */
#include "str.h"

struct arena;
struct config;
struct diag;
struct files_found;
struct node;
struct page;
struct wiki;

/* Reads the keys of a configuration whose root is parsed, or NULL: then all are
   as they are without it. Errors go to d. */
void config_read(struct arena *a, struct config *c, struct str root,
		 struct diag *d);

/* The folder that nothing may lead out of: of the repository, or the root. */
struct str bound_find(struct arena *a, struct str root);

/* Whether places that kbc.yaml names stay inside; false with errors. */
bool bound_check_config(struct wiki *w);

/* Whether a file that a page names stays inside, or, where there is no
   repository, beside the root. */
bool bound_holds(struct arena *a, const struct wiki *w, struct str path);

/* Whether a file that may be a link does; false with a fail in d. */
bool bound_check_file(const struct wiki *w, struct str path, struct diag *d);

/* Reads the ids of all pages' summaries into the index. */
void index_make(struct wiki *w);

/* The page whose name, without .md, is this; SIZE_MAX if there is none. */
size_t index_name(const struct wiki *w, struct str name);

/* The first page that has this id; SIZE_MAX if there is none. */
size_t index_id(const struct wiki *w, struct str id);

/* What wiki_file has found; empty at first. */
struct files_found *files_found_make(struct arena *a);

/* The bytes of the page at path; false with a fail in d. */
bool text_read(struct arena *a, struct str *out, const struct wiki *w,
	       struct str path, struct diag *d);

/* Those of page i's front matter, or all of one in which it does not end; empty
   if it cannot be read, of which nothing is said. */
struct str text_read_head(struct arena *a, const struct wiki *w, size_t i);

/* Reads the files that `indices` of kbc.yaml names. False, said, if one is not
   there. */
bool listings_read(struct wiki *w);

/* Adds the files that `records` of kbc.yaml means to the pages, in their order.
   False with a fail. */
bool records_list(struct wiki *w);

/* Asks of records what the records of another wiki ask of them, as far as those
   mean them. */
void records_ask_as(struct wiki *w, const struct wiki *other);

/* The globs under a key, a text or a list: the first, and the next. */
const struct node *glob_first(const struct node *n);
const struct node *glob_next(const struct node *n);

/* The folder below which all is that a glob means, from the root, and the
   bytes that names end in. */
struct str glob_folder(struct str glob);
struct str glob_end(struct str glob);

/* s without a final .md */
struct str without_md(struct str s);

/* `path` of a folder, cleaned, in w's scratch until the next call. */
struct str scratch_path(const struct wiki *w, struct str folder,
			struct str path);
