/*
 * The digits of a quantity: what they are worth and how they look.
 *
 * Input: the bytes from the first digit (or sign) on. Output: struct number,
 * the value and everything about its looks that a rewrite must keep.
 *
 *   number   = [sign] (power | fraction | version | mantissa [exponent])
 *   mantissa = digits { separator 3 digits } [ "." digits ]
 *   exponent = "e" [sign] digits | [blank] "×" [blank] "10" raised
 *   power    = digits raised          raised = "^" [sign] digits | ⁻⁺⁰..⁹
 *   fraction = digits "/" digits      version = digits 2*("." digits)
 *
 * The idea: a separator of thousands is a comma or a narrow blank between
 * groups of three, one kind in a number; anything else that looks like a
 * separator (`1,2`, `3,14`) makes it no number at all, never a shorter one.
 *
 * What stands before and behind, units and signs of approximation are not
 * its business; neither is the locale.
 */
#include "quantity_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Digits of a mantissa, exponents: more are no number of a page. */
#define MANTISSA_MAX 60
#define EXPONENT_MAX 400

/* Digits without separators, as str_number wants them. */
struct plain {
	char text[MANTISSA_MAX + 16];
	size_t n;
};

static size_t
digits_at(struct str s, size_t at)
{
	size_t n = 0;

	while (at + n < s.n && byte_is_digit(s.p[at + n]))
		n++;
	return n;
}

static bool
plain_add(struct plain *p, struct str s)
{
	if (p->n + s.n > MANTISSA_MAX)
		return false;
	memcpy(p->text + p->n, s.p, s.n);
	p->n += s.n;
	return true;
}

/* The digits of p times 10 to the power. */
static bool
plain_value(const struct plain *p, int power, double *out)
{
	return str_scaled((struct str){ p->text, p->n }, power, out);
}

static size_t
sign_at(struct str s, size_t at)
{
	if (bytes_at(s, at, "-") || bytes_at(s, at, "+"))
		return 1;
	return bytes_at(s, at, "\xe2\x88\x92") ? 3 : 0;
}

/* A separator of thousands with its three digits; bytes of the separator. */
static size_t
separator_at(struct str s, size_t at)
{
	static const char *const separators[] = { ",", "\xe2\x80\xaf",
						  "\xc2\xa0", "\xe2\x80\x89" };

	for (size_t i = 0; i < COUNT_OF(separators); i++) {
		size_t n;

		if (!bytes_at(s, at, separators[i]))
			continue;
		n = strlen(separators[i]);
		if (digits_at(s, at + n) == 3)
			return n;
	}
	return 0;
}

/* Whole digits with their separators, from *at on. */
static bool
whole_read(struct number *n, struct plain *p, struct str s, size_t *at)
{
	size_t first = digits_at(s, *at), size;

	if (first == 0 || !plain_add(p, str_slice(s, *at, first)))
		return false;
	*at += first;
	/* `0,123` is a decimal comma of other places, and no number here. */
	if (first > 3 || p->text[0] == '0')
		return true;
	while ((size = separator_at(s, *at)) > 0) {
		struct str separator = str_slice(s, *at, size);

		if (n->separator.n && !str_equal(n->separator, separator))
			return false;
		n->separator = separator;
		if (!plain_add(p, str_slice(s, *at + size, 3)))
			return false;
		*at += size + 3;
	}
	return true;
}

/* `.5`, also with the dot escaped. */
static bool
part_read(struct number *n, struct plain *p, struct str s, size_t *at)
{
	size_t dot = bytes_at(s, *at, "\\.") ? 2 : bytes_at(s, *at, ".");
	size_t size = dot ? digits_at(s, *at + dot) : 0;

	if (size == 0)
		return true;
	if (!plain_add(p, STR(".")) ||
	    !plain_add(p, str_slice(s, *at + dot, size)))
		return false;
	n->decimals = (int)size;
	*at += dot + size;
	return true;
}

