/*
 * What other pages need to know of a page: its id, its headings' anchors, the
 * values it names. Small, and stays when the page is let go.
 */
#include "str.h"

#include <stdint.h>

struct arena;
struct page;
struct quantity;
struct unit;

/* What a quantity is worth, whatever it is written like. */
struct amount {
	double digits[2];   /* without its unit; the second: of a range's end */
	double coherent[2];
	double binary;      /* KB of a capacity: may be so much more; else 1 */
	int8_t second, byte, flop, cycle;
};

struct summary {
	struct str name, id, title, type;
	struct str *anchors;
	size_t nanchors;
	struct named_value {
		struct str name;   /* id= or let */
		double number;     /* as written, coherent */
		const struct unit *unit; /* NULL: a bare number */
		struct span at;    /* in the page, while it is kept */
		uint32_t line, column;
		size_t statement;  /* which of those below; SIZE_MAX: none */
	} *values;
	size_t nvalues;
	/* numbers with a marker, words that are cited, and what each leans
	   on */
	struct statement {
		struct str name;   /* id= or let; empty: none */
		struct said {
			struct str words; /* empty: the amount */
			struct amount amount;
		} what;
		struct leaning {
			struct str page; /* empty: this one */
			struct str name; /* empty: what the page says of it */
		} *leans;
		size_t nleans;     /* 0: it stands by itself */
	} *statements;
	size_t nstatements;
};

/* What a marker speaks of: a quantity, the words that it stands for if it is a
   name (`sm_90a`, `12.9.1`), or with NULL these words. */
struct said summary_said(const struct quantity *q, struct str words);

/* Whether one could be cited for the other: `5` and `5.0`, `5 us` and `5000
   ns`; a bare number has the unit of the other. Words of `what` stand in those
   of the one that says it, or end in them. */
bool summary_same(const struct said *what, const struct said *says);

/* The summary of a page; its texts are copied. Needs no other page. */
void summary_make(struct arena *a, struct summary *out, const struct page *p);

/* The unit of a quantity, as values have it: NULL for none but a count. */
const struct unit *summary_unit(struct arena *a, const struct quantity *q);

/* The quantity of a TEXT of `at`: all of it, the first in it, or digits with
   a suffix of C (`0.25f`). */
bool summary_quantity(struct arena *a, struct quantity *q, struct span text);
