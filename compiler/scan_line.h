/*
 * One line as CommonMark reads it: columns of blanks and tabs, and what kind
 * of block a line opens. Pure functions; `scan` knows what is open.
 */
#include "str.h"

/* A place in a line. Tabs stop at every fourth column. */
struct cursor {
	const char *text;   /* of the source */
	uint32_t start;     /* of the line */
	uint32_t at, end;   /* next byte; end without the line ending */
	uint32_t column;
	uint32_t spare;     /* columns left of a tab that lies before `at` */
};

/* Columns of blanks in front of the next byte that is none. */
uint32_t cursor_indent(const struct cursor *c);

/* Takes blanks, at most so many columns. */
void cursor_skip(struct cursor *c, uint32_t columns);

/* Takes so many bytes that are no tabs. */
void cursor_take(struct cursor *c, size_t bytes);

/* The rest of the line from its first byte that is no blank. */
struct str cursor_rest(const struct cursor *c);

/* A list item's marker: `-`, `12.`. */
struct item {
	uint32_t width;  /* bytes of the marker */
	bool one;        /* it is a bullet or counts from 1 */
	bool empty;      /* nothing behind it on its line */
};

/* Whether s begins with a list item's marker, and which. */
bool line_item(struct str s, struct item *out);

/* Level of the ATX heading that s is, or 0; its words in *text. */
int line_heading(struct str s, struct str *text);

/* Level of the heading that s underlines, or 0. */
int line_underline(struct str s);

/* Whether s is a thematic break (`***`, `- - -`). */
bool line_is_rule(struct str s);

/* Length of the run of ` or ~ that opens a fence in s; 0 if none does. */
size_t line_fence(struct str s);

/* Whether s closes a fence opened by `length` times `mark`. */
bool line_closes_fence(struct str s, char mark, size_t length);

/* Whether s is a link reference definition, as far as one line shows. */
bool line_is_definition(struct str s);
