/*
 * Numbers as an expression writes them, digit by digit.
 *
 * Decimal with fraction and exponent, hexadecimal, both with C's suffixes, so
 * that a test may be written as the code is (`1.0f`, `0xffu`); a percentage
 * where `%` touches the number and no operand (`75%` is 0.75, `7 % 4` and
 * `7%4` are 3). Separators and units belong to the text of a page, not here.
 */
#include "expr.h"

#include <math.h>

#include "diag.h"
#include "expr_lex.h"
#include "expr_parser.h"

/* Hexadecimal digits from offset 2 on; false when there are none. */
static bool
scan_hex(struct span text, size_t *n, double *value)
{
	size_t i = 2;
	unsigned digit;

	*value = 0;
	for (; (digit = byte_digit(lex_byte(text, i))) < 16; i++)
		*value = *value * 16 + digit;
	*n = i;
	return i > 2 && isfinite(*value);
}

static size_t
scan_digits(struct span text, size_t i)
{
	while (byte_is_digit(lex_byte(text, i)))
		i++;
	return i;
}

/* Digits, a fraction, an exponent; `1..4` is not a fraction. */
static bool
scan_decimal(struct span text, size_t *n, double *value)
{
	size_t i = scan_digits(text, 0), mark;
	char c;

	if (lex_byte(text, i) == '.' && lex_byte(text, i + 1) != '.')
		i = scan_digits(text, i + 1);
	mark = i + 1;
	c = lex_byte(text, mark);
	if (c == '+' || c == '-')
		mark++;
	c = lex_byte(text, i);
	if ((c == 'e' || c == 'E') && byte_is_digit(lex_byte(text, mark)))
		i = scan_digits(text, mark);
	*n = i;
	return str_number(span_str(span_slice(text, 0, i)), value) &&
	       isfinite(*value);
}

/* C's suffixes: one `f`, or `u` and `l` in any order, then no name byte. */
static size_t
scan_suffix(struct span text, size_t i)
{
	char c = lex_byte(text, i);
	size_t end = i;

	if (c == 'f' || c == 'F')
		end = i + 1;
	else
		while (c == 'u' || c == 'U' || c == 'l' || c == 'L')
			c = lex_byte(text, ++end);
	return byte_is_name(lex_byte(text, end)) ? i : end;
}

/* Whether the `%` at offset i makes a percentage: no operand touches it. */
static bool
is_percent(struct span text, size_t i)
{
	char c = lex_byte(text, i + 1);

	return lex_byte(text, i) == '%' && !byte_is_name(c) && c != '(' &&
	       c != '.' && c != '"';
}

struct expr *
expr_number(struct expr_parser *p)
{
	struct expr *e = expr_node(p, EXPR_NUMBER, p->rest);
	char x = lex_byte(p->rest, 1);
	bool hex = lex_byte(p->rest, 0) == '0' && (x == 'x' || x == 'X'), good;
	size_t n;

	good = hex ? scan_hex(p->rest, &n, &e->number)
		   : scan_decimal(p->rest, &n, &e->number);
	if (!good) {
		diag_error(p->diag, span_slice(p->rest, 0, n),
			   "number is too large or has no digits");
		return NULL;
	}
	n = scan_suffix(p->rest, n);
	if (is_percent(p->rest, n)) {
		e->number /= 100;
		n++;
	} else if (byte_is_name(lex_byte(p->rest, n))) {
		diag_error(p->diag, span_slice(p->rest, n, 1),
			   "a letter touches the number: a unit is written "
			   "'in UNIT'");
		return NULL;
	}
	lex_advance(&p->rest, n);
	return expr_close(p, e, NULL);
}
