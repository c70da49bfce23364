/*
 * One page: bytes to front matter, blocks, context and markers, each with its
 * place. Immutable once made; everything hangs on the page's own arena.
 */
#include "str.h"

struct arena;
struct block;
struct buf;
struct comment;
struct diag;
struct fence_words;
struct mark;
struct marker;
struct node;
struct quantity;
struct scan;
struct source;

/* A fence of a language that kbc compiles, with the markers around it. */
struct fence {
	const struct block *block;     /* NULL for a `kbc: code` marker */
	const struct marker *code;     /* or NULL */
	struct fence_words *words;     /* info string and `kbc: fence` joined */
	const struct marker *given;    /* or NULL */
	const struct marker **tests;   /* test and probe markers behind it */
	size_t ntests;
	struct str *lines;             /* its code, line by line */
	uint32_t *line_numbers;        /* page line of each */
	size_t nlines;
	bool broken;                   /* it is not closed: what belongs to it
					  is not known, so it has no lines */
	struct span at;
};

/* The number that ends where an inline marker starts. */
struct page_number {
	const struct quantity *quantity; /* as quantity_before left it; NULL
					    for no inline marker */
	bool found;                      /* what quantity_before said */
};

/* A `probes:` entry: `fp16x2: fma_throughput(type=fp16x2) as … base fp16`. */
struct probe_name {
	struct str name;      /* the page's */
	struct str target;    /* library probe or another name of the page */
	struct expr *call;    /* EXPR_CALL or EXPR_NAME, as parsed */
	struct str as;        /* its text in tables; name if not given */
	struct str base;      /* or empty */
	struct span at;
};

struct page {
	struct arena *arena;
	const struct source *source;
	bool record;              /* a data file: all of it is front matter */
	struct str path;          /* as given */
	struct str name;          /* relative to the wiki's root */
	struct span front_at;     /* between the delimiters */
	struct node *front;       /* NULL when it could not be read */
	struct span body;
	struct scan *scan;
	struct mark *mark;
	struct marker **markers;  /* one a comment of scan; NULL: a bad one */
	struct page_number *numbers; /* one a comment */
	struct fence *fences;     /* in order; of compiled languages only */
	size_t nfences;
	size_t nskipped;          /* fences of other languages */
	struct probe_name *probes;
	size_t nprobes;
	struct str id, title, type, status; /* of the front matter, or empty */
	struct diag *diag;        /* all that was said of this page */
};

/*
 * Parses source, whose text lies in a. Never NULL: what is wrong is said in
 * page->diag and the parts that could be read are there. A page whose first
 * line is not `---` has no front matter: an error, also when a blank line or
 * only a BOM stands before it would be one (a BOM is skipped and kept).
 */
struct page *page_parse(struct arena *a, const struct source *source,
			struct str name);

/* Only the front matter of source, likewise: scan and mark stay NULL. */
struct page *page_head(struct arena *a, const struct source *source,
		       struct str name);

/* A data file, whole YAML, as a page of that type without a body; `front` may
   be any value of YAML, its keys are no page's: no id, no title. */
struct page *page_record(struct arena *a, const struct source *source,
			 struct str name, struct str type);

/*
 * The entries of a `probes:` map, of a page or of kbc.yaml, in order; their
 * number. Bad ones are said and left out.
 */
size_t probes_parse(struct arena *a, struct probe_name **out,
		    const struct node *map, struct diag *d);

/* The key of the front matter that kbc writes into by itself. */
#define PAGE_BLOCK STR("verification")

/* The value of that key as kbc wrote it, or an empty one; NULL if there is
   none. Of another one NULL, and what of it is not kbc's. */
const struct node *page_block(const struct page *p, struct span *foreign);

/* Whether the page was read without an error. */
bool page_is_good(const struct page *p);

/* The page and all its parts as text, for tests. */
void page_dump(struct buf *out, const struct page *p);

/*
 * The id that a page of these first bytes has, if its front matter is closed
 * in them and so plain that there is no doubt; else false. Where page_parse
 * finds the front matter good, it finds the same id.
 */
bool page_find_id(struct str *id, struct str text);

/* What a comment of the page can see: its block or its table cell. */
struct span page_stretch(const struct page *p, const struct comment *c);

/* The code span, else the words, that end where the comment so numbered
   starts. */
struct span page_words(const struct page *p, size_t comment);

/* Whether words stand in s, whole; any blanks of either are the same. */
bool page_holds_words(struct str s, struct str words);
