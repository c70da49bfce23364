/* What the parts of `recipe` share. Nobody else includes this. */
#include "str.h"

struct arena;
struct buf;
struct diag;
struct expr;
struct launch;
struct marker;
struct number_kind;
struct points;
struct variable;

/* A recipe while it is written. */
struct recipe {
	struct arena *arena;
	struct buf *out;
	struct diag *diag;
	const struct marker *marker;
	const struct variable *known; /* the first that is not declared yet;
					 NULL: all are */
	bool after;            /* the launches are over: references */
	struct str *lets;      /* lines of references, in order */
	size_t nlets, caplets;
};

/* An error at e; always false. */
bool recipe_refuse(struct recipe *r, const struct expr *e, const char *fmt,
		   ...) __attribute__((format(printf, 3, 4)));

/* The variable of that name among those declared; NULL if there is none. */
const struct variable *recipe_variable(const struct recipe *r,
				       struct str name);

/* Appends e as a formula, words with a blank before each. Lines of references
   that it needs go to r->out first. False with an error. */
bool recipe_formula(struct recipe *r, struct buf *out, const struct expr *e);

/* Appends the count of numbers of an array. */
bool recipe_count(struct recipe *r, struct buf *out, const struct variable *v);

/* The array that e runs over: the first with no index, or with exactly `i`.
   NULL if there is none. */
const struct variable *recipe_array(const struct recipe *r,
				    const struct expr *e);

/* The number of a reference's line, written if it is new. False with an error
   when there are too many. */
bool recipe_let(struct recipe *r, struct str line, size_t *number);

/* Another one's number; its line is the caller's. */
bool recipe_reserve(struct recipe *r, size_t *number);

/* Whether e is a whole number by its form, so that `/` divides as in C. */
bool recipe_is_whole(const struct recipe *r, const struct expr *e);

/* Whether the element's number stands in e. */
bool recipe_has_index(const struct expr *e);

/* Whether a call is a reference that is one number, whatever it is of. */
bool recipe_is_number(const struct expr *call);

/* A call that is a reference; *is tells. False with an error. */
bool recipe_reference(struct recipe *r, struct buf *out, const struct expr *e,
		      bool *is);

/* The lines of a launch: grid, block, shared, what is passed. */
bool recipe_configuration(struct recipe *r, const struct launch *l);

/* The lines of variables, of checks. */
bool recipe_variables(struct recipe *r);
bool recipe_checks(struct recipe *r);

/* Whether kbc-run takes as many variables, launches, checks and combinations of
   values as the test has. False with an error. */
bool recipe_is_within(struct recipe *r);

/* Whether the lines of r->out behind the first `from` bytes, made of what
   stands at `at`, are short enough for it. False with an error. */
bool recipe_fits(struct recipe *r, size_t from, struct span at);

/* Whether its stack holds what the formula of e needs. False with an error. */
bool recipe_is_shallow(struct recipe *r, const struct expr *e);

/* The array that `y[i] = f(x[i])` writes; NULL with an error. */
const struct variable *recipe_target(struct recipe *r, const struct launch *l);

/* The combinations of values of a page probe's variables, their count in *n;
   NULL with an error. */
struct points *points_make(struct recipe *r, size_t *n);

/* Go to the i-th of them, the last variable fastest; false with an error. */
bool points_set(struct points *s, size_t i);

/* Their values there as lines of parameters. */
void points_emit(struct buf *out, const struct points *s);

/* What e comes to there; as a whole number, rounded down, of at least `least`.
   False with an error. */
bool point_eval(struct points *s, const struct expr *e, double *out);
bool point_whole(struct points *s, const struct expr *e, double least,
		 double *out);

/* The values of a variable in turn, sorted, as spans of whole numbers; their
   count. 0 with an error. */
struct whole_span {
	double low, high;
};
size_t recipe_spans(struct recipe *r, const struct variable *v,
		    struct whole_span **out);
