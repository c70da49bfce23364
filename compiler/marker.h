/*
 * What a kbc comment says. One table of directives and options drives the
 * parser, `kbc --help markers` and the test of the man page.
 */
#include "str.h"

struct arena;
struct buf;
struct comment;
struct diag;
struct expr;

enum marker_kind {
	MARKER_EQUALS,  /* EXPR, `A & B`, `A to B` */
	MARKER_HOLDS,   /* holds COND */
	MARKER_REPEAT,  /* = */
	MARKER_AT,      /* at "TEXT" MARKER; items */
	MARKER_LET,     /* let NAME */
	MARKER_CITES,   /* cites SOURCE [ANCHOR] */
	MARKER_OPEN,    /* open EXPR */
	MARKER_IGNORE,  /* ignore WHY */
	MARKER_RETIRED, /* retired ID WHY */
	MARKER_TABLE,   /* table; rows, columns, cites */
	MARKER_GIVEN,   /* given PARAMETERS, code around */
	MARKER_FENCE,   /* fence WORDS */
	MARKER_CODE,    /* code, a fence not shown */
	MARKER_TEST,    /* test [id=NAME] */
	MARKER_PROBE    /* probe NAME */
};

/* Options that may follow an expression. */
struct options {
	struct expr *within;    /* `within 3%` (3), `within 0.5`; NULL */
	bool within_percent;
	struct expr *low, *high; /* `between A and B` */
	struct str on;          /* `on H200*`, `on sm_90a`; empty */
	struct span on_at;      /* where that stands */
	struct str in;          /* `in GFLOP/s` */
	struct str because;
	struct str id;
	struct span id_at;
};

/* One column rule of a table marker, or one row mapping. */
struct column {
	struct str head;      /* the column's text, or the row's */
	struct span at;
	struct expr *expr;    /* NULL for `column "X" ignore WHY`, which
				 has WHY in options.because */
	struct options options;
	struct column *next;
};

/* Variables of one test or probe: each name is looked up among them. */
#define MARKER_VARIABLES_MAX 64

/* A variable of a test or probe: `half a[n] = uniform(0.5, 1)`. */
struct variable {
	struct str type, name;
	struct span at;
	struct expr *size;     /* NULL for a scalar */
	struct expr *init;     /* NULL: an output, poisoned */
	struct expr *ranges;   /* `n in 1..4100, 65536`: a list of numbers and
				  EXPR_BINARY with op OP_NONE for A..B */
	struct variable *next;
};

/* A launch: kernel<<<grid, block, shared>>>(args), or name[i] = f(x[i]). */
struct launch {
	struct str kernel;
	struct span at;
	struct expr *grid, *block, *shared; /* NULL: 1, 1, 0; dim3(x, y, z) is
					       a CALL */
	struct expr *args;                  /* linked by next */
	struct expr *target;                /* of `y[i] = f(x[i])` */
	struct str added;                   /* the argument of an oracle that
					       the page does not write */
	struct launch *next;
};

enum check_kind { CHECK_EQUAL, CHECK_FAILS };

/* check A == B [rel X] [abs X] [ulp N]; fails WORD [COND]. */
struct check {
	enum check_kind kind;
	struct span at;
	struct expr *left, *right;
	enum { COMPARE_EQ, COMPARE_NE, COMPARE_LT, COMPARE_LE, COMPARE_GT,
	       COMPARE_GE } compare;
	struct launch *oracle;   /* `check out == ref<<<1,1>>>(in, n)` */
	struct expr *rel, *abs, *ulp;
	struct str fails;        /* wrong nan bounds race hang */
	struct check *next;
};

struct marker {
	enum marker_kind kind;
	struct span at;        /* the whole comment */
	struct span body;
	struct expr *expr;     /* EQUALS, HOLDS, OPEN */
	struct expr *expr2;    /* `A to B`, `A & B`: the second */
	bool range;            /* `A to B` */
	struct options options;
	struct str name;       /* LET, PROBE; CITES: source; RETIRED: id */
	struct str anchor;     /* CITES */
	struct str why;        /* IGNORE, RETIRED */
	/* AT: items, each with its text; every: in the whole page */
	struct str text;       /* of an item of AT: TEXT, unquoted */
	struct span text_at;
	bool every;
	struct marker *items, *next;
	/* TABLE */
	struct span rows_at;   /* of the head, or of the line without one */
	struct str rows;       /* head of the name column, `variant`; empty:
				  the first column */
	struct expr *rows_prefix; /* `rows Format = format.*`: format */
	struct column *row_names; /* `rows Resource: "SFU units" = …` */
	struct column *columns;
	bool per_device;
	/* GIVEN: one declaration each (`int n, m` makes two), code before and
	   after `...` */
	struct str *parameters;
	size_t nparameters;
	struct span before, after;
	/* FENCE: words; CODE: words on its first line, text below it */
	struct span words;
	struct span code;
	/* TEST, PROBE */
	struct variable *variables;
	struct launch *launches;
	struct check *checks;
	struct str work_kind;  /* flops bytes ops */
	struct expr *work;
	bool allow_races;
};

/*
 * Parses the body of one comment. NULL with an error at the byte that is
 * wrong: unknown directives name the nearest known one.
 */
struct marker *marker_parse(struct arena *a, const struct comment *c,
			    struct diag *d);

/* Words of a fence: info string or `kbc: fence`. */
struct fence_words {
	struct str language;  /* cuda cpp c++ ptx asm …, lower case */
	struct str id;
	struct str *sm;       /* canonical architectures */
	size_t nsm;
	bool sketch, fails;
	struct str pattern;   /* of fails="…" */
};

/*
 * The words of an info string; `marked` for those of a `kbc: fence` comment.
 * False with an error for an unknown word or form (`cuda{…}`, `{.cuda}`,
 * `porbe=f`) on a fence of a language that kbc compiles; other languages'
 * words are nobody's business.
 */
bool fence_words_parse(struct arena *a, struct fence_words *out,
		       struct span info, bool marked, struct diag *d);

/* Every directive, option and fence word with its one-line meaning, as
   `kbc --help markers` shows them. */
void marker_help(struct buf *out);

/* The directive that the first word of a marker's body was perhaps meant to
   be; NULL when it is none's neighbour. */
const char *marker_meant(struct span body);

/* The i-th of these with its meaning; false past the last. */
bool marker_word(size_t i, struct str *word, struct str *meaning);

/* The marker as text, for tests. */
void marker_dump(struct buf *out, const struct marker *m);
