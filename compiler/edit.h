/*
 * Edits of a page: bytes to bytes. Splices at spans found while parsing;
 * everything outside them stays identical.
 */
#include "str.h"

struct arena;
struct buf;
struct diag;
struct node;
struct page;

struct edit {
	struct span at;      /* what goes; n == 0: an insertion */
	struct str text;     /* what comes in its place */
};

struct edits {
	struct edit *items;  /* sorted by place, disjoint */
	size_t n, cap;
};

/* Adds one in order of place, behind those at the same place; one that
   overlaps another is a bug. */
void edit_add(struct arena *a, struct edits *e, struct span at,
	      struct str text);

/* The bytes after the edits. No edits: the same bytes. */
struct str edit_apply(struct arena *a, const struct page *p,
		      const struct edits *e);

/* The line of a place once the edits are in. */
long edit_line(struct span at, const struct edits *e);

/* Notes in the page's source that they were written: where its lines are. */
void edit_moved(struct arena *a, const struct page *p, const struct edits *e);

/* What of a front matter may have changed. */
struct edit_owned {
	const struct str *keys;     /* all below these */
	size_t n;
	const struct edits *values; /* the scalars in which these are; NULL:
				       none */
};

/*
 * Whether text, parsed again, holds the same blocks, markers and front
 * matter as p but for what is owned. False with an error in d.
 */
bool edit_verify(struct arena *a, const struct page *p, struct str text,
		 const struct edit_owned *owned, struct diag *d);

/* A unified diff with 3 lines of context; empty when equal. */
void edit_diff(struct buf *out, struct str name, struct str was,
	       struct str now);

/* Replaces a scalar of the front matter in place, with the quoting it has.
   False for a block scalar, a list or a map. */
bool edit_set_value(struct arena *a, struct edits *e, const struct node *n,
		    struct str value);

/*
 * The same by the key of a top-level (or, with dots, nested) value; a missing
 * top-level key is a new last line. False where neither can be done.
 */
bool edit_set(struct arena *a, struct edits *e, const struct page *p,
	      struct str key, struct str value);

/* Replaces or inserts the whole block of a top-level key; `text` holds full
   lines without the page's line ending (`\n`), which is put in. */
bool edit_set_block(struct arena *a, struct edits *e, const struct page *p,
		    struct str key, struct str text);
