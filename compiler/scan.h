/*
 * The blocks of a page's body, found line by line in the bytes: what markdown
 * renderers agree on, with exact positions, where md4c has none.
 */
#include "str.h"

struct arena;
struct buf;
struct diag;

enum block_kind {
	BLOCK_TEXT,    /* paragraph, list item, quote: lines of prose */
	BLOCK_HEADING, /* ATX, or setext over its text */
	BLOCK_FENCE,
	BLOCK_TABLE,
	BLOCK_COMMENT, /* an HTML comment on lines of its own */
	BLOCK_HTML,    /* other HTML on lines of its own */
	BLOCK_CODE     /* indented code */
};

struct row {
	struct span at;
	struct span *cells; /* trimmed, an unescaped `|` always splits */
	size_t n;
};

struct block {
	enum block_kind kind;
	struct span at;     /* whole lines, without the last line's ending */
	uint32_t line;      /* of its first byte, from 1 */
	int level;          /* heading: 1 to 6 */
	struct span text;   /* heading: its words */
	struct span info;   /* fence: the info string, trimmed */
	struct span *lines; /* fence: its code, comment: all lines, without
			       the containers' prefix (quote marks, indent) */
	size_t nlines;
	struct row *rows;   /* table: rows[0] the header; the delimiter row is
			       left out */
	size_t nrows;
	struct span delimiter; /* table: its delimiter row */
	bool broken;        /* an error was said of it */
	size_t section;     /* index of the heading block it stands under, or
			       its own; SIZE_MAX before any */
};

/* An HTML comment that starts `kbc:`, outside fences and code spans. */
struct comment {
	struct span at;   /* <!-- … --> */
	struct span body; /* behind `kbc:`, trimmed */
	size_t block;     /* index of the block it stands in */
	bool alone;       /* it is a BLOCK_COMMENT, on lines of its own */
};

struct scan {
	struct block *blocks; /* in order of position */
	size_t nblocks;
	struct comment *comments; /* likewise */
	size_t ncomments;
};

/*
 * Scans body. False when an error was said: a fence or marker that is never
 * closed (with the line it opened on, and the line inside that shows it), a
 * fence that swallows another opening fence (its info string shows it), a
 * marker that is first on its line within a paragraph, a marker inline that
 * holds `--` or in a table `|`, an HTML comment that starts with something
 * like `kbc` but is not (`kbc :`, `KBC:`), a comment inside of a marker or a
 * marker inside of a comment, a row with more cells than its table's header
 * (in a table with a marker, also with less; else that is a warning), a line
 * that looks like a table but is none, a lone CR. out holds all that was found
 * either way.
 */
bool scan_body(struct arena *a, struct scan *out, struct span body,
	       struct diag *d);

/* The scan as text, one block a line, for tests. */
void scan_dump(struct buf *out, const struct scan *s);
