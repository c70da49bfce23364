/* What the parts of `protocol` alone share. */
#include "str.h"

#include <stdbool.h>

struct arena;
struct asked;
struct buf;
struct built;
struct details;
struct ledger;
struct target;

/* One text on its way. */
struct writing {
	struct arena *arena;
	struct buf *out;
	const struct target *target;
	const struct built *built;
	const struct asked *asked;      /* its evidence, and the probe */
	const struct details *details;
};

/* The sections of the sweep, and of the hot loop of case c. */
void protocol_results(const struct writing *w, size_t *best);
void protocol_code(const struct writing *w, size_t c);

/* The section of what the profiler counted in case c; nothing if it did not. */
void protocol_counters(const struct writing *w, const struct ledger *l,
		       size_t c);

/* A text for a cell of a table. */
struct str protocol_cell(struct arena *a, struct str text);
