/*
 * Expressions of a test in the form that a MANIFEST has them: postfix, words
 * with single blanks between.
 *
 *	12.5 12 .n i      a real number, a whole one, a variable that is no
 *	                  array, the element's number
 *	@x ~x             takes a number from the stack: the element of array x
 *	                  there, as the launches left it, as it was before them
 *	$0 @$1            the worth of a reference (reference.h), its element
 *	+ - *             as C does it
 *	/ ^               in double
 *	div mod           of whole numbers, as C does it; mod of others is fmod
 *	== != < <= > >= & 1 or 0
 *	neg abs floor ceil round trunc sqrt rsqrt exp exp2 expm1 log log2 log10
 *	log1p sin cos tan tanh sinh cosh erf cbrt        of one number
 *	wide              a whole number in 64 bits
 *	min max pow atan2 hypot                          of two
 *	fma if                                           of three
 *
 * Numbers are real or of one of C's whole types. Whole ones follow C: the
 * wider type is the result's, unsigned ones wrap at their width, division cuts
 * towards zero. Signed ones are computed in 64 bits, also where C leaves the
 * overflow of 32 open; what is stored or compared is their low bytes.
 * Operations of a real number and another are in double (worth.c).
 *
 * Beside each number goes its magnitude: what an error in it is measured
 * against. That of a sum is the sum of the magnitudes, that of a product their
 * product; that of a function is the size of its value.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* In the order in which one is converted to the other. */
enum worth_kind {
	WORTH_S32, /* and narrower types */
	WORTH_U32,
	WORTH_S64,
	WORTH_U64,
	WORTH_REAL,
};

enum worth_op {
	WORTH_ADD, WORTH_SUB, WORTH_MUL,
	WORTH_DIV, /* of whole numbers */
	WORTH_MOD, /* of others it is fmod */
	WORTH_MIN, WORTH_MAX,
	WORTH_EQ, WORTH_NE, WORTH_LT, WORTH_LE, WORTH_GT, WORTH_GE,
};

struct worth {
	double value, magnitude;
	uint64_t bits; /* of a whole number: extended to 64 */
	enum worth_kind kind;
};

struct worth worth_real(double value);
struct worth worth_whole(enum worth_kind kind, uint64_t bits);

/* The result of OP; a comparison is 1 or 0, a division by 0 NaN. */
struct worth worth_compute(enum worth_op op, struct worth x, struct worth y);

struct worth worth_negate(struct worth x);
struct worth worth_size(struct worth x); /* |x| */

/* Y in the type that X and Y have together. */
struct worth worth_convert(struct worth x, struct worth y);

/* < 0, 0, > 0; numbers of which one is NaN are equal to none: 1. */
int worth_order(struct worth x, struct worth y);

/* The number of that type (enum number_type) at AT. */
struct worth worth_load(int type, const void *at);

/*
 * Store X: whole numbers keep their low bytes in a whole format, whatever its
 * range; all else is number_store's.
 */
void worth_store(int type, void *at, struct worth x);

enum { FORMULA_DEPTH = 64 };

struct formula_step {
	int op;
	struct worth number; /* of a number */
	size_t index;  /* of a variable or a reference */
};

struct formula {
	struct formula_step *steps;
	size_t n;
};

/* What names in a formula may mean. */
struct formula_names {
	const char *const *variables;
	size_t nvariables;
	size_t nreferences; /* those before it */
};

/* A variable at one point of a test. */
struct formula_variable {
	const unsigned char *before, *after;
	int type; /* enum number_type */
	size_t lanes; /* numbers of one element */
	size_t count; /* numbers of all */
};

struct formula_reference {
	struct worth *items;
	size_t count;
};

struct formula_world {
	const struct formula_variable *variables;
	const struct formula_reference *references;
	size_t i;
};

/*
 * Parse LEN bytes of words. False with a message in WHY, an empty formula
 * included.
 */
bool formula_parse(struct arena *a, const char *text, size_t len,
		   const struct formula_names *names, struct formula *f,
		   const char **why);

/* False when it reads an element that is not there. */
bool formula_eval(const struct formula *f, const struct formula_world *w,
		  struct worth *out);
