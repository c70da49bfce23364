/*
 * The list of a file's parts that is signed. Nobody but parts of `evidence`
 * includes this.
 */
#include "str.h"

struct arena;
struct diag;
struct source;

struct seal {
	struct str file;     /* `h200/NAME.json` */
	struct str time;     /* when what it holds was made; or empty */
	struct seal_part {
		struct str key;  /* `member device`, `run 2026-11-…` */
		struct str hash;
		struct str at;   /* its bytes in the source */
	} *parts;
	size_t n, cap;
	struct str block;    /* of a signature's file: the signature */
	struct str text;     /* what it is of */
};

/* What is not as it was signed; without text: nothing. */
struct seal_fault {
	struct str at;       /* bytes of the file */
	struct str text;
};

/* That of a file as it is, good JSON. */
void seal_make(struct arena *a, struct seal *out, const struct source *s);

/* The list as text, which is what is signed. */
struct str seal_text(struct arena *a, const struct seal *s);

/* That of a signature's file; p is NULL with an error at its bytes. */
struct str seal_parse(struct arena *a, struct seal *out,
		      const struct source *s, struct diag *d);

/* What was signed and is not so any more; and the first run that is new. */
struct seal_fault seal_compare(struct arena *a, const struct seal *was,
			       const struct seal *is);
struct seal_fault seal_added(struct arena *a, const struct seal *was,
			     const struct seal *is);
