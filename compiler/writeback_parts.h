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
	struct str counters;   /* the profiler's file that went in: the first
				  record, else the list; empty: none */
	size_t count[STATUS_COUNT];
	/* claims by what decided them: confirmed or refuted, and confirmed
	   alone */
	size_t decided[BASIS_COUNT], confirmed[BASIS_COUNT];
};

/* The toolkit that decided something, or empty. */
struct str writeback_toolkit(const struct writing *w);

/* Writes one key that the schema asks for (x-kbc-write). */
void writeback_key(const struct writing *w, struct edits *out,
		   const struct schema_write *key, struct diag *d);

/* What the page's generated code is found in, from the wiki's root or from the
   folder that the root is in; empty if the wiki keeps none of the page. */
struct str writeback_code(const struct writing *w);

/* The record of the device that was measured on, likewise. */
struct str writeback_device_file(const struct writing *w);

/* The profiler's record, likewise. */
struct str writeback_counters_file(const struct writing *w);

/* Why a field that names a file has none; empty for others, or if nothing
   was to be expected. */
struct str writeback_lacking(const struct writing *w, struct str field);
