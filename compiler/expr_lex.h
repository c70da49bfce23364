/*
 * The cursor that expressions and markers are read with: a span whose start
 * moves to the right. Every function but lex_byte skips blanks (line ends
 * too) first; names are C's: letters, digits and `_`, no digit first.
 */
#include "str.h"

struct arena;
struct diag;

/* Byte i from the start of text; 0 at its end and behind it. */
static inline char
lex_byte(struct span text, size_t i)
{
	return i < text.n ? text.source->text.p[text.at + i] : '\0';
}

/* Moves text by n bytes. */
static inline void
lex_advance(struct span *text, size_t n)
{
	*text = span_slice(*text, n, text->n);
}

/* Moves text behind blanks; whether nothing is left. */
static inline bool
lex_end(struct span *text)
{
	while (byte_is_blank(lex_byte(*text, 0)))
		lex_advance(text, 1);
	return text->n == 0;
}

/* text without blanks at both ends. */
struct span lex_trim(struct span text);

/* Takes a mark such as `==` if text starts with it. Asked at every place for
   several marks of which mostly none is there. */
bool lex_take_mark(struct span *text, const char *mark);

static inline bool
lex_take(struct span *text, const char *mark)
{
	return !lex_end(text) && lex_byte(*text, 0) == mark[0] &&
	       lex_take_mark(text, mark);
}

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

/* Whether a name stands there that is no word of a marker: behind `has`, a
   mnemonic without its quotes. */
bool lex_unquoted(struct span rest);
