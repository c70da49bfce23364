/* HTML as CommonMark tells it from text: by the first bytes of a line. */
#include "str.h"

/* Kinds of HTML block, numbered as the specification does. */
enum {
	HTML_NONE,
	HTML_RAW,         /* <pre> <script> <style> <textarea> */
	HTML_COMMENT,
	HTML_INSTRUCTION, /* <? … ?> */
	HTML_DECLARATION, /* <!X … > */
	HTML_CDATA,
	HTML_BLOCK,       /* <div> and its like, to a blank line */
	HTML_ANY          /* a tag alone on its line, to a blank line */
};

/* The kind of block that a line (its blanks skipped) opens. */
int html_block(struct str line);

/* Whether a block of that kind ends with this line; those that end at a
   blank line never do. */
bool html_block_ends(int kind, struct str line);

/*
 * Length of the tag, instruction, declaration, CDATA section or `<…>` link
 * at the start of s; 0 when there is none (or a comment).
 */
size_t html_tag(struct str s);
