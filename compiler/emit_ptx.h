/* Between the parts of `emit` that write PTX fences: their text, taken apart.
   Nobody else includes this. */
#include "str.h"

struct arena;
struct fence;
struct ptx_declared; /* names that a fence declares */

/* A statement apart: `@%p1 add.f32 %f1, %f2, %f3;`. */
struct ptx_instruction {
	struct str guard, mnemonic, operands;
};

/*
 * The fence as one text, a line feed behind each line. Comments (`//`, and
 * lines that start with `;`) and bytes beyond ASCII are blanks.
 */
struct str ptx_clean(struct arena *a, const struct fence *f);

/* Whether the text has the word, which no letter follows. */
bool ptx_has_word(struct str text, struct str word);

/*
 * The next statement with the blanks before it: up to its `;`, or a brace that
 * opens or closes a block. False at the end.
 */
bool ptx_next_statement(struct str *rest, struct str *out);

/* Takes `LABEL:` off the front of a trimmed statement; the label, or empty. */
struct str ptx_take_label(struct str *s);

/* Takes a statement apart; its label, if it has one, is left out. */
void ptx_split(struct ptx_instruction *out, struct str s);

/* The names of a fence before its first statement: none. */
struct ptx_declared *ptx_declared_make(struct arena *a);

/* Adds what a statement declares. */
void ptx_declare(struct ptx_declared *d, struct str s);

/* Whether every operand of a statement is declared. */
bool ptx_is_whole(const struct ptx_declared *d, struct str s);
