/*
 * What the files of the parser share.
 */
#ifndef EMU_PTX_PARTS_H
#define EMU_PTX_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct function;
struct lexer;
struct module;
struct operand;
struct symbol;

/* Registers that one declaration made: NAME0 to NAME(COUNT-1), or NAME. */
struct reg_range {
	const char *name;
	unsigned scope;
	uint32_t first, count; /* count 0: the name alone */
};

struct parser {
	struct arena *arena;
	struct lexer *lexer;
	struct module *module;
	struct function *function; /* whose body this is, or NULL */
	unsigned scope;		   /* braces that are open in the body */
	unsigned scopes[64];	   /* their numbers */
	unsigned nscopes;	   /* that there were */
	struct reg_range *ranges;
	size_t nranges;
	struct loc *locs;
	size_t nlocs;
	struct place here;
	bool failed;
	bool odd; /* this statement has operands of no known form */
};

/* The module is in error at the present token: MESSAGE. Only once. */
void parse_fail(struct parser *p, const char *message);

/* Take MARK, or fail. */
void parse_mark(struct parser *p, char mark);

/* Take a word and give a copy of it; "?" and failure if there is none. */
const char *parse_word(struct parser *p);

/* Take an integer with its sign. */
uint64_t parse_integer(struct parser *p);

/* Skip to behind the next ';' or a balanced {...}. */
void parse_skip(struct parser *p);

/*
 * A variable from behind its space: ".align 4 .b8 name[12] = {...}" without
 * the end of the statement.
 */
struct symbol *parse_variable(struct parser *p);

/* The symbol in the function's open scopes or the module; or NULL. */
struct symbol *parse_find_symbol(struct parser *p, const char *name);

/* The body of p->function, from its '{' on. */
void parse_body(struct parser *p);

/* One operand. */
void parse_operand(struct parser *p, struct operand *o);

/* The register in the open scopes; PTX_NO_REGISTER if there is none. */
uint32_t parse_find_register(struct parser *p, const char *name);

/* .loc, from behind the word. */
void parse_loc(struct parser *p);

/* Find the names of source files, wherever they stand in TEXT. */
void parse_files(struct parser *p, const char *text);

#endif
