/*
 * PTX text as tokens.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind {
	TOKEN_END,
	TOKEN_WORD,   /* name, register, directive, opcode with its dots */
	TOKEN_NUMBER, /* an integer; bits of a float where real is set */
	TOKEN_STRING, /* between its quotes */
	TOKEN_MARK,   /* one character */
};

struct token {
	enum token_kind kind;
	const char *text; /* of the source */
	size_t len;
	uint64_t value; /* TOKEN_NUMBER */
	char real;	/* 'f' 32 bits, 'd' 64 bits, 0 an integer */
};

struct lexer {
	const char *at;
	unsigned long line; /* of the token, from 1 */
	struct token token; /* the present one */
};

/* Start with the first token of NUL-terminated TEXT. */
void lex_start(struct lexer *l, const char *text);

/* Go to the next token. */
void lex_next(struct lexer *l);

/* Is the present token this word? */
bool lex_is(const struct lexer *l, const char *word);

/* Is it this mark? */
bool lex_is_mark(const struct lexer *l, char mark);

/* Go on if the present token is this mark. */
bool lex_take(struct lexer *l, char mark);

/* Go on if the present token is this word. */
bool lex_take_word(struct lexer *l, const char *word);
