/*
 * Claims: every statement of a page that kbc can decide, with its place, what
 * it should equal, and the facts that decide it.
 */
#include "str.h"

struct arena;
struct block;
struct buf;
struct column;
struct expr;
struct fence;
struct marker;
struct named_value;
struct node;
struct options;
struct page;
struct quantity;
struct schema_check;
struct schema_result;
struct wiki;

enum claim_kind {
	CLAIM_EQUALS,    /* quantity == expr */
	CLAIM_TEXT,      /* the code span decides: exists, has, toolkit */
	CLAIM_HOLDS,     /* condition */
	CLAIM_OPEN,      /* question: reported, never judged */
	CLAIM_CITED,     /* a source says it */
	CLAIM_CHECK,     /* a name in the front matter must exist */
	CLAIM_FENCE,     /* a fence compiles, or fails as it says */
	CLAIM_TEST,      /* a kernel test */
	CLAIM_EQUATION,  /* `128 / 32 = 4` in prose */
	CLAIM_DERIVED    /* a ratio column that follows from others */
};

/* One leaf of a claim's expressions. */
struct fact {
	int family;             /* enum fact_family */
	const struct expr *expr; /* the leaf */
	/* MEASURED */
	const struct probe *probe;
	const struct setting *settings; /* fixed by the page, in the probe's
					   order */
	size_t nsettings;
	struct str metric;      /* empty: the first; `enough`: see argument; of
				   COUNTER: the profiler's, or a pattern */
	struct str argument;    /* of enough(chains); of COUNTER: the launch
				   that is counted, by its name in records;
				   empty: all */
	/* LISTING, RESOURCES, API, RUN, COUNTER: what it speaks of */
	struct str subject;     /* fence id, kernel, probe name, signature, or
				   `ptx "…"` mnemonic */
	struct str glob;        /* of has lacks count */
	int op;                 /* enum expr_op of LISTING, COUNTER */
	bool loop;
	struct span cell;       /* TABLE: the number that was read */
	struct str writer;      /* CLAIM: the path of the page that */
	const struct named_value *written; /* writes it; NULL: not that */
	/* CLAIM, FORMAT, … already known */
	const struct value *value; /* NULL: comes from building or the ledger */
};

/* `128 / 32 = 4` */
struct equation {
	const struct quantity *right;
	double left;             /* what it is worth, in units as right's */
	bool left_bound, right_bound; /* a marker speaks of a number there */
};

struct claim {
	enum claim_kind kind;
	const struct page *page;
	size_t number;           /* on its page, from 0, in order of place */
	size_t rank;             /* likewise, also when claims were left out */
	struct claims *all;      /* of its page */
	struct str name;         /* given by `id=`; see claim_id() */
	struct span at;          /* what the caret shows: quantity or words */
	struct span marker_at;   /* or empty */
	const struct quantity *quantity; /* NULL for conditions */
	struct str text;         /* the words or code span it speaks of */
	const struct expr *expr, *expr2; /* as the marker has them */
	bool range;              /* A to B: low and high end */
	const struct options *options;   /* NULL: none */
	struct fact *facts;      /* of expr, expr2 and option expressions */
	size_t nfacts;
	/* scope */
	struct str device;       /* pattern, `H200*`; empty: any one */
	struct str sm;           /* canonical */
	bool sm_given;           /* by `on`, not by the page */
	bool of_column;          /* the device is that of its column */
	/* CHECK */
	struct str check;        /* kind: page file source api …; what is
				    behind it is the anchor */
	const struct schema_check *otherwise; /* will do, too; or NULL */
	const struct node *node;
	/* FENCE, TEST */
	const struct fence *fence;
	const struct marker *marker;
	/* CITED */
	struct str source, anchor;
	struct span made_of[2];   /* DERIVED: the numbers it follows from */
	double slack;             /* DERIVED: what the rounding of the other
				     cells allows, coherent */
	struct value *known;     /* decided without building; or NULL */
	const struct equation *equation; /* EQUATION */
	struct str trouble;       /* it could not be bound: why; the error was
				     said */
};

/* A rule of a `per device` table, and the columns that it is of. */
struct repeated {
	const struct block *table;
	const struct column *rule;
	struct repeated_column {
		size_t index;     /* in the table's rows */
		struct str device; /* of its head; empty: none is said */
		struct span head; /* its text, without emphasis around */
	} *columns;
	size_t n;
	struct str page_device;   /* what the page says of its own; or empty */
};

/* What a marker speaks of without making a claim of it. */
struct spoken {
	enum spoken_kind { SPOKEN_INPUT, SPOKEN_IGNORED, SPOKEN_RETIRED } kind;
	struct span at;
	struct str why;          /* of IGNORED, RETIRED */
};

struct claims {
	struct claim *items;
	size_t n, cap;
	struct str sm;            /* of the page's claims without one */
	struct str wiki_sm;       /* of pages without one */
	struct quantity *unbound; /* material numbers with no check */
	size_t nunbound, capunbound;
	struct spoken *spoken;
	size_t nspoken, capspoken;
	const struct schema_result *schema; /* what the page's type binds */
	struct repeated *repeated; /* of tables `per device` */
	size_t nrepeated, caprepeated;
	struct arena *arena;      /* that they live in */
	struct str *ids;          /* by rank; NULL: not asked for yet */
};

/*
 * All claims of page i in order of place: markers, tables, schema facts and
 * checks, fences and tests, equations, derived columns. Names are resolved
 * (let, id, probes, fences, `=`, PAGE#NAME through the wiki's summaries);
 * what cannot be resolved is an error in the page's diag and leaves
 * claim->trouble.
 */
void claim_collect(struct arena *a, struct claims *out, struct wiki *w,
		   size_t i);

/*
 * Checks what kbc.yaml names, used or not: probes, its device, folders of
 * sources. False with errors in the wiki's diag; a device or folder that is
 * not here is one in a strict wiki, else a warning.
 */
bool claim_check_config(struct wiki *w);

/* Whether a listing's fact is of SASS, not of PTX. */
bool claim_asks_sass(const struct fact *f);

/* Whether a claim is about the subject of the page: no link, no citation, no
   question. */
bool claim_is_substance(const struct claim *c);

/* `PAGE#NAME`, or PAGE:EXPR:K from its expression and its order among those
   with the same. The first call names all claims of the page. */
struct str claim_id(const struct claim *c);

/* What a fact speaks of, with the text that it takes from the page. */
struct str claim_fact(struct arena *a, const struct fact *f);

/* The claim as one line of text and one for each fact, for tests. */
void claim_dump(struct buf *out, const struct claim *c);
