/*
 * Units of values: which go together, and what comes of them.
 *
 * A value's number is in coherent units, so a unit is no factor here, only
 * powers of second, byte, flop and cycle. A bare number and one of cycles go
 * together; nothing else is converted silently.
 */
#include <math.h>

#include "arena.h"
#include "expr.h"
#include "quantity.h"
#include "value.h"
#include "value_parts.h"

/* Powers of a unit that are one: a higher one is a slip. */
#define POWER_MAX 8

/* A bare number may stand where cycles are meant: people count them so. */
static bool
counts(const struct unit *u)
{
	return !u || (u->second == 0 && u->byte == 0 && u->flop == 0);
}

bool
value_may_add(const struct unit *x, const struct unit *y)
{
	if (!x || !y)
		return counts(x) && counts(y);
	return unit_same_kind(x, y) || (counts(x) && counts(y));
}

static const struct unit *
keep_unit(struct arena *a, struct unit u)
{
	struct unit *kept;

	if (u.second == 0 && u.byte == 0 && u.flop == 0 && u.cycle == 0)
		return NULL;
	kept = arena_alloc(a, sizeof *kept);
	*kept = u;
	return kept;
}

const struct unit *
value_product_unit(struct arena *a, const struct unit *x, const struct unit *y,
		   int power)
{
	static const struct unit none = { .scale = 1 };

	if (!x && !y)
		return NULL;
	return keep_unit(a, unit_combine(x ? x : &none, y ? y : &none, power));
}

bool
value_power_unit(struct arena *a, const struct unit **out, const struct unit *x,
		 double n)
{
	*out = NULL;
	if (!x)
		return true;
	if (!value_nearly_equal(n, round(n)) || !(fabs(n) <= POWER_MAX))
		return false;
	for (int i = 0; i < (int)fabs(round(n)); i++)
		*out = value_product_unit(a, *out, x, n < 0 ? -1 : 1);
	return true;
}
