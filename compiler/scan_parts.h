/*
 * What the files of the scan share: the leaf that is open while lines are
 * read (a paragraph, fence, table, HTML or indented code; opening, filling and
 * closing it makes the blocks), and the collecting of markers.
 */
#include "str.h"

struct arena;
struct block;
struct cursor;
struct diag;
struct row;
struct scan;
struct source;

/* What all parts write to; `good` turns false on an error. */
struct collector {
	struct arena *arena;
	struct arena *scratch; /* for arrays that grow, let go at the end */
	struct diag *diag;
	struct scan *out;      /* its arrays lie in scratch until then */
	size_t comments_cap;
	bool good;
};

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

/*
 * Appends the markers of the last block of out, which must be complete but
 * for its kind: a BLOCK_HTML becomes BLOCK_COMMENT when it holds comments and
 * nothing else.
 */
void comments_collect(struct collector *k);

#define COMMENT_START STR("<!--")
#define COMMENT_END STR("-->")

/* Length of the comment that s starts with; 0 when it has no end. */
size_t comment_length(struct str s);

/* Whether the comment that s starts with is a marker. */
bool comment_is_marker(struct str s);

/* Whether the comment is a marker and holds no other comment; one that only
   seems to be a marker is said. */
bool comment_check(struct collector *k, struct span comment);

/* Whether a marker within the text of b means the same to all renderers. */
bool comment_check_inline(struct collector *k, const struct block *b,
			  struct span at);

/* Says that a marker opens an HTML block, and why that may be so. */
void comment_report_first(struct collector *k, struct span at);

/* Says that the marker which starts at `at` has no end in its block. */
void comment_report_open(struct collector *k, struct span at);

/*
 * What is wrong with whole blocks: each says it, once, and is false then.
 */

/* A fence without its end, or with an opening fence inside of it. */
bool block_check_fence(const struct leaf *l, const struct block *b, bool ended,
		       struct diag *d);

/* An HTML block of that kind without its end. */
bool block_check_html(const struct block *b, int html, struct diag *d);

/* A paragraph with lines that look like a table. */
bool block_check_text(const struct block *b, struct diag *d);

/* Rows with too many cells; in a table with a marker, also with too few. */
bool scan_check_tables(const struct scan *s, struct diag *d);
