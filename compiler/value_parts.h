/* What the parts of `value` alone share; expr.h and value.h come before it. */
#include "str.h"

struct arena;

/* A lack: `what 'name'`. */
struct value value_fault(struct arena *a, const char *what, struct str name);

/* The value; a lack of it, which no operand of e brought along, speaks of e. */
struct value value_placed(struct value v, const struct expr *e);

/* A number, or a truth as 0 and 1. */
bool value_is_number(const struct value *v);

/* x op y of plain numbers; NaN where it is not defined. */
double value_apply(enum expr_op op, double x, double y);

/* Whether two numbers differ by no more than double arithmetic may lose. */
bool value_nearly_equal(double x, double y);

/* x op y where one of them is measured, without its unit: run by run. */
struct value value_combine_runs(struct arena *a, enum expr_op op,
				const struct value *x, const struct value *y);

/* What is known of the parts' ceilings, for a value made of both. */
void value_join_remarks(struct value *out, const struct value *x,
			const struct value *y);

/* Whether numbers of these units can be added and compared. */
bool value_may_add(const struct unit *x, const struct unit *y);

/* The unit of x * y^power; NULL for a bare number. */
const struct unit *value_product_unit(struct arena *a, const struct unit *x,
				      const struct unit *y, int power);

/* Units of x^n for a small whole n; NULL in *out for a bare number. */
bool value_power_unit(struct arena *a, const struct unit **out,
		      const struct unit *x, double n);

/* The call of a function that value_is_function knows. */
struct value value_call(struct arena *a, const struct expr *e,
			const struct environment *env);
