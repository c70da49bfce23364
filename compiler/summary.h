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
	/* numbers with a marker, and what each leans on */
	struct statement {
		struct str name;   /* id= or let; empty: none */
		uint64_t what;     /* of digits and unit as written */
		struct leaning {
			struct str page; /* empty: this one */
			struct str name; /* empty: what the page says of it */
		} *leans;
		size_t nleans;     /* 0: it stands by itself */
	} *statements;
	size_t nstatements;
};

/* Equal for quantities with the same digits and unit. */
uint64_t summary_what(const struct quantity *q);

/* The summary of a page; its texts are copied. Needs no other page. */
void summary_make(struct arena *a, struct summary *out, const struct page *p);

/* The unit of a quantity, as values have it: NULL for none but a count. */
const struct unit *summary_unit(struct arena *a, const struct quantity *q);

/* The quantity of a TEXT of `at`: all of it, the first in it, or digits with
   a suffix of C (`0.25f`). */
bool summary_quantity(struct arena *a, struct quantity *q, struct span text);
