/*
 * What the parts of `claim` share while the claims of one page are gathered.
 * Nobody else includes this.
 */
#include "str.h"

struct arena;
struct block;
struct claim;
struct claims;
struct expr;
struct fact;
struct marker;
struct node;
struct options;
struct page;
struct quantity;
struct row;
struct wiki;

/* A row of a table, for `col`, `cell` and names of the row. */
struct table_place {
	const struct block *table; /* NULL: none above */
	const struct row *row;     /* NULL: not in a row */
};

struct gather {
	struct arena *arena;
	struct wiki *wiki;
	size_t index;          /* of the page */
	struct page *page;
	struct claims *out;
	struct str device;     /* the page's scope */
	struct str sm;
	struct table_place place; /* of the expression being bound */
	/* spans that some marker speaks of, for the count of unbound numbers */
	struct span *covered;
	size_t ncovered, capcovered;
};

/* A new claim of that kind at a place, with the page's scope. */
struct claim *gather_claim(struct gather *g, int kind, struct span at);

/* Remembers that the numbers of a span are spoken for. */
void gather_cover(struct gather *g, struct span at);

/* Says an error at `at` and leaves it as the claim's trouble. */
void gather_trouble(struct gather *g, struct claim *c, struct span at,
		    const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * Resolves the names of e: each leaf becomes a fact of the claim. False with
 * an error at the name and the claim's trouble.
 */
bool gather_bind(struct gather *g, struct claim *c, struct expr *e);

/* Copies options into the claim: scope and its own id. */
void gather_options(struct gather *g, struct claim *c,
		    const struct options *o);

/* The claims of one marker that stands at `at` and speaks of what is before
   it; block: the one it is in. */
void gather_marker(struct gather *g, const struct marker *m, struct span at,
		   size_t block);

/* The items of an `at` marker; block: the one before it. */
void gather_at(struct gather *g, const struct marker *m, size_t block);

/* The cells of a table that its marker rules; the table is the next block. */
void gather_table(struct gather *g, const struct marker *m, size_t block);

/* Ratio and percent columns that follow from others. */
void gather_derived(struct gather *g);

/* Front matter: x-kbc-fact and x-kbc-check. */
void gather_schema(struct gather *g);

/* Fences and their tests. */
void gather_fences(struct gather *g);

/* `128 / 32 = 4` in prose. */
void gather_equations(struct gather *g);

/* API and PTX names in code spans. */
void gather_names(struct gather *g);

/* Numbers that nothing speaks of. */
void gather_unbound(struct gather *g);

/* The named value `name` of the page that is gathered or of another page
   (`PAGE#NAME`); false if there is none. */
bool gather_named(const struct gather *g, struct str page, struct str name,
		  double *out);

/* A probe name of the page or of the configuration; NULL if none. */
struct probe_name;
const struct probe_name *gather_probe(const struct gather *g, struct str name);
