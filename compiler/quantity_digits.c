/*
 * Digits alone, as most numbers are, read the short way.
 *
 * Input: the bytes from the first digit on. Output: struct number, the same
 * that quantity_number.c would make of it.
 *
 * The idea: a whole number that a double holds, with nothing behind it that
 * could go on, needs no look at separators, exponents and fractions.
 *
 * Whatever could be more than that is left alone, numbers that begin with 0
 * among them.
 */
#include "quantity_parts.h"

#include <float.h>

/* Whether what stands behind digits may belong to their number. */
static bool
may_go_on(struct str s, size_t at)
{
	size_t next = at;

	while (next < s.n && byte_is_blank(s.p[next]))
		next++;
	if (next == s.n)
		return false;
	if (next > at) /* only ` × 10^3` has blanks */
		return s.p[next] == 'x' || (s.p[next] & 0x80);
	return byte_among(s.p[at], ",.\\^/eEx") || (s.p[at] & 0x80);
}

bool
digits_read(struct number *n, struct str s)
{
	uint64_t value = 0;
	size_t size = 0;

	while (size < s.n && byte_is_digit(s.p[size]) && size <= DBL_DIG)
		value = value * 10 + (uint64_t)(s.p[size++] - '0');
	if (value == 0 || size > DBL_DIG || s.p[0] == '0' ||
	    may_go_on(s, size))
		return false;
	*n = (struct number){ .text = str_slice(s, 0, size),
			      .digits = (int)size, .value = (double)value,
			      .half_digit = 0.5 };
	return true;
}
