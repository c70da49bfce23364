/*
 * What the parts of `claim` share while the claims of one page are gathered.
 * Nobody else includes this.
 */
#include "str.h"

struct arena;
struct block;
struct claim;
struct claims;
struct column;
struct expr;
struct map;
struct marker;
struct named_value;
struct nearest;
struct options;
struct page;
struct parameter;
struct parameters;
struct probe;
struct probe_name;
struct quantity;
struct repeated;
struct repeats;
struct row;
struct schema_result;
struct wiki;

/* A row of a table, for `col`, `cell` and names of the row. */
struct table_place {
	const struct block *table; /* NULL: none above */
	const struct row *row;     /* NULL: not in a row */
	struct str device;         /* of the column, by its head; or empty */
};

/* What `row` means in one row. */
struct row_name {
	struct str text;          /* of the name cell */
	struct str name;          /* put in for `row`; empty: none */
	const struct expr *call;  /* likewise, `tile(pitch=33)`; NULL: none */
	const struct probe_name *probe;
};

struct gather {
	struct arena *arena;
	struct wiki *wiki;
	size_t index;          /* of the page */
	struct page *page;
	struct claims *out;
	struct schema_result *schema; /* what its page type binds */
	struct str device;     /* the page's scope */
	struct str sm;
	struct str own_device; /* the same, whatever it is to speak of */
	struct str own_sm;
	struct table_place place; /* of the expression being bound */
	const struct block *headed; /* the table whose heads were read last */
	struct str *heads;     /* of its columns */
	/* one a byte of the page: whether some marker speaks of it */
	bool *covered;
	bool *probe_used;      /* of the page's probes, one each */
	struct span *unnamed;  /* numbers in words whose condition has not */
	size_t nunnamed, capunnamed;
	struct map *values;    /* names of this page's values -> their index */
	struct repeats *repeats; /* what `=` may repeat; made by the first */
	struct parameters *parameters; /* that markers set; likewise */
};

/* A new claim of that kind at a place, with the page's scope. */
struct claim *gather_claim(struct gather *g, int kind, struct span at);

/* Remembers that the numbers of a span are spoken for. */
void gather_cover(struct gather *g, struct span at);

/* Likewise by a marker that makes no claim of them; kind: enum spoken_kind. */
void gather_speak(struct gather *g, int kind, struct span at, struct str why);

/* Whether some of a span is spoken for, or all of it. */
bool gather_is_covered(const struct gather *g, struct span at);
bool gather_is_all_covered(const struct gather *g, struct span at);

/* Whether a byte of the page is in a marker. */
bool gather_in_comment(const struct gather *g, size_t at);

