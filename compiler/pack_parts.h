/*
 * Parts of `pack`: the job of a probe while it is written, and what of its
 * head goes into a line. library.h and pack_head.h come before it. Nobody else
 * includes this.
 */
#include "str.h"

struct buf;
struct node;
struct point;
struct target;

/* A job that is being written. */
struct pack_job {
	struct buf *out;
	const struct target *target;
	struct head head; /* of the point at hand */
	const struct point *point;
	struct str *lines; /* of each buffer; empty: it depends on the
				  point */
};

/* The next word of *rest; false at its end. */
bool pack_take_word(struct str *word, struct str *rest);

/* Appends the words of text, a blank before each. False when there is none or
   one cannot stand in a MANIFEST. */
bool pack_add_words(struct buf *out, struct str text);

/* Appends the words of a head's scalar; false with an error. */
bool pack_add_entry(struct pack_job *j, const struct node *n);

/* The head's entry of that path; NULL with an error. */
const struct node *pack_need_entry(struct pack_job *j, struct str path);

/* Appends a size, ` 4096*sm`; false with an error. */
bool pack_add_size(struct pack_job *j, const struct node *n);

/* A whole number above 0 that is the same on every device; false with an
   error. */
bool pack_eval_whole(struct pack_job *j, const struct node *n, double *out);