/* Digits below the limit of exponents; -1 for others. */
static int
small_value(struct str digits)
{
	uint64_t value;

	if (!str_unsigned(digits, &value) || value > EXPONENT_MAX)
		return -1;
	return (int)value;
}

/* `^-10` behind a whole number: the bytes it takes, 0 when there is none. */
static size_t
hat_read(struct number *n, int *power, struct str s, size_t at)
{
	size_t sign = sign_at(s, at + 1);
	size_t size = digits_at(s, at + 1 + sign);

	*power = small_value(str_slice(s, at + 1 + sign, size));
	if (*power < 0)
		return 0;
	if (sign && s.p[at + 1] != '+')
		*power = -*power;
	n->raised = false;
	n->exponent = str_slice(s, at + 1, sign + size);
	return 1 + sign + size;
}

/* `⁻³`, likewise. */
static size_t
superscript_read(struct number *n, int *power, struct str s, size_t at)
{
	uint32_t glyph;
	size_t start = at, size = glyph_at(&glyph, s, at);
	bool minus = glyph == 0x207b;

	if (!minus && glyph_superscript(glyph) < 0)
		return 0;
	*power = minus ? 0 : glyph_superscript(glyph);
	for (at += size; (size = glyph_at(&glyph, s, at)) > 0; at += size) {
		if (glyph_superscript(glyph) < 0 || *power > EXPONENT_MAX)
			break;
		*power = *power * 10 + glyph_superscript(glyph);
	}
	if (*power > EXPONENT_MAX || (minus && at - start == 3))
		return 0;
	if (minus)
		*power = -*power;
	n->raised = true;
	n->exponent = str_slice(s, start, at - start);
	return at - start;
}

static size_t
raised_read(struct number *n, int *power, struct str s, size_t at)
{
	if (bytes_at(s, at, "^"))
		return hat_read(n, power, s, at);
	return superscript_read(n, power, s, at);
}

/* `33²` is 33 with a note more often than a square: only of 2 and 10. */
static bool
may_be_base(const struct number *n, struct str s, size_t at)
{
	return bytes_at(s, at, "^") || fabs(n->value - 2) < 0.5 ||
	       fabs(n->value - 10) < 0.5;
}

/* `e+4`: false when an `e` stands there and no exponent. */
static bool
exponent_read(struct number *n, int *power, struct str s, size_t *at)
{
	size_t sign, size;

	if (!bytes_at(s, *at, "e") && !bytes_at(s, *at, "E"))
		return true;
	sign = sign_at(s, *at + 1);
	size = digits_at(s, *at + 1 + sign);
	*power = size ? small_value(str_slice(s, *at + 1 + sign, size)) : -1;
	if (*power < 0)
		return false;
	if (sign && s.p[*at + 1] != '+')
		*power = -*power;
	n->form = NUMBER_EXPONENT;
	n->link = str_slice(s, *at, 1);
	n->exponent = str_slice(s, *at + 1, sign + size);
	*at += 1 + sign + size;
	return true;
}

/* ` × 10^-5`, `x10⁴`. */
static void
tens_read(struct number *n, int *power, struct str s, size_t *at)
{
	size_t times = blanks_after(s, *at), ten, size;
	struct number raised = *n;

	if (bytes_at(s, times, "\xc3\x97"))
		ten = blanks_after(s, times + 2);
	else if (bytes_at(s, times, "x"))
		ten = blanks_after(s, times + 1);
	else
		return;
	if (!bytes_at(s, ten, "10") || digits_at(s, ten) != 2)
		return;
	size = raised_read(&raised, power, s, ten + 2);
	if (size == 0)
		return;
	*n = raised;
	n->form = NUMBER_TENS;
	n->link = str_slice(s, *at, ten + 2 - *at + !n->raised);
	*at = ten + 2 + size;
}

