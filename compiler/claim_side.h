/*
 * The left side of an equation, and whether the right one agrees. Nobody but
 * the parts of `claim` includes this; quantity.h comes before it.
 */
#include "str.h"

struct arena;

#define TERMS_MAX 16

/* The terms of one side: products are joined first. */
struct side {
	struct quantity terms[TERMS_MAX];
	char ops[TERMS_MAX];     /* before each term */
	size_t n;
	double slack;            /* relative, of the rounding of its numbers */
};

/* Whether the sides agree; *sure is false when units tell that a difference
   may be no fault. */
bool side_agrees(const struct side *left, const struct quantity *right,
		 bool about, bool *sure);

/* What the left side is worth, coherent; without a unit on one side its digits
   in the unit of the right. */
double side_worth(const struct side *left, const struct quantity *right);

/* The same in words, in the unit of the right side if it has that. */
struct str side_text(struct arena *a, const struct side *left,
		     const struct quantity *right);
