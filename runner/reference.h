/*
 * What arrays are compared with: references, computed slowly in double.
 *
 *	sum max min argmax argmin prefix_sum exclusive_sum sort
 *	                      SIZE ; F             of all i below SIZE
 *	softmax               SIZE ; F ; ROW       in rows of ROW
 *	histogram             SIZE ; F ; BINS      F's whole numbers, no others
 *	transpose             SIZE ; F ; ROWS ; COLUMNS   of the argument
 *	matmul                SIZE ; A ; SIZE ; B ; M ; N ; K
 *	                      A is M by K, B is K by N, all by rows
 *
 * The first five are one number, the others arrays.
 */
#include <stdbool.h>
#include <stddef.h>

struct arena;

/* The function of that name; -1 if there is none. *NARGS is how many formulas
   it takes. */
int reference_find(const char *name, size_t *nargs);

/*
 * Compute it. False with a message in WHY: an element that is not there, a
 * shape that does not fit.
 */
bool reference_compute(struct arena *a, int function,
		       const struct formula *args, struct formula_world *w,
		       struct formula_reference *out, const char **why);
