/*
 * Inside of the expression parser: what expr.c (operators), expr_operand.c,
 * expr_raw.c and expr_number.c share; include expr.h first. A production
 * takes what it wants from p->rest and gives NULL after an error was said.
 */
#include "str.h"

struct buf;

struct expr_parser {
	struct arena *arena;
	struct diag *diag;
	struct span rest;
	int nesting;
};

/* A table of operators ends in a text of NULL; longer marks stand before
   their beginnings. */
struct expr_symbol {
	const char *text;
	enum expr_op op;
};

extern const struct expr_symbol expr_comparisons[];
extern const struct expr_symbol expr_sums[];
extern const struct expr_symbol expr_products[];
extern const struct expr_symbol expr_tests[];

/* The operator of the table that stands next, taken; OP_NONE without. */
enum expr_op expr_op_take(struct expr_parser *p,
			  const struct expr_symbol *table);

/* As expr_op_take, and takes nothing. */
enum expr_op expr_op_peek(const struct expr_parser *p,
			  const struct expr_symbol *table);

/* A new leaf. */
struct expr *expr_node(struct expr_parser *p, enum expr_kind kind,
		       struct span at);

/*
 * Ends node e: its bytes go up to p->rest, it is higher than child (or NULL).
 * NULL with an error when it is too high.
 */
struct expr *expr_close(struct expr_parser *p, struct expr *e,
			const struct expr *child);

/* From the first byte of `from` to the last one that was taken. */
struct span expr_span_to(const struct expr_parser *p, struct span from);

/* A unary node over left; NULL if left is. */
struct expr *expr_unary(struct expr_parser *p, enum expr_op op,
			struct span from, struct expr *left);

/* Enters one level of nesting (p->nesting-- leaves it). */
bool expr_nest(struct expr_parser *p);

/* Productions, named as in the grammar. */
struct expr *expr_any(struct expr_parser *p);
struct expr *expr_argument(struct expr_parser *p);
struct expr *expr_all(struct expr_parser *p);
struct expr *expr_compare(struct expr_parser *p);
struct expr *expr_value(struct expr_parser *p);
struct expr *expr_operand(struct expr_parser *p);
struct expr *expr_number(struct expr_parser *p);

/* The arguments of call, linked from *end, and the `)` of `open`. */
bool expr_arguments(struct expr_parser *p, struct expr *call,
		    struct expr **end, struct span open);

/* Whether name, before rest, is a raw function and its parenthesis. */
bool expr_is_raw(struct span name, struct span rest);

/* The call of the raw function name, from its parenthesis on. */
struct expr *expr_raw(struct expr_parser *p, struct span name);

/* Adds the fewest digits that read back the same. */
void expr_write_number(struct buf *out, double number);

/* Bytes of the string or character constant that s, not empty, starts with;
   1 if it starts with none. */
size_t expr_quoted(struct str s);
