/* What the parts of `writeback` alone share; verdict.h comes before it. */
#include "str.h"

struct arena;
struct diag;
struct edits;
struct evidence;
struct page;
struct page_verdicts;
struct schema_write;
struct world;

struct writing {
	struct arena *arena;
	const struct world *world;
	const struct page_verdicts *v;
	const struct page *page;
	const struct evidence *newest; /* that went into the page; or NULL */
	size_t count[STATUS_COUNT];
	bool measured, built; /* whether such evidence decided anything */
};

/* The toolkit that decided something, or empty. */
struct str writeback_toolkit(const struct writing *w);

/* Writes one key that the schema asks for (x-kbc-write). */
void writeback_key(const struct writing *w, struct edits *out,
		   const struct schema_write *key, struct diag *d);
