/*
 * The two sides of an equation in prose: numbers with units -> whether they
 * agree.
 *
 * The idea: a right one must never be called wrong. KB may be binary, then in
 * all of the equation; a unit on one side alone counts what the other gives; a
 * factor of 8 may be what turns bits into bytes; of sides of different kinds
 * that do not agree nothing is said.
 *
 * What is an equation is claim_equation.c.
 */
#include "arena.h"
#include "quantity.h"

#include "claim_side.h"

#include <math.h>

/* How the numbers of a side are taken. */
enum reading { AS_UNITS, AS_BINARY, AS_DIGITS };

static double
factor_of(const struct quantity *q, enum reading how)
{
	if (how == AS_DIGITS)
		return q->unit.percent ? 0.01 : 1;
	if (how == AS_BINARY && q->unit.binary_may)
		return q->unit.scale * q->unit.binary;
	return q->unit.scale > 0 ? q->unit.scale : 1;
}

static double
term_value(const struct side *s, size_t i, enum reading how)
{
	return s->terms[i].value * factor_of(&s->terms[i], how);
}

static double
side_value(const struct side *s, enum reading how)
{
	double sum = 0, product = term_value(s, 0, how);
	char sign = '+';

	for (size_t i = 1; i < s->n; i++) {
		if (s->ops[i] == '*') {
			product *= term_value(s, i, how);
		} else if (s->ops[i] == '/') {
			product /= term_value(s, i, how);
		} else {
			sum += sign == '-' ? -product : product;
			sign = s->ops[i];
			product = term_value(s, i, how);
		}
	}
	return sum + (sign == '-' ? -product : product);
}

/* The unit of a side; false when its terms are of different kinds. */
static bool
side_unit(const struct side *s, struct unit *out)
{
	*out = s->terms[0].unit;
	for (size_t i = 1; i < s->n; i++) {
		if (s->ops[i] == '*' || s->ops[i] == '/')
			*out = unit_combine(out, &s->terms[i].unit,
					    s->ops[i] == '*' ? 1 : -1);
		else if (!unit_same_kind(out, &s->terms[i].unit))
			return false;
	}
	return true;
}

static bool
is_bare(const struct unit *u)
{
	return u->second == 0 && u->byte == 0 && u->flop == 0 && u->cycle == 0;
}

static bool
is_bits(const struct unit *u)
{
	return u->byte != 0 && u->scale < 1;
}

/* Whether an 8 turns bits into bytes or back: `16 bits / 8 = 2 bytes` is meant
   as digits. */
static bool
turns_bits(const struct side *left, const struct quantity *right)
{
	bool bits = is_bits(&right->unit), eight = false;
	bool bytes = right->unit.byte != 0 && !bits;

	for (size_t i = 0; i < left->n; i++) {
		const struct quantity *q = &left->terms[i];

		bits = bits || is_bits(&q->unit);
		bytes = bytes || (q->unit.byte != 0 && !is_bits(&q->unit));
		eight = eight || (q->unit.byte == 0 &&
				  fabs(q->value - 8) < 0.5);
	}
	return bits && bytes && eight;
}

static bool
agrees_as(const struct side *left, const struct quantity *right,
	  enum reading how, bool about)
{
	double scale = factor_of(right, how), value = side_value(left, how);
	double half = right->half_digit * scale * (about ? 2 : 1) +
		      left->slack * fabs(value);

	return quantity_agrees(right->value * scale, half, value);
}

bool
side_agrees(const struct side *left, const struct quantity *right, bool about,
	    bool *sure)
{
	struct unit u;
	bool plain = side_unit(left, &u);

	*sure = plain && !turns_bits(left, right) &&
		(unit_same_kind(&u, &right->unit) || is_bare(&u) ||
		 is_bare(&right->unit));
	if (agrees_as(left, right, AS_UNITS, about) ||
	    agrees_as(left, right, AS_BINARY, about))
		return true;
	return (is_bare(&u) != is_bare(&right->unit) || !*sure) &&
	       agrees_as(left, right, AS_DIGITS, about);
}

struct str
side_text(struct arena *a, const struct side *left,
	  const struct quantity *right)
{
	double value = side_value(left, AS_UNITS);
	struct str name = right->unit.text;
	bool whole = fabs(value) < 1e15 && fabs(value - round(value)) <= 0;
	struct unit u;

	if (name.n == 0 || !side_unit(left, &u) ||
	    !unit_same_kind(&u, &right->unit))
		return arena_printf(a, "the left side is %.*g", whole ? 15 : 6,
				    value);
	return arena_printf(a, "the left side is %.6g%s" STR_FMT,
			    value / factor_of(right, AS_UNITS),
			    name.p[0] == '%' ? "" : " ", STR_ARG(name));
}

double
side_worth(const struct side *left, const struct quantity *right)
{
	struct unit u;

	if (side_unit(left, &u) && unit_same_kind(&u, &right->unit))
		return side_value(left, AS_UNITS);
	return side_value(left, AS_DIGITS) * factor_of(right, AS_UNITS);
}
