/*
 * The leaf that is open while lines are read: a paragraph, fence, table, HTML
 * or indented code. Opening, filling and closing it makes the blocks.
 */
#include "str.h"

struct collector;
struct cursor;
struct row;
struct source;

/* More columns of blanks than this in front of a line make it code. */
#define INDENT_MAX 3

enum leaf_kind {
	LEAF_NONE, LEAF_TEXT, LEAF_FENCE, LEAF_HTML, LEAF_CODE, LEAF_TABLE
};

struct leaf {
	struct collector *collector;
	const struct source *source;
	uint32_t start;         /* of the body, perhaps within a line */
	size_t blocks_cap;      /* of the scan's blocks */
	size_t section;
	uint32_t line;          /* number of the line being read */

	enum leaf_kind kind;
	uint32_t end;           /* of its last line */
	struct span *lines;     /* room used by one leaf after the other */
	size_t nlines, lines_cap;
	struct row *rows;
	size_t nrows, rows_cap;
	bool refused;           /* a delimiter row that did not fit: GitHub
				   makes no table of this paragraph then */

	int html;               /* kind of the HTML block */
	char mark;              /* of the fence: ` or ~, how many, how deep */
	size_t length;
	uint32_t indent;
	struct span inner;      /* the first line in it that opens a fence */
	struct span odd;        /* the first that almost closes it */
};

/* Completes what is open; `ended` when its own end was seen. */
void leaf_close(struct leaf *l, bool ended);

/* Opens the leaf that the line starts; what was open must be closed. */
void leaf_open_heading(struct leaf *l, const struct cursor *c, int level,
		       struct str text);
void leaf_open_fence(struct leaf *l, const struct cursor *c, size_t length);
void leaf_open_html(struct leaf *l, const struct cursor *c, int html);
void leaf_open_text(struct leaf *l, struct cursor *c);
void leaf_open_code(struct leaf *l, struct cursor *c);

/* Puts the line to an open paragraph, fence, table, HTML or code. */
void leaf_add_text(struct leaf *l, struct cursor *c);
void leaf_add_fenced(struct leaf *l, struct cursor *c);
void leaf_add_row(struct leaf *l, const struct cursor *c);
void leaf_add_html(struct leaf *l, const struct cursor *c);
void leaf_add_code(struct leaf *l, struct cursor *c);

/* Whether the open paragraph has words that a line could underline. */
bool leaf_has_words(const struct leaf *l);

/* Turns the open paragraph into the heading that the line underlines. */
void leaf_underline(struct leaf *l, const struct cursor *c, int level);

/*
 * Opens a table when the line is the delimiter row for the last line of the
 * open paragraph, which then ends before that line.
 */
bool leaf_open_table(struct leaf *l, const struct cursor *c);