/* Says an error at `at` and leaves it as the claim's trouble. */
void gather_trouble(struct gather *g, struct claim *c, struct span at,
		    const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* An error where kbc would write over what it never wrote. */
void gather_own_key(struct gather *g);

/* A page whose front matter no schema checks: a warning if there is something
   to check, an error in a strict wiki if it has claims. */
void gather_untyped(const struct gather *g);

/* Marks a name of a probe that something of the page asks for. */
void gather_use(const struct gather *g, const struct probe_name *p);

/* Names of probes that nothing asks for: checked all the same. */
void gather_unused(struct gather *g);

/* Whether a name of a probe leads to one that takes what it sets; what it needs
   besides, a name that goes on from it may set. */
void gather_check_probe(struct gather *g, const struct probe_name *p);

/* Scopes a claim to a device, whose code it is then about. */
void gather_scope(const struct gather *g, struct claim *c, struct str device);

/* Whether a name is that of a device that the pattern means. */
bool gather_same_device(const struct gather *g, struct str pattern,
			struct str name);

/* The columns that a rule of a `per device` marker is of; noted for those who
   add others. */
const struct repeated *gather_repeated(struct gather *g,
				       const struct column *rule);

/* Scopes a claim of a cell to the device of its column. */
void gather_scope_column(struct gather *g, struct claim *c);

/* Whether a column's text is that head, with a device that the pattern
   means behind it. */
bool gather_same_head(const struct gather *g, struct str text,
		      struct str head, struct str device);

/* Whether a device is documented, or the ledger has evidence of it. */
bool gather_knows_device(const struct gather *g, struct str pattern);

/* The architecture of code for a device: sm if it runs that, else its own, of
   the same kind (`a`, plain). */
struct str gather_sm_on(const struct gather *g, struct str device,
			struct str sm);

/* What page i of the wiki names so (`id=`, `let`); NULL if nothing. */
const struct named_value *gather_value(const struct gather *g, size_t i,
				       struct str name);

/*
 * The circle that a value of a page, or with an empty name the page as source
 * of the claim's number, leads into; empty if it ends in a statement that
 * leans on nobody.
 */
struct str gather_circle(struct gather *g, const struct claim *c,
			 struct str page, struct str name);

/* An error, and the claim's trouble, when what is cited leads in a circle. */
void gather_cited(struct gather *g, struct claim *c);

/*
 * Resolves the names of e: each leaf becomes a fact of the claim. False with
 * an error at the name and the claim's trouble.
 */
bool gather_bind(struct gather *g, struct claim *c, struct expr *e);

/* Text of a cell as it is read: without emphasis, blanks, markers, escapes. */
struct str gather_cell_text(struct arena *a, struct span cell);

/* What `row` means in the row whose name is in that cell. */
struct row_name gather_row_name(const struct gather *g, const struct marker *m,
				struct span cell);

/* A column's expression for one row, or NULL if the row has no such name; a
   probe without base is its own. */
struct expr *gather_row_expression(const struct gather *g,
				   const struct expr *rule,
				   const struct row_name *row);

/* The bytes of a cell without markers and the emphasis around them. */
struct span gather_cell_bare(struct span cell);

/* Whether it is what a marker says, who may write `\|` as in the cell. */
bool gather_cell_is(struct arena *a, struct span cell, struct str said);

/* The one column with that head; SIZE_MAX, and why, if there is none or more
   than one. */
size_t gather_column_of(struct gather *g, const struct block *table,
			struct str head, struct str *why);

/* What an expression of the claim is worth, if that is known already. */
bool gather_worth(const struct gather *g, const struct claim *c,
		  const struct expr *e, double *out);

/* Copies options into the claim: scope and its own id. */
void gather_options(struct gather *g, struct claim *c, const struct options *o);

/* The claims of one marker, in the comment so numbered, that speaks of what is
   before it. */
void gather_marker(struct gather *g, const struct marker *m, size_t comment);

/* The claim that a marker makes of a quantity, or NULL, or else of words. */
void gather_bound(struct gather *g, const struct marker *m,
		  const struct quantity *q, struct span words);

/* Says that nobody knows which number of two m means, if q says so and m needs
   one; then m makes no claim. */
bool gather_doubt(struct gather *g, const struct marker *m,
		  const struct quantity *q);

/* Covers the words of a condition but for the numbers that it does not name. */
void gather_words(struct gather *g, const struct claim *c);

/* Whether the words around a code span say the contrary of the marker behind
   it; an error then, and m makes no claim. */
bool gather_contradicted(struct gather *g, const struct marker *m,
			 size_t comment);

/* The name of the i-th function that asks for a fact by its raw text, `regs`;
   empty past the last. */
struct str gather_raw_name(size_t i);

/* Behind an error of a name or a function that is unknown: what is near, if
   anything is. */
void gather_near_name(const struct gather *g, struct span at, struct str name);
void gather_near_function(const struct gather *g, struct span at,
			  struct str name);
void gather_near_parameter(const struct gather *g, struct span at,
			   const struct probe *probe, struct str name);
void gather_near_setting(const struct gather *g, struct span at,
			 const struct parameter *parameter, struct str value);

/* The same for the end of a message, `: did you mean 'NAME'?`; empty if nothing
   is near. */
struct str gather_near_text(struct arena *a, const struct nearest *near);

/* The claim that `=` repeats, for a quantity, or NULL, or else for words. */
void gather_repeat(struct gather *g, const struct marker *m,
		   const struct quantity *q, struct span words);

/* The items of an `at` marker that are `=`, or all others; block: the one it
   stands behind. */
void gather_at(struct gather *g, const struct marker *m, size_t block,
	       bool repeats);

/* The cells of a table that its marker rules; the table is the next block. */
void gather_table(struct gather *g, const struct marker *m, size_t block);

/* Ratio and percent columns that follow from others. */
void gather_derived(struct gather *g);

/* Checks the front matter; leaves g->schema and the page's scope. */
void gather_front(struct gather *g);

/* Front matter: x-kbc-fact and x-kbc-check. */
void gather_schema(struct gather *g);

/* Puts the page's texts into what stands behind a check of its schema, `$NAME`.
   An error of the page where there is none. */
void gather_arguments(struct gather *g, struct claim *c);

/* Fences and their tests. */
void gather_fences(struct gather *g);

/* An error at each claim whose number rests on itself by way of the cells that
   it is made of; the claims are in order of their places. */
void gather_check_cells(struct gather *g);

/* A warning, or an error in a strict wiki, at each device that is named beside
   a claim about another one; the claims are in order of their places. */
void gather_check_beside(const struct gather *g);

/* `128 / 32 = 4` in prose. */
void gather_equations(struct gather *g);

/* API and PTX names in code spans. */
void gather_code_names(struct gather *g);

/* Whether a number is what a claim of its sentence sets a parameter of its
   probe to. */
bool gather_is_parameter(struct gather *g, const struct quantity *q,
			 const struct block *block);

/* Numbers that nothing speaks of. */
void gather_unbound(struct gather *g);

/* A name that two of a page's markers give, or a marker and a probe. */
void gather_check_names(const struct gather *g);

/* Behind an error of a name or call that is unknown: if it is a probe's, how
   that is bound. */
void gather_probe_hint(const struct gather *g, const struct expr *head,
		       struct str name);

/* A probe name of the page or of the configuration; NULL if none. */
const struct probe_name *gather_probe(const struct gather *g, struct str name);
