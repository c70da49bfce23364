/*
 * The cursor that expressions and markers are read with: a span whose start
 * moves to the right. Every function but lex_byte skips blanks (line ends
 * too) first; names are C's: letters, digits and `_`, no digit first.
 */
#include "str.h"

struct arena;
struct diag;

/* Byte i from the start of text; 0 at its end and behind it. */
char lex_byte(struct span text, size_t i);

/* Moves text by n bytes. */
void lex_advance(struct span *text, size_t n);

/* Moves text behind blanks; whether nothing is left. */
bool lex_end(struct span *text);

/* text without blanks at both ends. */
struct span lex_trim(struct span text);

/* Takes a mark such as `==` if text starts with it. */
bool lex_take(struct span *text, const char *mark);

/* The name that text starts with; empty if there is none. */
struct span lex_name(struct span text);

/* Whether text starts with that very name. */
bool lex_at_name(struct span text, const char *name);

/* As lex_at_name, and takes it. */
bool lex_take_name(struct span *text, const char *name);

/* The bytes up to the next blank. */
struct span lex_word(struct span text);

/*
 * Takes a string in double quotes on one line; `\"` and `\\` stand for the
 * second character, any other backslash for itself. False with an error in d
 * when there is no string or it is not closed.
 */
bool lex_string(struct arena *a, struct span *text, struct str *out,
		struct diag *d);

/* The string as lex_string reads it, quotes included. */
struct str lex_quote(struct arena *a, struct str s);

/* What text starts with, for a caret: a word, a number, one character; the
   empty end. */
struct span lex_token(struct span text);

/* Says `expected WHAT, found …` at the start of text. */
void lex_expected(struct diag *d, struct span text, const char *what);
