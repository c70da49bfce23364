/*
 * Records of measurements, in markdown: what ran, under which conditions, what
 * each case was worth, and the code that it was. One a record of the ledger,
 * beside it, for people; kbc never reads one.
 */
#include "str.h"

struct arena;
struct buf;
struct diag;
struct evidence;
struct world;

/*
 * The text for a record of target i of the plan. It depends on the record and
 * on the code alone. False with nothing to write when that code is not at hand:
 * not built or not disassembled here, or by another toolkit; with a fail or
 * an error in d when the record cannot be read.
 */
bool protocol_emit(struct buf *out, const struct world *w, size_t i,
		   const struct evidence *e, struct diag *d);

/* The file's name beside that of the record. */
struct str protocol_path(struct arena *a, struct str record);

/* Whether a file's text is one of these. */
bool protocol_is_made(struct str text);