/* The value of base^power; false when it is no finite number but zero. */
static bool
power_value(double base, int power, double *out)
{
	double value = 1;

	for (int i = 0; i < (power < 0 ? -power : power); i++)
		value *= base;
	if (power < 0)
		value = 1 / value;
	*out = value;
	return isfinite(value) && (value > 0 || base < 1);
}

/* What a power or a fraction goes on with; most numbers do not. */
static bool
may_be_special(struct str s, size_t at)
{
	return at < s.n &&
	       (s.p[at] == '^' || s.p[at] == '/' || (s.p[at] & 0x80));
}

/* `05`, as months are written. */
static bool
is_padded(struct str digits)
{
	return digits.n > 1 && digits.p[0] == '0' &&
	       byte_is_digit(digits.p[1]);
}

/* `2^-10`, `1/4` behind whole digits; true when it was one. */
static bool
special_read(struct number *n, struct str s, size_t *at, bool *good)
{
	size_t size;
	double lower;
	int power;

	if (may_be_base(n, s, *at) &&
	    (size = raised_read(n, &power, s, *at)) > 0) {
		n->form = NUMBER_POWER;
		n->base = n->value;
		*good = !n->separator.n &&
			power_value(n->base, power, &n->value);
		*at += size;
		return true;
	}
	size = bytes_at(s, *at, "/") ? digits_at(s, *at + 1) : 0;
	if (size == 0)
		return false;
	n->form = NUMBER_FRACTION;
	n->base = n->value;
	n->exponent = str_slice(s, *at + 1, size);
	*at += 1 + size;
	*good = str_number(n->exponent, &lower) && lower > 0 &&
		!is_padded(s) && !is_padded(n->exponent) &&
		!n->separator.n && !bytes_at(s, *at, "/") &&
		!(bytes_at(s, *at, ".") && digits_at(s, *at + 1));
	if (*good)
		n->value = n->base / lower;
	return true;
}

static size_t
version_read(struct number *n, struct str s, size_t at)
{
	size_t size;

	while (bytes_at(s, at, ".") && (size = digits_at(s, at + 1)) > 0) {
		n->form = NUMBER_VERSION;
		at += 1 + size;
	}
	return at;
}

static int
significant_digits(const struct plain *p)
{
	int n = 0;

	for (size_t i = 0; i < p->n; i++) {
		if (byte_is_digit(p->text[i]) && (n > 0 || p->text[i] != '0'))
			n++;
	}
	return n > 0 ? n : 1;
}

/* Value and last digit, the sign put in. */
static bool
number_finish(struct number *n, const struct plain *p, int power)
{
	static const struct plain half = { "5", 1 };
	bool good = true;

	n->digits = significant_digits(p);
	if (n->form == NUMBER_PLAIN || n->form == NUMBER_EXPONENT ||
	    n->form == NUMBER_TENS)
		good = plain_value(p, power, &n->value) &&
		       plain_value(&half, power - n->decimals - 1,
				   &n->half_digit);
	else if (n->form == NUMBER_VERSION)
		good = plain_value(p, 0, &n->value);
	if (n->sign.n && n->sign.p[0] != '+')
		n->value = -n->value;
	return good;
}

bool
number_read(struct number *n, struct str s)
{
	struct plain p = { .n = 0 };
	size_t at = sign_at(s, 0);
	bool good = true;
	int power = 0;

	if (digits_read(n, s))
		return true;
	*n = (struct number){ .sign = str_slice(s, 0, at) };
	if (!whole_read(n, &p, s, &at))
		return false;
	if (!may_be_special(s, at) || !plain_value(&p, 0, &n->value) ||
	    !special_read(n, s, &at, &good)) {
		if (!part_read(n, &p, s, &at))
			return false;
		if (n->decimals && !n->separator.n)
			at = version_read(n, s, at);
		if (n->form == NUMBER_PLAIN)
			good = exponent_read(n, &power, s, &at);
		if (n->form == NUMBER_PLAIN)
			tens_read(n, &power, s, &at);
	}
	n->text = str_slice(s, 0, at);
	return good && number_finish(n, &p, power);
}
