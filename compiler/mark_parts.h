/*
 * What the parts of `mark` share: where md4c and the scan are known to differ
 * (mark_agree.c), and the notes that are taken while md4c reads
 * (mark_notes.c). Nobody else includes it.
 */
#include "str.h"

struct anchors;
struct arena;
struct buf;
struct mark;
struct scan;

/*
 * Body as md4c must be given it to read what GitHub reads: its own bytes, or
 * a copy of the same length.
 */
struct str agree_text(struct arena *a, const struct scan *s, struct span body);

/* code, from its first byte on, joined with one more line of it, both without
   blanks around. */
struct span agree_code(struct span code, struct span line);

/* An open link or image: which, and the one around it. */
struct open_link {
	size_t link;
	bool image;
};

/* The notes of one body; the caller gives the first six, the rest is zero. */
struct notes {
	struct arena *arena;
	struct span body;
	struct mark *out;        /* its arrays lie in scratch until the end */
	struct arena *scratch;   /* for arrays that grow, and the anchors */
	struct anchors *anchors; /* of the headings so far */
	struct buf *words;       /* of the open heading */

	size_t codes_cap, links_cap, headings_cap, comments_cap, fences_cap,
		tables_cap;
	struct open_link *open;  /* links around the text, outermost first */
	size_t nopen, open_cap;
	size_t nimages;          /* of them */
	bool fence, heading, code, table; /* what the text is in */
	uint32_t comment_end;    /* of the last HTML comment */
};

/* What a piece of text is. */
enum text_kind { TEXT_WORDS, TEXT_BREAK, TEXT_ENTITY, TEXT_HTML };

/*
 * What opens and closes, in the order of the text. Where a fence starts its
 * info string says, without source if it has none; href is decoded.
 */
void notes_open_fence(struct notes *n, struct span info);
void notes_close_fence(struct notes *n);
void notes_open_table(struct notes *n);
void notes_close_table(struct notes *n);
void notes_open_heading(struct notes *n, int level);
void notes_close_heading(struct notes *n);
void notes_open_link(struct notes *n, struct str href, bool image);
void notes_close_link(struct notes *n);
void notes_open_code(struct notes *n);
void notes_close_code(struct notes *n);

/* A piece of the text in what is open: its bytes, and their place, without
   source if they are not the page's. */
void notes_add_text(struct notes *n, enum text_kind kind, struct str s,
		    struct span at);

/* Moves all that was noted from the scratch arena to the page's. */
void notes_keep(struct notes *n);
