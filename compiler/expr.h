/*
 * The one expression language: what a marker, a table column, a schema
 * annotation, a probe's head and a test's check are written in.
 *
 *   any      = all [ "?" any ":" any ]                 (if(all, any, any))
 *   all      = compare { "&" compare }                 (& : both hold)
 *   compare  = value [ ("==" "!=" "<" "<=" ">" ">=") value ]
 *   value    = product { ("+"|"-") product }
 *   product  = unary { ("*"|"/"|"mod"|"%") unary }
 *   unary    = "-" unary | power                       (-2^2 is -4)
 *   power    = operand [ "^" unary ]                   (2^3^2 is 2^9)
 *   operand  = postfix [ "in" unit ]                   (see below)
 *   postfix  = number | string | arch | "(" any ")" | "old" path
 *            | path [ test ] | raw [ test ]
 *   path     = name { "." word | "(" args ")" | "[" value "]" }
 *   args     = [ arg { "," arg } ]     arg = [ word "=" ] argument
 *   argument = compare [ "?" any ":" any ]
 *   raw      = function "(" text { "," compare } ")"
 *   test     = ("has"|"lacks"|"count") [ string ] [ "at" "loop" ]
 *   name     = [ page "#" ] word       word = [A-Za-z_][A-Za-z0-9_]*
 *
 * The argument of the raw functions (ptx sass value exists min_sm regs spills
 * shared stack, and the first of metric) is text of another language, kept as
 * written between balanced parentheses: `ptx(atomicAdd(half*, half))`,
 * `min_sm(ptx "tcgen05.alloc")`. A test may follow ptx(…), sass(…),
 * metric_text and metric_text(…).
 *
 * A number is decimal (`0.5`, `6.55e+4`, with C's suffix too: `1.0f`) or
 * hexadecimal (`0x1f`); a `%` that touches it and no operand makes it
 * hundredths. An arch is `sm_90a`. A page is [A-Za-z][A-Za-z0-9_/-]*: blanks
 * around `-` and `/` tell `a - b#c` from `a-b#c`. `in` is an option of the
 * marker unless an operator, `)`, `]` or `,` follows its unit.
 */
#include "str.h"

struct arena;
struct buf;
struct diag;

enum expr_kind {
	EXPR_NUMBER,  /* number */
	EXPR_STRING,  /* text */
	EXPR_ARCH,    /* text: canonical, `sm_90a` */
	EXPR_NAME,    /* text; page if `PAGE#NAME` */
	EXPR_MEMBER,  /* left . text */
	EXPR_CALL,    /* left ( args ); a named argument has a name */
	EXPR_INDEX,   /* left [ right ] */
	EXPR_RAW,     /* text = function, raw = its argument; args: what
			 follows it (metric) */
	EXPR_LISTING, /* left (RAW ptx or sass, or metric_text), op, text =
			 glob, loop */
	EXPR_UNIT,    /* left, a bare number, is in the unit text */
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
	struct span argument_at; /* of the name, or empty */
	bool text_given;      /* of LISTING: a glob is written (else the text
				 before the marker is meant) */
	bool loop;            /* of LISTING: `at loop` */
	struct expr *left, *right;
	struct expr *args;    /* of CALL, of RAW metric */
	struct expr *next;    /* in an argument list */
	int fact;             /* index of the claim's fact it stands for, set by
				 `claim`; -1 for none */
	int height;           /* 1 of a leaf, else 1 + that of the highest
				 below it: at most EXPR_DEPTH_MAX */
};

/* Trees are walked by recursion; a chain a + b + c + … is a tree too. */
#define EXPR_DEPTH_MAX 64

/*
 * Parses from the start of *text and moves *text behind what was taken (it
 * stops before a word that continues no expression: `within`, `on`, `to`).
 * NULL with an error in d at the byte that is wrong.
 */
struct expr *expr_parse(struct arena *a, struct span *text, struct diag *d);

/* As expr_parse, but stops before comparisons and `&` too. */
struct expr *expr_parse_value(struct arena *a, struct span *text,
			      struct diag *d);

/* Whether e is true or false by its form: a comparison, has, lacks, `&`. */
bool expr_is_condition(const struct expr *e);

/* The operator as written: "+", "mod", "==", "has"; ".." for OP_NONE. */
const char *expr_op_text(enum expr_op op);

/* The expression as canonical text: the same for equal meaning of spelling
   (blanks, order kept); what a claim without an id is known by. */
struct str expr_text(struct arena *a, const struct expr *e);

/* A deep copy in which every name `from` (also as a member or inside raw
   text as a whole word) reads `to`; spans stay. A dotted `to` becomes
   members: `device.row` with `peak.bf16` reads `device.peak.bf16`. */
struct expr *expr_replace(struct arena *a, const struct expr *e,
			  struct str from, struct str to);

/* A deep copy; spans stay. */
struct expr *expr_copy(struct arena *a, const struct expr *e);

/* The tree: prefix operators, `(/ format.fp16.bits 8)`; strings and raw text
   as `"…"` and `ptx{…}`, architectures as `<sm_90a>`. */
void expr_dump(struct buf *out, const struct expr *e);
