/*
 * Expressions of a test in the form that a MANIFEST has them: postfix, words
 * with single blanks between. Evaluated in double.
 *
 *	12.5 .n i         a number, a variable that is no array, the element's
 *	                  number
 *	@x ~x             takes a number from the stack: the element of array x
 *	                  there, as the launches left it, as it was before them
 *	$0 @$1            the worth of a reference (reference.h), its element
 *	+ - * / ^         double arithmetic
 *	div mod           of whole numbers, as C does it; mod of others is fmod
 *	== != < <= > >= & 1 or 0
 *	neg abs floor ceil round trunc sqrt rsqrt exp exp2 expm1 log log2 log10
 *	log1p sin cos tan tanh sinh cosh erf cbrt        of one number
 *	min max pow atan2 hypot                          of two
 *	fma if                                           of three
 *
 * Beside each number goes its magnitude: what an error in it is measured
 * against. That of a sum is the sum of the magnitudes, that of a product their
 * product; that of a function is the size of its value.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

enum { FORMULA_DEPTH = 64 };

struct formula_step {
	int op;
	double number; /* of a number */
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
	double *value, *magnitude;
	size_t count;
};

struct formula_world {
	const struct formula_variable *variables;
	const struct formula_reference *references;
	size_t i;
};

struct worth {
	double value, magnitude;
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

/*
 * The bits of what F comes to, if it is an element of an array of whole numbers
 * of 64 bits and nothing more: a double does not tell large ones apart. False
 * otherwise.
 */
bool formula_bits(const struct formula *f, const struct formula_world *w,
		  uint64_t *bits);
