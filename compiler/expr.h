/*
 * The one expression language: what a marker, a table column, a schema
 * annotation, a probe's head and a test's check are written in.
 *
 *   expr     = compare { "&" compare }                 (& : both hold)
 *   compare  = sum [ ("==" "!=" "<" "<=" ">" ">=") sum ]
 *   sum      = product { ("+"|"-") product }
 *   product  = power { ("*"|"/"|"mod"|"%") power }
 *   power    = unary [ "^" power ]
 *   unary    = ["-"] postfix
 *   postfix  = primary { "." name | "(" args ")" | "[" expr "]" }
 *   primary  = number | string | name | "(" expr ")" | listing | "old" postfix
 *   listing  = ("ptx"|"sass") "(" raw ")" [ test ]
 *   test     = ("has"|"lacks"|"count") [ string ] [ "at" "loop" ]
 *   name     = [a-z][a-z0-9_]* | DEVICE | page "#" name
 *
 * The argument of the raw functions (ptx sass value exists min_sm regs spills
 * shared stack, and the first of metric) is text of another language, kept as
 * written between balanced parentheses: `ptx(atomicAdd(half*, half))`,
 * `min_sm(ptx "tcgen05.alloc")`.
 */
#include "str.h"

struct arena;
struct buf;
struct diag;

enum expr_kind {
	EXPR_NUMBER,  /* number */
	EXPR_STRING,  /* text */
	EXPR_NAME,    /* text; page if `PAGE#NAME` */
	EXPR_MEMBER,  /* left . text */
	EXPR_CALL,    /* left ( args ); a named argument has a name */
	EXPR_INDEX,   /* left [ right ] */
	EXPR_RAW,     /* text = function, raw = its argument */
	EXPR_LISTING, /* left (RAW ptx or sass), op, text = glob, loop */
	EXPR_UNARY,   /* op left: - old */
	EXPR_BINARY   /* left op right */
};

enum expr_op {
	OP_NONE, OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_POW, OP_NEG,
	OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_AND, OP_OLD,
	OP_HAS, OP_LACKS, OP_COUNT
};

struct expr {
	enum expr_kind kind;
	enum expr_op op;
	struct span at;
	double number;
	struct str text;
	struct str page;      /* of `PAGE#NAME` */
	struct str raw;       /* of RAW: the argument as written, trimmed */
	struct str argument;  /* of an argument in a list: its name or empty */
	bool text_given;      /* of LISTING: a glob is written (else the text
				 before the marker is meant) */
	bool loop;            /* of LISTING: `at loop` */
	struct expr *left, *right;
	struct expr *args;    /* of CALL */
	struct expr *next;    /* in an argument list */
	int fact;             /* index of the claim's fact it stands for, set by
				 `claim`; -1 for none */
};

#define EXPR_DEPTH_MAX 32

/*
 * Parses from the start of *text and moves *text behind what was taken (it
 * stops before a word that continues no expression: `within`, `on`, `to`).
 * NULL with an error in d at the byte that is wrong.
 */
struct expr *expr_parse(struct arena *a, struct span *text, struct diag *d);

/* The expression as canonical text: the same for equal meaning of spelling
   (blanks, order kept); what a claim without an id is known by. */
struct str expr_text(struct arena *a, const struct expr *e);

/* A deep copy in which every name `from` (also as a member or inside raw
   text as a whole word) reads `to`; spans stay. */
struct expr *expr_replace(struct arena *a, const struct expr *e,
			  struct str from, struct str to);

void expr_dump(struct buf *out, const struct expr *e);
